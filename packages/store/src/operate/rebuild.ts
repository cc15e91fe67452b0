import type { Pool } from 'pg';
import { ALL_FIELD } from '../trace-index-format';
import { withClient } from '../session/with-client';
import { inTransaction } from '../session/transaction';
import { REBUILD } from '../write/trace-index/index-traces';
import { MAKE_METRIC_STATE, METRIC_LOCK } from '../write/metric-rollup/metric-rollup';

/** Progress of building the trace index and the hourly rollup (docs/reference/reads.md). */
export interface DerivedProgress {
  /** Number of indexed traces, and about how many there are; `isComplete`: the index contains all of them. */
  readonly traces: { readonly isComplete: boolean; readonly indexed: number; readonly about: number };
  /** Time before which hours of metrics are rolled up; undefined: none are. */
  readonly metricsBefore: Date | undefined;
}

interface Progress {
  /** null: the row does not exist. */
  readonly isComplete: boolean | null;
  readonly hasMetrics: boolean;
  readonly indexed: number;
  readonly about: number;
  readonly before: Date | null;
}

/** Reads the progress. @throws Error with the remedy, if the state row of the index or of the rollup was deleted */
export async function derivedProgress(pool: Pool): Promise<DerivedProgress> {
  const { rows } = await pool.query<Progress>(
    `select f.is_complete as "isComplete", m.only_row is not null as "hasMetrics", coalesce((select sum(b.n) from sluice.trace_index_bitmaps b where b.field = '${ALL_FIELD}' and b.value = ''), 0)::float8 as indexed,
       greatest((select c.reltuples from pg_class c where c.oid = 'sluice.traces'::regclass), 0)::float8 as about,
       case when isfinite(m.rolled_up_before) then m.rolled_up_before end as before
     from (select) one left join sluice.trace_index_state f on true left join sluice.metric_rollup_state m on true`,
  );
  const {
    isComplete = null,
    hasMetrics = false,
    indexed = 0,
    about = 0,
    before = null,
  }: Partial<Progress> = rows[0] ?? {};
  if (isComplete === null) {
    throw new Error(
      'sluice.trace_index_state has no row: let a writer run, which makes it, and indexes all traces again',
    );
  }
  if (!hasMetrics) {
    throw new Error(`sluice.metric_rollup_state has no row: run in one transaction: ${MAKE_METRIC_STATE}`);
  }
  return { traces: { isComplete, indexed, about }, metricsBefore: before ?? undefined };
}

/**
 * Makes the writers rebuild all that is derived from traces and metric points; meanwhile reads use the rows, and their answers stay right.
 * A rebuild of the trace index that is already running continues.
 */
export function beginRebuild(pool: Pool): Promise<void> {
  return withClient(pool.connect(), (client) =>
    inTransaction(client, {}, async () => {
      const { rowCount } = await client.query(`${REBUILD} where is_complete`);
      if (rowCount === 0) return;
      // Not at the same time as a run of the metric rollup, which would leave earlier hours.
      await client.query(`select pg_advisory_xact_lock(${METRIC_LOCK})`);
      await client.query(`update sluice.metric_rollup_state set rolled_up_before = '-infinity', next_series = 0`);
      await client.query('delete from sluice.metric_hours');
      await client.query('delete from sluice.metric_values');
    }),
  );
}
