import type { PoolClient } from 'pg';
import { rowsOf } from '../../session/column-types';
import type { Pipeline } from '../../session/pipeline';
import { observations } from '../../schema/traces';
import { rowSet } from '../../columns';
import { CopyTarget } from './copy';
import {
  OBSERVATION_COLUMNS,
  OBSERVATION_VALUES,
  type ObservationRow,
  type ObservationSource,
} from './observation-row';
import { arraysFrom, integerArray, uuidArray } from './row-values';

const TARGET = new CopyTarget(observations, OBSERVATION_VALUES);
const arrays = arraysFrom<typeof observations, ObservationSource>(observations, OBSERVATION_VALUES);
const CHANGEABLE = OBSERVATION_COLUMNS.filter((column) => !['part', 'trace_id', 'id'].includes(column));

/** Inserts rows that are known to be new: this transaction has locked their traces. */
export async function insertObservations(pipeline: Pipeline, sources: readonly ObservationSource[]): Promise<void> {
  if (sources.length > 0) await TARGET.send(pipeline, sources);
}

/** Reads the stored rows among the given keys (three arrays of one length). */
export function selectObservations(
  client: PoolClient,
  keys: { parts: readonly number[]; traceIds: readonly string[]; ids: readonly string[] },
): Promise<ObservationRow[]> {
  // The constants on part let Postgres plan the touched partitions only; the join alone plans them all. The limit forces a look-up of each
  // key: the planner has no statistics of a growing partition, and would read all of it, or compare each of its rows with each key.
  return rowsOf<ObservationRow>(
    client,
    `select o.* from unnest($1::integer[], $2::uuid[], $3::uuid[]) as k (part, trace_id, id)
     cross join lateral (
       select ${OBSERVATION_COLUMNS.join(', ')} from sluice.observations
       where part = k.part and trace_id = k.trace_id and id = k.id and part = any($4::integer[]) limit 1
     ) o`,
    [integerArray(keys.parts), uuidArray(keys.traceIds), uuidArray(keys.ids), [...new Set(keys.parts)]],
  );
}

/** Replaces rows by key. @param keys of their traces: without these the planner would read all rows of the receipt hours */
export function updateObservations(
  pipeline: Pipeline,
  keys: { readonly parts: ReadonlySet<number>; readonly traceIds: ReadonlySet<string> },
  sources: readonly ObservationSource[],
): void {
  if (sources.length === 0) return;
  pipeline.send(
    `update sluice.observations o set ${CHANGEABLE.map((column) => `${column} = s.${column}`).join(', ')}
     from ${rowSet(observations)} s
     where o.part = s.part and o.trace_id = s.trace_id and o.id = s.id
       and o.part = any($${OBSERVATION_COLUMNS.length + 1}::integer[]) and o.trace_id = any($${OBSERVATION_COLUMNS.length + 2}::uuid[])`,
    [...arrays(sources), [...keys.parts], uuidArray([...keys.traceIds])],
  );
}

/** Reads the earliest start and latest end over all observations of each trace. */
export async function observationExtremes(
  client: PoolClient,
  keys: { parts: readonly number[]; traceIds: readonly string[] },
): Promise<{ trace_id: string; min_start: string; max_end: string }[]> {
  return rowsOf(
    client,
    `select o.trace_id,
            min(coalesce(o.start_time, o.created_at)) as min_start,
            max(greatest(o.end_time, coalesce(o.start_time, o.created_at))) as max_end
     from sluice.observations o
     where o.part = any($1::integer[]) and o.trace_id = any($2::uuid[])
     group by o.trace_id`,
    [[...new Set(keys.parts)], keys.traceIds],
  );
}
