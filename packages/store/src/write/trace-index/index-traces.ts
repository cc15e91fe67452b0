import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../session/transaction';
import { withClient } from '../../session/with-client';
import { SEGMENT_SIZE } from '../../trace-index';
import { tookTooLong } from '../sqlstate';
import { hasWork, holdState, nextPage, takeDirtyKeys } from './dirty-queue';
import { type ChangedSegment, SegmentAnalyzer } from './analyze-segments';
import { SegmentRollups, type TouchedSegment, type EarlyRollups } from './segment-rollups';
import { INDEX_TRACES } from './index-statement';

/** What one round did. */
export interface IndexOutcome {
  /** Traces that it looked at. */
  readonly indexed: number;
  /** Marks that are left, counted up to `MOST_COUNTED`. */
  readonly waiting: number;
  /** All traces are folded that have no mark. False: those that were there before are not all folded yet. */
  readonly isComplete: boolean;
  /** The sums of a bucket, or the usage of some of its traces, were made; there may be another one to do. */
  readonly rolledUp: boolean;
}

/**
 * Keeps what lists and totals are read from: folds traces that have changed into places, sums and bits. Any number of processes may
 * have one: one of them works at a time.
 */
export interface TraceIndexer {
  /**
   * Takes some of the marks away and folds the traces that have them, in one transaction. Until all traces are folded that were there
   * before, also some of these. A kill at any moment leaves what was before the round.
   * @param signal aborted: the round is given up and rejects
   * @returns undefined where another process is at it
   */
  round(signal: AbortSignal): Promise<IndexOutcome | undefined>;
}

const LOCK = `hashtextextended('sluice.fold', 0)`;
/** Traces of a round, some tenths of a second; less after one that took too long. */
const MOST_KEYS = 4000;
const FEWEST_KEYS = 100;
/** SQL: has all that is derived removed and made again. Reads do without it meanwhile. */
export const REBUILD = 'update sluice.trace_fold set built = false, stale = true';
/** Beyond it the number of marks says no more. */
const MOST_COUNTED = 1_000_000;
/** Positions are four bytes. From this bucket on they are given anew, from 0 on. */
const LAST_SEGMENT = Math.floor(2_000_000_000 / SEGMENT_SIZE);

export interface IndexerOptions {
  /** A pool of one connection that stays open and acts as the writer role (see `indexerPoolConfig`). */
  readonly pool: Pool;
  /** Traces of a round, at most. */
  readonly mostKeys?: number;
  /** See `Reviews`. */
  readonly analyzeAfter?: number;
  /** See `Seals`, in milliseconds. */
  readonly idleMs?: number;
  readonly earlyRollups?: EarlyRollups;
}

export function createTraceIndexer({
  pool,
  mostKeys = MOST_KEYS,
  analyzeAfter,
  idleMs,
  earlyRollups,
}: IndexerOptions): TraceIndexer {
  const analyzer = new SegmentAnalyzer(analyzeAfter);
  const rollups = new SegmentRollups({ idleMs, earlyRollups });
  /** Connections that have the lock: they keep it as long as they last. */
  const holders = new WeakSet<PoolClient>();
  let most = mostKeys;

  async function holdsLock(client: PoolClient): Promise<boolean> {
    if (holders.has(client)) return true;
    const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK}) as locked`);
    if (rows[0]?.locked !== true) return false;
    holders.add(client);
    rollups.forget(); // another process may have had the lock
    return true;
  }

  async function roundOn(client: PoolClient): Promise<IndexOutcome | undefined> {
    if (!(await holdsLock(client))) return undefined;
    const isIdle = !(await hasWork(client));
    const { hasMore, invalidated, ...outcome } = isIdle
      ? NOTHING
      : await inTransaction(client, {}, () => indexSome(client, most, analyzer));
    rollups.invalidated(invalidated);
    if (hasMore) return { ...outcome, waiting: await countDirty(client), rolledUp: false };
    const rolledUp =
      outcome.isComplete && rollups.isDue && (await inTransaction(client, {}, () => rollups.next(client)));
    return { ...outcome, waiting: 0, rolledUp };
  }

  return {
    async round(signal) {
      signal.throwIfAborted();
      try {
        const outcome = await withClient(pool.connect(), roundOn, { signal });
        most = Math.min(2 * most, mostKeys);
        return outcome;
      } catch (error) {
        rollups.forget(); // it may have noted what was not committed
        if (tookTooLong(error)) most = Math.max(Math.floor(most / 2), Math.min(FEWEST_KEYS, mostKeys));
        throw error;
      }
    },
  };
}

/** What a round did, and which buckets have no seal any more. */
interface IndexedRound extends Pick<IndexOutcome, 'indexed' | 'isComplete'> {
  readonly hasMore: boolean;
  readonly invalidated: readonly TouchedSegment[];
}

const NOTHING: IndexedRound = { indexed: 0, isComplete: true, hasMore: false, invalidated: [] };

/**
 * One round. While traces from before are not all folded, they come page by page, in order of time, so that their positions are.
 * Marks of traces that a later page has are taken away and left to it: whatever changes such a trace again, marks it again.
 */
async function indexSome(client: PoolClient, most: number, analyzer: SegmentAnalyzer): Promise<IndexedRound> {
  const state = await holdState(client);
  if (state.stale) {
    // Nobody uses what it empties, but whoever asks about it meanwhile waits behind it.
    await client.query(`set local lock_timeout = '1s'; select sluice.empty_fold();
      update sluice.trace_fold set stale = false, folded_to = null, folded_id = null`);
    return { indexed: 0, isComplete: false, hasMore: true, invalidated: [] };
  }
  const page = state.built ? [] : await nextPage(client, state, most);
  // After the page: what was changed since its snapshot has a mark in this one, or a later one.
  const { keys: dirty, hasMore } = await takeDirtyKeys(client, most);
  const last = page.at(-1);
  const keys = [...new Map([...page, ...dirty].map((each) => [each.key, each])).values()];
  const { rows: changed } = await client.query<ChangedSegment>(INDEX_TRACES, [
    keys.map(({ project }) => project),
    keys.map(({ key }) => key),
    last?.at ?? null,
    last?.key ?? null,
  ]);
  const invalidated = [...changed, ...(await analyzer.add(client, changed))];
  const isComplete = last === undefined;
  if (!state.built) {
    await client.query('update sluice.trace_fold set built = $1, folded_to = $2::timestamptz, folded_id = $3', [
      isComplete,
      last?.at ?? null,
      last?.key ?? null,
    ]);
  }
  if (isComplete && changed.some(({ bucket }) => bucket >= LAST_SEGMENT)) await client.query(REBUILD);
  return { indexed: keys.length, isComplete, hasMore, invalidated };
}

async function countDirty(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::integer as n from (select from sluice.trace_changes limit $1) m',
    [MOST_COUNTED],
  );
  return rows[0]?.n ?? 0;
}
