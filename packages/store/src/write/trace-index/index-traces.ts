import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../session/transaction';
import { withClient } from '../../session/with-client';
import { INDEX_FORMAT, SEGMENT_SIZE } from '../../trace-index-format';
import { tookTooLong } from '../sqlstate';
import { hasWork, holdState, nextPage, takeDirtyKeys } from './dirty-queue';
import { GrowingTraces } from './growing-traces';
import { type IndexedSegment, SegmentAnalyzer } from './analyze-segments';
import { type Block, ObservationRollups } from './observation-rollups';
import { SegmentRollups, type InvalidatedSegment, type EarlyRollups } from './segment-rollups';
import { INDEX_OBSERVATIONS } from './index-observations';
import { INDEX_TRACES } from './index-statement';
import { TextFilters } from './text-filters';

/** Result of one round. */
export interface IndexOutcome {
  /** Number of traces that the round has compared with the index. */
  readonly indexed: number;
  /** Dirty traces that are left for the next round at once, counted up to `MAX_COUNTED`. */
  readonly waiting: number;
  /** Dirty traces that are left until they grow no more. */
  readonly growing: number;
  /** The index contains all traces that are not dirty. False: traces that existed before the index are still to be indexed. */
  readonly isComplete: boolean;
  /** The round has made rollups: of a segment, of some of its traces, or of the observations of a block; more may be due. */
  readonly rolledUp: boolean;
  /** The round has made a filter of texts; more may be due. */
  readonly filtered: boolean;
}

/** Keeps the trace index up to date. Any number of processes may run an indexer: one of them works at a time. */
export interface TraceIndexer {
  /**
   * Removes keys from the dirty queue and indexes their traces, in one transaction. Until the index is complete, the round also indexes a
   * page of the traces that existed before it. If no dirty trace is left but those that grow, a second transaction makes the rollups of at
   * most one segment, a third one those of at most one block, and a fourth one a filter of texts, if neither was due.
   * A kill undoes only the transaction that runs. The caller decides when the next round starts and when a failed one is repeated
   * (`services/writer/src/index-job.ts`).
   * @param signal aborted: the round is cancelled and rejects
   * @throws the error of a statement; the queue and the index are then as before the round
   * @returns undefined if another process holds the lock
   */
  round(signal: AbortSignal): Promise<IndexOutcome | undefined>;
}

const LOCK = `hashtextextended('sluice.trace_index', 0)`;
/**
 * Limits of the keys of a round, and of the traces of its page. A round of 4,000 keys lasts some tenths of a second. The limit is halved after
 * a round that exceeds its time limit (`indexerPoolConfig`), and doubled after each other one.
 */
const MAX_KEYS = 4000;
const MIN_KEYS = 100;
/** SQL: makes the indexer empty and rebuild the index. Reads use rows until it is complete. */
export const REBUILD = `update sluice.trace_index_state set is_complete = false, must_rebuild = true, format = ${INDEX_FORMAT}`;
/** Limit up to which dirty traces are counted. */
const MAX_COUNTED = 1_000_000;
/** Segment from which on the index is rebuilt, with positions from 0: a position is an integer of four bytes. */
const LAST_SEGMENT = Math.floor(2_000_000_000 / SEGMENT_SIZE);

export interface IndexerOptions {
  /** Pool of one permanent connection that acts as the writer role (see `indexerPoolConfig`). */
  readonly pool: Pool;
  /** Limit of the traces of a round. */
  readonly maxKeys?: number;
  /** Number of changed values; see `SegmentAnalyzer`. */
  readonly analyzeAfter?: number;
  /** Milliseconds; see `SegmentRollups` and `ObservationRollups`. */
  readonly idleMs?: number;
  readonly earlyRollups?: EarlyRollups;
  /** Limit; see `ObservationRollups`. */
  readonly maxValues?: number;
  /** Traces; see `TextFilters`. */
  readonly minChanged?: number;
  /** Rounds for which a trace that grows is left in the dirty queue, at most; see `GrowingTraces`. 0: each round indexes all. */
  readonly patience?: number;
}

