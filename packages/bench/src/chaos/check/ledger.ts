import { RecordDecodeError, decodeRecord, itemCount } from '@sluice/record';
import { scanLog } from '@sluice/testkit';
import type { Client } from 'pg';

/** What was compared, and what is wrong. */
export interface LedgerReport {
  /** Records in the log. */
  readonly records: number;
  /** Records in the log whose id came before: what was published more than once. */
  readonly repeated: number;
  readonly stored: number;
  readonly duplicate: number;
  readonly dead: number;
  readonly violations: readonly string[];
}

/** What one partition of the log holds, in items. */
interface Held {
  items: number;
  readonly undecodable: number[];
}

/**
 * Reads the whole log by a consumer of its own and compares it, partition by partition, with what the product says became
 * of it: each item is stored, a duplicate, or dead, once.
 */
export async function checkLedger(
  sql: Client,
  { brokers, topics }: { readonly brokers: readonly string[]; readonly topics: readonly string[] },
): Promise<LedgerReport> {
  const violations: string[] = [];
  const totals = { records: 0, repeated: 0, stored: 0, duplicate: 0, dead: 0 };
  const letters = await deadLetters(sql);
  const ledger = await ledgerLines(sql);
  for (const topic of topics) {
    const held = new Map<number, Held>();
    const ids = new Set<string>();
    const partitions = await scanLog(brokers, topic, (partition, { offset, value }) => {
      const found = held.get(partition) ?? { items: 0, undecodable: [] };
      held.set(partition, found);
      totals.records += 1;
      const record = value === null ? undefined : decoded(value);
      found.items += record === undefined ? 1 : itemCount(record);
      if (record === undefined) found.undecodable.push(Number(offset));
      else if (ids.has(record.recordId)) totals.repeated += 1;
      else ids.add(record.recordId);
    });
    for (const partition of partitions) {
      const place = `${topic}/${partition}`;
      const { items, undecodable } = held.get(partition) ?? { items: 0, undecodable: [] };
      const line = ledger.get(place) ?? { stored: 0, duplicate: 0, dead: 0 };
      totals.stored += line.stored;
      totals.duplicate += line.duplicate;
      totals.dead += line.dead;
      if (line.stored + line.duplicate + line.dead !== items) {
        const sum = `${line.stored} stored, ${line.duplicate} duplicate, ${line.dead} dead`;
        violations.push(`${place} holds ${items} items, the ledger has ${sum}`);
      }
      const unkept = undecodable.filter((offset) => letters.get(`${place}@${offset}`) !== 1);
      if (unkept.length > 0) {
        violations.push(`${place}: what cannot be read at ${unkept.join()} is not kept as one dead letter`);
      }
    }
  }
  return { ...totals, violations };
}

function decoded(value: Buffer): ReturnType<typeof decodeRecord> | undefined {
  try {
    return decodeRecord(value);
  } catch (error) {
    if (error instanceof RecordDecodeError) return undefined;
    throw error;
  }
}

async function ledgerLines(sql: Client) {
  const { rows } = await sql.query<{ place: string; stored: string; duplicate: string; dead: string }>(
    `select topic || '/' || "partition" as place, sum(stored) as stored, sum(duplicate) as duplicate, sum(dead) as dead
     from sluice.ingest_offset group by 1`,
  );
  const numbers = rows.map(({ place, ...line }) => {
    const { stored, duplicate, dead } = line;
    return [place, { stored: Number(stored), duplicate: Number(duplicate), dead: Number(dead) }] as const;
  });
  return new Map(numbers);
}

/** How many letters each record has. */
async function deadLetters(sql: Client): Promise<Map<string, number>> {
  const { rows } = await sql.query<{ place: string; letters: string }>(
    `select topic || '/' || "partition" || '@' || record_offset as place, count(*) as letters
     from sluice.ingest_dead_letter group by 1`,
  );
  return new Map(rows.map(({ place, letters }) => [place, Number(letters)]));
}
