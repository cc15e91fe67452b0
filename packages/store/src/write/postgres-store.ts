import { type SluiceRecord, hasReceipt, itemCount } from '@sluice/record';
import type { Pool, PoolClient } from 'pg';
import { type Pipeline, pipelined } from '../session/pipeline';
import { applyDaily } from './apply-traces';
import { withConnection } from './connection';
import {
  type CommonStore,
  type FencedBatch,
  type ModelUsage,
  OffsetConflictError,
  type CommittedOffset,
  type StoreBatch,
  type StoreOutcome,
} from './port';
import { type Applier, type LoggedRecord, applyAtOnce, applyOrBisect } from './apply-or-bisect';
import type { Applied, KindStoreOptions } from './kinds/kind';
import { KindStores } from './record-kinds';
import { repeatEachOther } from './packs/find-repetition';
import { type LogPartition, insertDeadLetter, insertUndecodable } from './sql/dead-letters';
import { advancePositions, readPosition } from './sql/offsets';
import { seenRecords } from './sql/receipts';
import { TryAgainError, classifyFailure } from './sqlstate';
import { DailyChanges } from './state/daily';

export interface PostgresStoreOptions extends Omit<KindStoreOptions, 'freeMemory' | 'onTexts' | 'isPacked'> {
  /** Pool that acts as the writer role (see `writerPoolConfig`). */
  readonly pool: Pool;
  /** Milliseconds after which a batch is cancelled and can be retried. */
  readonly deadlineMs?: number;
  /** Collects garbage; called before a batch is stored a second time, and while long texts are merged. */
  readonly freeMemory?: (() => void) | undefined;
  /** Called after the commit with the usage that a batch added, by model; not called if the outcome of the commit is unknown. */
  readonly onUsage?: (usage: readonly ModelUsage[]) => void;
  readonly onTexts?: KindStoreOptions['onTexts'];
  /** Default: if texts repeat each other. */
  readonly isPacked?: KindStoreOptions['isPacked'];
}

/**
 * Deadline of a batch, longer than any statement may last. The server's own time-outs do not reach this end of a dead connection, and a
 * batch that waits for it would block its partition for ever.
 */
const DEADLINE_MS = 45_000;

