import { RecordDecodeError, decodeRecord, itemCount } from '@sluice/record';
import { type Brokers, scanLog } from '@sluice/testbed/servers';
import type { Client } from 'pg';

/** Result of comparing the log with the ledger. */
export interface LedgerReport {
  /** Records in the log. */
  readonly records: number;
  /** Messages in the log that cannot be stored. */
  readonly poison: number;
  /** Records in the log whose id occurred before: they were published more than once. */
  readonly repeated: number;
  readonly stored: number;
  readonly duplicate: number;
  readonly dead: number;
  readonly violations: readonly string[];
}

/** Header of a message that cannot be stored: the writer has to make exactly one dead letter of it. */
export const POISON_HEADER = 'chaos-poison';

/** Contents of one partition of the log. */
interface Held {
  items: number;
  /** `@<offset>` of messages that must not be stored. */
  readonly poison: Set<string>;
}

/**
 * Reads the whole log by a consumer of its own and compares each partition with the ledger: each item is stored, duplicate or dead exactly
 * once, and the dead items are exactly those that cannot be stored.
 */
export async function checkLedger(
  sql: Client,
  { brokers, topics }: { readonly brokers: Brokers; readonly topics: readonly string[] },
): Promise<LedgerReport> {
  const violations: string[] = [];
  const totals = { records: 0, poison: 0, repeated: 0, stored: 0, duplicate: 0, dead: 0 };
  const letters = await deadLetters(sql);
  const ledger = await ledgerLines(sql);
  for (const topic of topics) {
    const held = new Map<number, Held>();
    const ids = new Set<string>();
    const partitions = await scanLog(brokers, topic, (partition, { offset, value, headers }) => {
      const found = held.get(partition) ?? { items: 0, poison: new Set() };
      held.set(partition, found);
      totals.records += 1;
      const record = value === null ? undefined : decoded(value);
      found.items += record === undefined ? 1 : itemCount(record);
      if (record === undefined || headers?.[POISON_HEADER] !== undefined) found.poison.add(`@${offset}`);
      else if (ids.has(record.recordId)) totals.repeated += 1;
      else ids.add(record.recordId);
    });
    for (const partition of partitions) {
      const logPartition = `${topic}/${partition}`;
      const { items, poison } = held.get(partition) ?? { items: 0, poison: new Set<string>() };
      totals.poison += poison.size;
      const line = ledger.get(logPartition) ?? { stored: 0, duplicate: 0, dead: 0 };
      totals.stored += line.stored;
      totals.duplicate += line.duplicate;
      totals.dead += line.dead;
      if (line.stored + line.duplicate + line.dead !== items) {
        const sum = `${line.stored} stored, ${line.duplicate} duplicate, ${line.dead} dead`;
        violations.push(`${logPartition} holds ${items} items, the ledger has ${sum}`);
      }
      const kept = letters.get(logPartition) ?? new Map<string, number>();
      for (const at of new Set([...poison, ...kept.keys()])) {
        const [wanted, found] = [poison.has(at) ? 1 : 0, kept.get(at) ?? 0];
        if (wanted !== found)
          violations.push(`${logPartition}${at} is kept as ${found} dead letters instead of ${wanted}`);
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
  const { rows } = await sql.query<{ log_partition: string; stored: string; duplicate: string; dead: string }>(
    `select topic || '/' || "partition" as log_partition, sum(stored) as stored, sum(duplicate) as duplicate, sum(dead) as dead
     from sluice.ingest_offset group by 1`,
  );
  const numbers = rows.map(({ log_partition: logPartition, ...line }) => {
    const { stored, duplicate, dead } = line;
    return [logPartition, { stored: Number(stored), duplicate: Number(duplicate), dead: Number(dead) }] as const;
  });
  return new Map(numbers);
}

/** Returns the number of dead letters of each record, by partition and `@<offset>`. */
async function deadLetters(sql: Client): Promise<Map<string, Map<string, number>>> {
  const { rows } = await sql.query<{ log_partition: string; at: string; letters: string }>(
    `select topic || '/' || "partition" as log_partition, '@' || record_offset as at, count(*) as letters
     from sluice.ingest_dead_letter group by 1, 2`,
  );
  const letters = new Map<string, Map<string, number>>();
  for (const { log_partition: logPartition, at, letters: count } of rows) {
    letters.set(logPartition, (letters.get(logPartition) ?? new Map<string, number>()).set(at, Number(count)));
  }
  return letters;
}
