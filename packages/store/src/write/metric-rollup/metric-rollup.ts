import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../session/transaction';
import { withClient } from '../../session/with-client';
import {
  ROLL_UP_DIRTY,
  ROLL_UP_PAGE,
  ROLLUP_STATE,
  QUEUE_DAYS,
  QUEUE_POINTS,
  PARTITIONS,
  TAKE_DIRTY_HOURS,
} from './metric-statements';

/** Result of one run. */
export interface MetricRollupOutcome {
  /** Number of hours that were rolled up. */
  readonly hours: number;
  /** Dirty hours that are left, counted up to `MAX_COUNTED`. */
  readonly dirtyHours: number;
  /** Time before which all hours are rolled up, in microseconds since the epoch; undefined: none are yet. */
  readonly rolledUpBefore: number | undefined;
  /** `at-once`: another run can do more; `waiting`: earlier transactions must end before a run can do more; `nothing`. */
  readonly left: 'at-once' | 'waiting' | 'nothing';
}

/** Derives `metric_hours` from points. Any number of processes may run a rollup: one of them works at a time. */
export interface MetricRollup {
  /**
   * Runs one step, which lasts some tenths of a second. On an error it rejects: earlier steps stay committed, and the next run continues
   * after them. A kill at any moment has the same effect.
   * @param signal aborted: the run is cancelled and rejects
   * @returns undefined if another process holds the lock
   */
  run(signal: AbortSignal): Promise<MetricRollupOutcome | undefined>;
}

export interface MetricRollupOptions {
  /** See `writerPoolConfig`. */
  readonly pool: Pool;
  /** Limit of the series of a page, and of the dirty hours of one step. */
  readonly most?: number;
}

/**
 * SQL: inserts the state row of the rollup again, in one transaction. Without this row no change of a point makes its hour dirty, so
 * existing rollups may be wrong.
 */
export const MAKE_METRIC_STATE =
  'insert into sluice.metric_rollup_state default values; delete from sluice.metric_hours; delete from sluice.metric_values;';

/** SQL: key of the advisory lock that one run at a time holds. */
export const METRIC_LOCK = `hashtextextended('sluice.metric_rollup', 0)`;

const MAX_COUNTED = 1_000_000;
/** Milliseconds that a page may last; the size of the next page follows from it. */
const PAGE_MS = 300;

interface RollupState {
  readonly from: string;
  readonly to: string;
  readonly markedBefore: string;
  readonly nextSeries: string;
  readonly partitions: readonly string[] | null;
  readonly isRolledUp: boolean;
  readonly isAsked: boolean;
  readonly isSettled: boolean;
  readonly mayClose: boolean;
  readonly closing: string;
}

export function createMetricRollup({ pool, most = 500 }: MetricRollupOptions): MetricRollup {
  let pageSize = Math.min(16, most);

  /** @returns number of hours rolled up */
  async function rollUpNext(client: PoolClient, state: RollupState): Promise<number> {
    const begun = performance.now();
    const size = pageSize;
    pageSize = Math.ceil(size / 8); // kept if the page exceeds a time limit and rejects
    const hours = await rollUpPage(client, state, size);
    pageSize = performance.now() - begun < PAGE_MS ? Math.min(2 * size, most) : Math.ceil(size / 2);
    return hours;
  }

  /** Does the first thing that is due; every branch leaves a state from which the next run continues. */
  async function step(client: PoolClient): Promise<Pick<MetricRollupOutcome, 'hours' | 'left'>> {
    const state = await stateOf(client);
    if (await notePartitions(client, state.partitions)) return { hours: 0, left: 'at-once' };
    const marked = await rollUpDirty(client, state, most);
    if (marked > 0) return { hours: marked, left: 'at-once' };
    if (state.isRolledUp) {
      if (!state.mayClose) return { hours: 0, left: 'nothing' };
      await client.query('update sluice.metric_rollup_state set closed_before = $1, closed_by = null', [state.closing]);
      return { hours: 0, left: 'at-once' };
    }
    if (!state.isAsked) {
      await client.query('update sluice.metric_rollup_state set closed_by = pg_current_xact_id()');
      return { hours: 0, left: 'at-once' };
    }
    if (!state.isSettled) return { hours: 0, left: 'waiting' };
    return { hours: await rollUpNext(client, state), left: 'at-once' };
  }

  return {
    run: (signal) =>
      withClient(
        pool.connect(),
        (client) =>
          inTransaction(client, {}, async () => {
            if (!(await tryLock(client))) return undefined;
            const done = await step(client);
            return { ...done, ...(await measure(client)) };
          }),
        { signal },
      ),
  };
}