/** Creates the record store on Postgres. Any number of stores may write at once. */
export function createPostgresStore({
  pool,
  prices,
  now,
  deadlineMs = DEADLINE_MS,
  freeMemory = () => undefined,
  onUsage = () => undefined,
  onTexts = () => undefined,
  isPacked = repeatEachOther,
}: PostgresStoreOptions): CommonStore {
  const kinds = new KindStores({ prices, now, freeMemory, onTexts, isPacked });

  const store = (batch: StoreBatch, from: CommittedOffset): Promise<StoreOutcome> =>
    withConnection(pool, deadlineMs, async (client) => {
      const batches = [{ batch, from }];
      await prepare(client, batches);
      let stored = begin(client, batches);
      // Rare enough to repeat the work, this time with a savepoint before every step. The last attempt moves the daily sums within each
      // step, in case Postgres refuses one of them: their locks last longer then.
      for (const dailyWithin of [false, true]) {
        stored = stored.catch((error: unknown) => {
          if (classifyFailure(error) !== 'data') throw error;
          freeMemory();
          kinds.forget();
          const how = { opening: 'rollback; begin', applier: applyOrBisect, dailyWithin };
          return pipelined(client, (pipeline) => storeWithin(pipeline, batches, how));
        });
      }
      const [outcome] = await stored;
      return outcome as StoreOutcome;
    });

  const storeTogether = (batches: readonly FencedBatch[]): Promise<StoreOutcome[]> =>
    withConnection(pool, deadlineMs, async (client) => {
      await prepare(client, batches);
      return begin(client, batches).catch((error: unknown) => {
        if (classifyFailure(error) !== 'data') throw error;
        throw new TryAgainError('Postgres refuses a record of one of the batches', { cause: error });
      });
    });

  async function prepare(client: PoolClient, batches: readonly FencedBatch[]): Promise<void> {
    const records = batches.flatMap(({ batch }) => batch.deliveries.map(({ record }) => record));
    await kinds.prepare(client, records);
  }

  function begin(client: PoolClient, batches: readonly FencedBatch[]): Promise<StoreOutcome[]> {
    const how = { opening: 'begin', applier: applyAtOnce, dailyWithin: false };
    return pipelined(client, (pipeline) => storeWithin(pipeline, batches, how));
  }

  async function storeWithin(
    pipeline: Pipeline,
    batches: readonly FencedBatch[],
    { opening, applier, dailyWithin }: Attempt,
  ): Promise<StoreOutcome[]> {
    const { client } = pipeline;
    const parts = batches.map(({ batch, from }) => {
      const { topic, partition } = batch;
      return { batch, from, place: { topic, partition, epoch: from.epoch } };
    });
    const slices = parts.flatMap(({ batch, place }) =>
      batch.deliveries.map<LoggedRecord>(({ offset, record }) => ({ place, offset, firstItem: 0, record })),
    );
    const records = slices.map((slice) => slice.record);
    pipeline.send(opening);
    const apply = await kinds.begin(client, records);
    await pipeline.answered(); // nothing may be written outside of a transaction
    const seen = await seenRecords(client, records.filter(hasReceipt));
    const { applied, letters } = await applier(
      pipeline,
      slices.filter(({ record }) => !seen.has(record)),
      async (within, some) => {
        const places = new Map(some.map(({ record, place }) => [record, place]));
        const kindsApplied = await apply(
          within,
          some.map(({ record }) => record),
        );
        if (dailyWithin) applyDaily(within, dailyOf(kindsApplied));
        return kindsApplied.map((each) => ({
          ...each,
          duplicates: each.duplicates.map((record) => places.get(record) as LogPartition),
        }));
      },
    );
    const done = applied.flat();
    // Refused records may be large, and are encoded once more for the dead letters.
    if (letters.length > 0) freeMemory();
    for (const letter of letters) await insertDeadLetter(client, letter);
    for (const { batch, place } of parts) {
      for (const letter of batch.undecodable) await insertUndecodable(client, place, letter);
    }

    const daily = dailyOf(done);
    if (!dailyWithin) applyDaily(pipeline, daily);

    const duplicates = countEach(done.flatMap((each) => each.duplicates));
    // A refused trace update (item -1) is stored as a letter but is none of the record's items.
    const refusals = countEach(letters.filter(({ item }) => item >= 0).map((letter) => letter.place));
    const advances = parts.map(({ batch, from, place }) => {
      const sent = batch.deliveries.map(({ record }) => record);
      const duplicate = itemsOf(sent.filter((record) => seen.has(record))) + (duplicates.get(place) ?? 0);
      const refused = refusals.get(place) ?? 0;
      const undecodable = batch.undecodable.reduce((sum, letter) => sum + letter.items, 0);
      const outcome = { stored: itemsOf(sent) - duplicate - refused, duplicate, dead: refused + undecodable };
      return { batch, from, outcome };
    });
    if ((await advancePositions(client, advances)) < advances.length) {
      const expected = advances.map(
        ({ batch, from }) => `${batch.topic}/${batch.partition} at offset ${from.nextOffset}`,
      );
      throw new OffsetConflictError(`not all stand where they should: ${expected.join(', ')}`);
    }
    await pipeline.answered(); // also errors of statements that could not be sent
    await client.query('commit');
    for (const { committed } of done) committed?.();
    onUsage(daily.byModel());
    return advances.map(({ outcome }) => outcome);
  }

  return {
    store,
    storeTogether,
    position: (topic, partition) =>
      withConnection(pool, deadlineMs, (client) => readPosition(client, { topic, partition })),
  };
}

/** How one transaction applies the records of batches. */
interface Attempt {
  /** SQL that begins the transaction. */
  readonly opening: string;
  readonly applier: Applier;
  /** The daily sums are written in each step of the applier, and not once at the end. */
  readonly dailyWithin: boolean;
}

function dailyOf(applied: readonly Pick<Applied, 'daily'>[]): DailyChanges {
  const daily = new DailyChanges();
  for (const each of applied) if (each.daily !== undefined) daily.addAll(each.daily);
  return daily;
}

function itemsOf(records: readonly SluiceRecord[]): number {
  return records.reduce((sum, record) => sum + itemCount(record), 0);
}

/** Counts how often each partition occurs. */
function countEach(places: readonly LogPartition[]): ReadonlyMap<LogPartition, number> {
  const counts = new Map<LogPartition, number>();
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  return counts;
}