export function createTraceIndexer({
  pool,
  maxKeys = MAX_KEYS,
  analyzeAfter,
  idleMs,
  earlyRollups,
  maxValues,
  minChanged,
  patience = 0,
}: IndexerOptions): TraceIndexer {
  const analyzer = new SegmentAnalyzer(analyzeAfter);
  const rollups = new SegmentRollups({ idleMs, earlyRollups });
  const blocks = new ObservationRollups({ idleMs, lastIdleMs: idleMs, maxValues });
  const filters = new TextFilters(minChanged);
  const growing = new GrowingTraces(patience);
  /** Connections that hold the advisory lock; a connection keeps it until it ends. */
  const holders = new WeakSet<PoolClient>();
  let limit = maxKeys;

  const forget = (): void => {
    rollups.forget();
    blocks.forget();
    filters.forget();
    growing.forget();
  };

  async function holdsLock(client: PoolClient): Promise<boolean> {
    if (holders.has(client)) return true;
    const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK}) as locked`);
    if (rows[0]?.locked !== true) return false;
    holders.add(client);
    forget(); // another process may have had the lock
    return true;
  }

  /** Makes the rollups that are due, else the filter that is. */
  async function derive(client: PoolClient): Promise<Pick<IndexOutcome, 'rolledUp' | 'filtered'>> {
    const makeNext = async (of: SegmentRollups | ObservationRollups): Promise<boolean> =>
      of.isDue && (await inTransaction(client, {}, () => of.next(client)));
    const made = [await makeNext(rollups), await makeNext(blocks)];
    const rolledUp = made.includes(true);
    if (rolledUp) filters.addRolledUp();
    return { rolledUp, filtered: !rolledUp && filters.isDue && (await makeFilter(client)) };
  }

  async function makeFilter(client: PoolClient): Promise<boolean> {
    try {
      return await inTransaction(client, {}, () => filters.next(client));
    } catch (error) {
      if (!tookTooLong(error)) throw error;
      return inTransaction(client, {}, () => filters.leaveOut(client));
    }
  }

  async function roundOn(client: PoolClient): Promise<IndexOutcome | undefined> {
    if (!(await holdsLock(client))) return undefined;
    const isIdle = !(await hasWork(client));
    if (isIdle) growing.forget();
    const { hasMore, invalidated, invalidatedBlocks, ...outcome } = isIdle
      ? NOTHING
      : await inTransaction(client, {}, () => indexSome(client, { limit, analyzer, growing }));
    rollups.addInvalidated(invalidated);
    blocks.addInvalidated(invalidatedBlocks);
    if (outcome.indexed > 0) filters.addIndexed();
    if (hasMore) return { ...outcome, waiting: await countDirty(client), rolledUp: false, filtered: false };
    const derived = outcome.isComplete ? await derive(client) : { rolledUp: false, filtered: false };
    return { ...outcome, waiting: 0, ...derived };
  }

  return {
    async round(signal) {
      signal.throwIfAborted();
      try {
        const outcome = await withClient(pool.connect(), roundOn, { signal });
        limit = Math.min(2 * limit, maxKeys);
        return outcome;
      } catch (error) {
        forget(); // a transaction that was rolled back may have changed what is known
        if (tookTooLong(error)) limit = Math.max(Math.floor(limit / 2), Math.min(MIN_KEYS, maxKeys));
        throw error;
      }
    },
  };
}

interface RoundParts {
  /** Number of keys. */
  readonly limit: number;
  readonly analyzer: SegmentAnalyzer;
  readonly growing: GrowingTraces;
}

/** Result of a round, with the segments that are no longer valid. */
interface IndexedRound extends Pick<IndexOutcome, 'indexed' | 'growing' | 'isComplete'> {
  readonly hasMore: boolean;
  readonly invalidated: readonly InvalidatedSegment[];
  readonly invalidatedBlocks: readonly Block[];
}

const NOTHING: IndexedRound = {
  ...{ indexed: 0, growing: 0, isComplete: true, hasMore: false },
  ...{ invalidated: [], invalidatedBlocks: [] },
};

/**
 * Indexes the traces of one round, in the caller's transaction. While the index is rebuilt, a round also indexes the next page of all traces
 * in order of time, so that positions have this order. `INDEX_TRACES` skips a dirty trace beyond the page, although its key was removed from
 * the queue: a later page reads the row, and a change after that inserts the key again.
 */
async function indexSome(client: PoolClient, { limit, analyzer, growing }: RoundParts): Promise<IndexedRound> {
  const state = await holdState(client);
  if (!state.isCurrent) {
    // Reads do not use it, but the next transaction empties it only if it is not complete.
    await client.query(REBUILD);
    return { ...NOTHING, isComplete: false, hasMore: true };
  }
  if (state.mustRebuild) {
    // TRUNCATE waits for reads that hold these tables, and new reads wait for TRUNCATE: at most 1 s, then the round fails and is repeated.
    await client.query(`set local lock_timeout = '1s'; select sluice.empty_trace_index();
      update sluice.trace_index_state set must_rebuild = false, indexed_to = null, indexed_id = null`);
    return { ...NOTHING, isComplete: false, hasMore: true };
  }
  const page = state.isComplete ? [] : await nextPage(client, state, limit);
  // After the page: a change since the snapshot of the page has its key in this read of the queue, or in a later one.
  const { keys: dirty, hasMore } = await takeDirtyKeys(client, limit, growing);
  const last = page.at(-1);
  const keys = [...new Map([...page, ...dirty].map((each) => [each.key, each])).values()];
  const { rows: indexedSegments } = await client.query<IndexedSegment>(INDEX_TRACES, [
    keys.map(({ project }) => project),
    keys.map(({ key }) => key),
    last?.at ?? null,
    last?.key ?? null,
  ]);
  // A trace of another part was inserted since, or is that of a later page: it is still to be indexed.
  const parts = indexedSegments.flatMap(({ firstPart, lastPart }) =>
    [firstPart, lastPart].filter((part) => part !== null),
  );
  const bounds = parts.length === 0 ? [null, null] : [Math.min(...parts), Math.max(...parts)];
  await client.query(INDEX_OBSERVATIONS, [keys.map(({ key }) => key), ...bounds]);
  growing.addIndexed(keys.map(({ key }) => key));
  const invalidated = [...indexedSegments, ...(await analyzer.addChanges(client, indexedSegments))];
  const isComplete = last === undefined;
  if (!state.isComplete) {
    await client.query(
      'update sluice.trace_index_state set is_complete = $1, indexed_to = $2::timestamptz, indexed_id = $3',
      [isComplete, last?.at ?? null, last?.key ?? null],
    );
  }
  if (isComplete && indexedSegments.some(({ segment }) => segment >= LAST_SEGMENT)) await client.query(REBUILD);
  const invalidatedBlocks = indexedSegments.flatMap(({ project, blocks }) =>
    blocks.map((block) => ({ project, block })),
  );
  return { indexed: keys.length, growing: growing.size, isComplete, hasMore, invalidated, invalidatedBlocks };
}

async function countDirty(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::integer as n from (select from sluice.trace_index_dirty limit $1) m',
    [MAX_COUNTED],
  );
  return rows[0]?.n ?? 0;
}
