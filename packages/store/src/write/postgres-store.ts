import type { PriceTable } from '@sluice/pricing';
import { type Micros, type SluiceRecord, itemCount, keyHash } from '@sluice/record';
import type { Pool, PoolClient } from 'pg';
import { type KnownSeries, SeriesCache, applyMetrics, unseenRecords } from './apply-metrics';
import { applyDaily, applyTraces } from './apply-traces';
import { withConnection } from './connection';
import { Partitions } from './partitions';
import {
  type ModelUsage,
  OffsetConflictError,
  type Position,
  type RecordStore,
  type StoreBatch,
  type StoreOutcome,
} from './port';
import { insertDeadLetter, insertUndecodable } from './sql/dead-letters';
import { advancePosition, readPosition } from './sql/offsets';
import { classifyFailure } from './sqlstate';
import { type Applier, type Piece, applyAtOnce, applyOrBisect } from './apply-or-bisect';
import { holdPinFrom } from './sql/pin-from';
import { DailyChanges } from './state/daily';
import { dayOf } from './state/usage';

/** Rows of one trace in the daily tables are spread over so many, so that writers seldom wait for the same row. */
const DAILY_SHARDS = 8;

export interface PostgresStoreOptions {
  /** A pool that acts as the writer role (see `writerPoolConfig`). */
  readonly pool: Pool;
  readonly prices: PriceTable;
  /** Microseconds since the epoch. */
  readonly now: () => Micros;
  /** After so many milliseconds a batch is given up and can be tried again. */
  readonly deadlineMs?: number;
  /** Collects what the process does not hold any more; called before a batch is stored once more. */
  readonly makeRoom?: (() => void) | undefined;
  /** Told after the commit what a batch added, by model; of a commit whose outcome is not known, nothing. */
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
  makeRoom = () => undefined,
  onUsage = () => undefined,
}: PostgresStoreOptions): RecordStore {
  const partitions = new Partitions(now);
  const seriesCache = new SeriesCache();
  /** As the last transaction found it: what was dropped is not made again. */
  let pinFrom = 0;
  const shardOf = (traceId: string) => keyHash(traceId) % DAILY_SHARDS;
  // A gateway whose clock runs ahead has received it by now, too.
  const receivedOn = (receivedAt: Micros) => dayOf(Math.min(receivedAt, now()));

  const store = (batch: StoreBatch, from: Position): Promise<StoreOutcome> =>
    withConnection(pool, deadlineMs, (client) => prepareAndStore(client, batch, from));

  async function prepareAndStore(client: PoolClient, batch: StoreBatch, from: Position): Promise<StoreOutcome> {
    const records = batch.deliveries.map((delivery) => delivery.record);
    await partitions.ensure(client, records, pinFrom);
    try {
      await client.query('begin');
      return await storeWithin(client, batch, from, applyAtOnce);
    } catch (error) {
      if (classifyFailure(error) !== 'data') throw error;
      // Rare enough to do the work again, this time with a savepoint before every step.
      makeRoom();
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
    // First of all locks, so that nobody waits for us while we wait for it.
    const holdsTraces = batch.deliveries.some(({ record }) => record.kind === 'trace');
    if (holdsTraces) pinFrom = await holdPinFrom(client);
    const partOf = partitions.partsFrom(pinFrom);
    const pieces = batch.deliveries.map<Piece>(({ offset, record }) => ({ offset, firstItem: 0, record }));
    const items = pieces.reduce((sum, piece) => sum + itemCount(piece.record), 0);
    const metrics = pieces.map((piece) => piece.record).filter((record) => record.kind === 'metric');
    const unseen = metrics.length === 0 ? new Set<SluiceRecord>() : await unseenRecords(client, metrics);
    const toStore = pieces.filter(({ record }) => record.kind === 'trace' || unseen.has(record));
    let duplicate = metrics.reduce((sum, record) => (unseen.has(record) ? sum : sum + itemCount(record)), 0);

    const daily = new DailyChanges();
    const madeSeries: ReadonlyMap<string, KnownSeries>[] = [];
    const letters = await applier(client, toStore, async (records) => {
      const traces = records.filter((record) => record.kind === 'trace');
      const points = records.filter((record) => record.kind === 'metric');
      const series =
        points.length === 0 ? undefined : await applyMetrics(client, points, { cache: seriesCache, receivedOn });
      const applied = await applyTraces(client, traces, { prices, partOf, shardOf });
      duplicate += applied.duplicates;
      daily.addAll(applied.daily);
      if (series !== undefined) madeSeries.push(series);
    });
    // What was refused may be large, and is encoded once more to be kept.
    if (letters.length > 0) makeRoom();
    const place = { ...batch, epoch: from.epoch };
    for (const letter of letters) await insertDeadLetter(client, place, letter);
    for (const letter of batch.undecodable) await insertUndecodable(client, place, letter);

    await applyDaily(client, daily);

    // A refused statement about the trace (item -1) is kept as a letter but is none of the record's items.
    const refused = letters.filter((letter) => letter.item >= 0).length;
    const undecodable = batch.undecodable.reduce((sum, letter) => sum + letter.items, 0);
    const outcome = { stored: items - duplicate - refused, duplicate, dead: refused + undecodable };
    if (!(await advancePosition(client, { ...batch, from, nextOffset: batch.next }, outcome))) {
      throw new OffsetConflictError(`${batch.topic}/${batch.partition} does not stand at offset ${from.nextOffset}`);
    }
    await client.query('commit');
    for (const series of madeSeries) seriesCache.addAll(series);
    onUsage(daily.byModel());
    return outcome;
  }

  return {
    store,
    position: (topic, partition) =>
      withConnection(pool, deadlineMs, (client) => readPosition(client, { topic, partition })),
  };
}
