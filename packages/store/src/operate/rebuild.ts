import type { Pool } from 'pg';
import { ALL_FIELD } from '../places';
import { withClient } from '../session/with-client';
import { inTransaction } from '../session/transaction';
import { BEGIN_ANEW } from '../write/fold/fold';
import { METRIC_LOCK } from '../write/fold/metric-fold';

/** How far what fast reads go by is made of what is stored (docs/reference/reads.md). */
export interface DerivedProgress {
  /** Traces that are folded, of about so many; `built`: all are. */
  readonly traces: { readonly built: boolean; readonly folded: number; readonly about: number };
  /** Hours of metrics before this time are folded, in milliseconds since the epoch; undefined: none are. */
  readonly metricsBefore: Date | undefined;
}

export async function derivedProgress(pool: Pool): Promise<DerivedProgress> {
  const { rows } = await pool.query<{ built: boolean; folded: number; about: number; before: Date | null }>(
    `select f.built, coalesce((select sum(b.n) from sluice.trace_bits b where b.field = '${ALL_FIELD}' and b.value = ''), 0)::float8 as folded,
       greatest((select c.reltuples from pg_class c where c.oid = 'sluice.traces'::regclass), 0)::float8 as about,
       (select case when isfinite(m.folded_before) then m.folded_before end from sluice.metric_fold m) as before
     from sluice.trace_fold f`,
  );
  const found = rows[0];
  if (found === undefined) throw new Error('sluice.trace_fold has no row');
  const { built, folded, about, before } = found;
  return { traces: { built, folded, about }, metricsBefore: before ?? undefined };
}

/**
 * Has all that is derived from traces and metric points made anew by the writers; answers come from the rows meanwhile, and stay right.
 * One that is under way for traces goes on where it is.
 */
export function beginRebuild(pool: Pool): Promise<void> {
  return withClient(pool.connect(), (client) =>
    inTransaction(client, {}, async () => {
      const { rowCount } = await client.query(`${BEGIN_ANEW} where built`);
      if (rowCount === 0) return;
      // Not beside a run of the fold of metrics, which would leave hours of before.
      await client.query(`select pg_advisory_xact_lock(${METRIC_LOCK})`);
      await client.query(`update sluice.metric_fold set folded_before = '-infinity', next_series = 0`);
      await client.query('delete from sluice.metric_hours');
      await client.query('delete from sluice.metric_values');
    }),
  );
}