async function tryLock(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(${METRIC_LOCK}) as locked`,
  );
  return rows[0]?.locked === true;
}

async function stateOf(client: PoolClient): Promise<RollupState> {
  const { rows } = await client.query<RollupState>(ROLLUP_STATE);
  const [state] = rows;
  if (state === undefined)
    throw new Error(`sluice.metric_rollup_state has no row: run in one transaction: ${MAKE_METRIC_STATE}`);
  return state;
}

/** @returns number of hours that were dirty */
async function rollUpDirty(client: PoolClient, state: RollupState, most: number): Promise<number> {
  // Until all transactions that do not make hours dirty have ended, the rollup of such an hour may become wrong unnoticed.
  const before = state.isSettled ? state.markedBefore : state.from;
  const { rows } = await client.query<{ series: string; hour: string }>(TAKE_DIRTY_HOURS, [
    before,
    state.markedBefore,
    most,
  ]);
  if (rows.length === 0) return 0;
  await client.query(ROLL_UP_DIRTY, [rows.map(({ series }) => series), rows.map(({ hour }) => hour), before]);
  return rows.length;
}

/** @returns number of hours rolled up */
async function rollUpPage(client: PoolClient, { from, to, nextSeries }: RollupState, size: number): Promise<number> {
  const { rows } = await client.query<{ hours: number; next: string | null }>(ROLL_UP_PAGE, [
    from,
    to,
    nextSeries,
    size,
  ]);
  const { hours = 0, next = null } = rows[0] ?? {};
  if (next !== null) await client.query('update sluice.metric_rollup_state set next_series = $1', [next]);
  else await client.query('update sluice.metric_rollup_state set rolled_up_before = $1, next_series = 0', [to]);
  return hours;
}

/**
 * Makes hours dirty after an operator has detached or attached a partition: no statement changes its points then.
 * @returns whether partitions were attached or detached
 */
async function notePartitions(client: PoolClient, known: readonly string[] | null): Promise<boolean> {
  const { rows } = await client.query<{ names: string[] }>(PARTITIONS);
  const names = rows[0]?.names ?? [];
  if (known?.join() === names.join()) return false;
  for (const name of known ?? []) if (!names.includes(name)) await client.query(QUEUE_DAYS, daysOf(name));
  for (const name of known === null ? [] : names) {
    if (!known?.includes(name)) await client.query(QUEUE_POINTS, [...daysOf(name), name]);
  }
  await client.query('update sluice.metric_rollup_state set partitions = $1', [names]);
  return true;
}

/** Returns the first day of a partition, and the day after its last; null if its name contains no day. */
function daysOf(partition: string): [string | null, string | null] {
  const day = /^sluice\.metric_points_(\d{4})(\d\d)(\d\d)$/.exec(partition)?.slice(1).join('-');
  if (day === undefined) return [null, null];
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return [day, next];
}

async function measure(client: PoolClient): Promise<Pick<MetricRollupOutcome, 'dirtyHours' | 'rolledUpBefore'>> {
  const { rows } = await client.query<{ dirtyHours: number; before: number | null }>(
    `select (select count(*)::integer from (select from sluice.metric_rollup_dirty limit ${MAX_COUNTED}) c) as "dirtyHours",
       case when isfinite(f.rolled_up_before) then (extract(epoch from f.rolled_up_before) * 1000000)::double precision end as before
     from sluice.metric_rollup_state f`,
  );
  return { dirtyHours: rows[0]?.dirtyHours ?? 0, rolledUpBefore: rows[0]?.before ?? undefined };
}
