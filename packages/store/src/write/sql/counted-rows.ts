import type { PoolClient } from 'pg';
import { rowsOf } from '../../session/column-types';
import type { Pipeline } from '../../session/pipeline';
import { arrayText } from './escape';
import type { ObservationRow } from './observation-row';

/** Columns of an observation that enter sums, and that decide whether they do. */
export interface CountedRow extends Pick<
  ObservationRow,
  | ('trace_id' | 'id' | 'parent_id' | 'type' | 'scope' | 'counted' | 'counted_in' | 'model')
  | ('input_tokens' | 'output_tokens' | 'total_tokens' | 'input_cost' | 'output_cost' | 'total_cost' | 'cost_source')
> {
  readonly start: string;
}

/** A locked trace, of which either all observations are read or only those that other observations decide. */
interface CountedTrace {
  readonly part: number;
  readonly traceId: string;
  readonly isWhole: boolean;
}

/**
 * Reads observations of locked traces. Without `offset 0` the planner, which has no statistics of a growing partition, would read all of
 * the partition.
 */
export function selectCounted(client: PoolClient, traces: readonly CountedTrace[]): Promise<CountedRow[]> {
  return rowsOf<CountedRow>(
    client,
    `select o.* from unnest($1::integer[], $2::uuid[], $3::boolean[]) as k (part, trace_id, is_whole)
     cross join lateral (
       select trace_id, id, parent_id, type, scope, counted, counted_in, model, coalesce(start_time, created_at) as start,
         input_tokens, output_tokens, total_tokens, input_cost, output_cost, total_cost, cost_source
       from sluice.observations
       where part = k.part and trace_id = k.trace_id and (k.is_whole or counted_in is not null) and part = any($4::integer[]) offset 0
     ) o`,
    [
      arrayText(traces.map(({ part }) => part)),
      arrayText(traces.map(({ traceId }) => traceId)),
      traces.map(({ isWhole }) => isWhole),
      [...new Set(traces.map(({ part }) => part))],
    ],
  );
}

/** Decision about the usage of one observation. */
interface Counted {
  readonly part: number;
  readonly traceId: string;
  readonly id: string;
  readonly counted: boolean;
  readonly countedIn: string | undefined;
}

/** Sets in which observations the usage of observations of locked traces counts. */
export function setCounted(pipeline: Pipeline, rows: readonly Counted[]): void {
  if (rows.length === 0) return;
  pipeline.send(
    `update sluice.observations o set counted = s.counted, counted_in = s.counted_in
     from unnest($1::integer[], $2::uuid[], $3::uuid[], $4::boolean[], $5::uuid[]) as s (part, trace_id, id, counted, counted_in)
     where o.part = s.part and o.trace_id = s.trace_id and o.id = s.id
       and o.part = any($6::integer[]) and o.trace_id = any($7::uuid[])`,
    [
      arrayText(rows.map(({ part }) => part)),
      arrayText(rows.map(({ traceId }) => traceId)),
      arrayText(rows.map(({ id }) => id)),
      rows.map(({ counted }) => counted),
      arrayText(rows.map(({ countedIn }) => countedIn ?? null)),
      [...new Set(rows.map(({ part }) => part))],
      arrayText([...new Set(rows.map(({ traceId }) => traceId))]),
    ],
  );
}
