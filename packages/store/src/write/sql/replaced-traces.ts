import type { Pipeline } from '../../session/pipeline';
import { arrayText } from './escape';

/** Lists traces, by receipt hour and key, whose row is about to become that of a new trace. */
export function insertReplaced(pipeline: Pipeline, parts: readonly number[], traceIds: readonly string[]): void {
  pipeline.send('insert into sluice.orphaned_traces (part, trace_id) select * from unnest($1::integer[], $2::uuid[])', [
    arrayText(parts),
    arrayText(traceIds),
  ]);
}
