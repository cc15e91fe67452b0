import { type SluiceRecord, hasReceipt, itemCount } from '@sluice/record';
import type { Pool, PoolClient } from 'pg';
import { applyDaily } from './apply-traces';
import { withConnection } from './connection';
import {
  type ModelUsage,
  OffsetConflictError,
  type Position,
  type RecordStore,
  type StoreBatch,
  type StoreOutcome,
} from './port';
import { type Applier, type Slice, applyAtOnce, applyOrBisect } from './apply-or-bisect';
import type { Applied, KindStoreOptions } from './kinds/kind';
import { KindStores } from './record-kinds';
import { insertDeadLetter, insertUndecodable } from './sql/dead-letters';
import { advancePosition, readPosition } from './sql/offsets';
import { seenRecords } from './sql/receipts';
import { classifyFailure } from './sqlstate';
import { DailyChanges } from './state/daily';

export interface PostgresStoreOptions extends KindStoreOptions {
  /** A pool that acts as the writer role (see `writerPoolConfig`). */
  readonly pool: Pool;
  /** After so many milliseconds a batch is given up and can be tried again. */
  readonly deadlineMs?: number;
  /** Collects garbage; called before a batch is stored once more. */
  readonly freeMemory?: (() => void) | undefined;
  /** Called after the commit with what a batch added, by model; not where the outcome of the commit is not known. */
  readonly onUsage?: (usage: readonly ModelUsage[]) => void;
}

/**
 * Longer than any statement may take. The server's own time-outs do not reach this end of a connection that has gone
 * silent, and a batch that waits for it would hold up its partition for ever.
 */
const DEADLINE_MS = 45_000;

/** The record store on Postgres. Any number of them may write at once. */
export function createPostgresStore({
  pool,
  prices,
  now,
  deadlineMs = DEADLINE_MS,
  freeMemory = () => undefined,
  onUsage = () => undefined,
}: PostgresStoreOptions): RecordStore {
  const kinds = new KindStores({ prices, now });

  const store = (batch: StoreBatch, from: Position): Promise<StoreOutcome> =>
    withConnection(pool, deadlineMs, (client) => prepareAndStore(client, batch, from));

  async function prepareAndStore(client: PoolClient, batch: StoreBatch, from: Position): Promise<StoreOutcome> {
    const records = batch.deliveries.map((delivery) => delivery.record);
    await kinds.prepare(client, records);
    try {
      await client.query('begin');
      return await storeWithin(client, batch, from, applyAtOnce);
    } catch (error) {
      if (classifyFailure(error) !== 'data') throw error;
      // Rare enough to do the work again, this time with a savepoint before every step.
      freeMemory();
      await client.query('rollback; begin');
      return storeWithin(client, batch, from, applyOrBisect);
    }
  }

  async function storeWithin(
    client: PoolClient,
    batch: StoreBatch,
    from: Position,
    applier: Applier,
  ): Promise<StoreOutcome> {
    const slices = batch.deliveries.map<Slice>(({ offset, record }) => ({ offset, firstItem: 0, record }));
    const records = slices.map((slice) => slice.record);
    const items = itemsOf(records);
    const apply = await kinds.begin(client, records);
    const seen = await seenRecords(client, records.filter(hasReceipt));
    const done: Applied[] = [];
    const letters = await applier(
      client,
      slices.filter(({ record }) => !seen.has(record)),
      async (parts) => void done.push(...(await apply(parts))),
    );
    // What was refused may be large, and is encoded once more to be kept.
    if (letters.length > 0) freeMemory();
    const place = { ...batch, epoch: from.epoch };
    for (const letter of letters) await insertDeadLetter(client, place, letter);
    for (const letter of batch.undecodable) await insertUndecodable(client, place, letter);

    const daily = new DailyChanges();
    for (const applied of done) if (applied.daily !== undefined) daily.addAll(applied.daily);
    await applyDaily(client, daily);

    // A refused statement about the trace (item -1) is kept as a letter but is none of the record's items.
    const duplicate = done.reduce((sum, { duplicates }) => sum + duplicates, itemsOf([...seen]));
    const refused = letters.filter((letter) => letter.item >= 0).length;
    const undecodable = batch.undecodable.reduce((sum, letter) => sum + letter.items, 0);
    const outcome = { stored: items - duplicate - refused, duplicate, dead: refused + undecodable };
    if (!(await advancePosition(client, { ...batch, from, nextOffset: batch.next }, outcome))) {
      throw new OffsetConflictError(`${batch.topic}/${batch.partition} does not stand at offset ${from.nextOffset}`);
    }
    await client.query('commit');
    for (const { committed } of done) committed?.();
    onUsage(daily.byModel());
    return outcome;
  }

  return {
    store,
    position: (topic, partition) =>
      withConnection(pool, deadlineMs, (client) => readPosition(client, { topic, partition })),
  };
}

function itemsOf(records: readonly SluiceRecord[]): number {
  return records.reduce((sum, record) => sum + itemCount(record), 0);
}
