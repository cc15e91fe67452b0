import { NIL_UUID } from '@sluice/record';
import type { Pipeline } from '../../session/pipeline';
import { isLeftToCalls } from '../state/trace-state';
import { arrayText } from './escape';
import type { StoredTrace } from './trace-row';

/** A trace whose input or output is that of a model call. */
export interface OpenTrace {
  readonly trace: StoredTrace;
  /** All of its observations are compared; otherwise only the candidates, which include the stored choice. */
  readonly isWhole: boolean;
  readonly candidates: readonly string[];
}

/** Returns whether the input or the output of a trace is that of a model call. */
export const isOpen = ({ state }: StoredTrace): boolean =>
  isLeftToCalls(state, 'input') || isLeftToCalls(state, 'output');

const START = 'coalesce(o.start_time, o.created_at)';
const CALL = `o.id, o.type, o.input is not null as has_input, o.output is not null as has_output,
      ${START} as start, greatest(o.end_time, ${START}) as finish`;
const IS_CALL = `o.part = any($5::integer[]) and o.type in ('GENERATION', 'AGENT')`;
/** SQL: sorts a generation before every agent. */
const BY_TYPE = `c.type = 'GENERATION' desc`;

/**
 * Sets the observations whose input and output traces show: the earliest generation with an input, and the generation with an output that
 * ended last; agents if no generation has one. To be sent after the rows of observations and traces. For a trace that is not compared as a
 * whole each candidate is a look-up by key, so the time depends on the size of the batch and not of the trace.
 */
export function chooseModelIo(pipeline: Pipeline, traces: readonly OpenTrace[]): void {
  if (traces.length === 0) return;
  const candidates = traces.flatMap(({ trace: { part, id }, isWhole, candidates: ids }) =>
    isWhole ? [] : ids.map((each) => ({ part, id, each })),
  );
  pipeline.send(
    `with open as materialized (
       select * from unnest($1::integer[], $2::uuid[], $3::boolean[], $4::boolean[], $6::boolean[]) as k (part, id, input, output, is_whole)
     ), calls as materialized (
       select k.id as trace_id, o.* from open k cross join lateral (
         select ${CALL} from sluice.observations o where k.is_whole and o.part = k.part and o.trace_id = k.id and ${IS_CALL} offset 0) o
       union all
       select k.trace_id, o.* from unnest($7::integer[], $8::uuid[], $9::uuid[]) as k (part, trace_id, id) cross join lateral (
         select ${CALL} from sluice.observations o
         where o.part = k.part and o.trace_id = k.trace_id and o.id = k.id and ${IS_CALL} limit 1) o
     ), inputs as (
       select distinct on (c.trace_id) c.trace_id, c.id from calls c where c.has_input order by c.trace_id, ${BY_TYPE}, c.start, c.id
     ), outputs as (
       select distinct on (c.trace_id) c.trace_id, c.id from calls c where c.has_output
       order by c.trace_id, ${BY_TYPE}, c.finish desc, c.id
     ), chosen as (
       select k.id, case when k.input then coalesce(i.id, '${NIL_UUID}') else t.input_from end as input_from,
         case when k.output then coalesce(o.id, '${NIL_UUID}') else t.output_from end as output_from
       from open k join sluice.traces t on t.id = k.id left join inputs i on i.trace_id = k.id left join outputs o on o.trace_id = k.id
     )
     update sluice.traces t set input_from = c.input_from, output_from = c.output_from
     from chosen c where t.id = c.id and (t.input_from, t.output_from) is distinct from (c.input_from, c.output_from)`,
    [
      arrayText(traces.map(({ trace }) => trace.part)),
      arrayText(traces.map(({ trace }) => trace.id)),
      traces.map(({ trace }) => isLeftToCalls(trace.state, 'input')),
      traces.map(({ trace }) => isLeftToCalls(trace.state, 'output')),
      [...new Set(traces.map(({ trace }) => trace.part))],
      traces.map(({ isWhole }) => isWhole),
      arrayText(candidates.map(({ part }) => part)),
      arrayText(candidates.map(({ id }) => id)),
      arrayText(candidates.map(({ each }) => each)),
    ],
  );
}
