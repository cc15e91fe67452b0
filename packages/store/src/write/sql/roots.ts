import { NIL_UUID } from '@sluice/record';
import type { PoolClient } from 'pg';
import { rowsOf } from '../../session/column-types';
import { NO_ROOTS, RootChange, type RootCounts } from '../state/roots';
import { arrayText } from './escape';
import type { ObservationRow } from './observation-row';
import { timeOf } from './time-text';
import type { StoredTrace } from './trace-row';

interface RootRow extends Pick<
  ObservationRow,
  'trace_id' | 'id' | 'parent_id' | 'is_root' | 'level' | 'type' | 'end_time' | 'awaits_end'
> {
  readonly start: string;
}

/**
 * Counts the roots of traces without a top-level observation from their rows: of those that are marked as root, and of the one that starts
 * first. The rows have to be written before.
 */
export async function readRoots(
  client: PoolClient,
  traces: readonly StoredTrace[],
): Promise<ReadonlyMap<string, RootCounts>> {
  if (traces.length === 0) return new Map();
  const rows = await rowsOf<RootRow>(
    client,
    `select o.* from unnest($1::integer[], $2::uuid[]) as k (part, trace_id)
     cross join lateral (
       select trace_id, id, parent_id, is_root, level, type, end_time, awaits_end, coalesce(start_time, created_at) as start,
         row_number() over (order by coalesce(start_time, created_at), id) as nth
       from sluice.observations
       where part = k.part and trace_id = k.trace_id and part = any($3::integer[]) offset 0
     ) o
     where o.is_root or o.nth = 1`,
    [
      arrayText(traces.map(({ part }) => part)),
      arrayText(traces.map(({ id }) => id)),
      [...new Set(traces.map(({ part }) => part))],
    ],
  );
  const changes = new Map(traces.map(({ id }) => [id, new RootChange()]));
  for (const row of rows) {
    const { id, parent_id: parent, is_root: isRoot, level, type, end_time: end, awaits_end: awaitsEnd } = row;
    const parentId = parent === NIL_UUID ? null : parent;
    const fields = { id, parentId, isRoot, level, type, endTime: timeOf(end) ?? null, awaitsEnd };
    changes.get(row.trace_id)?.add(fields, timeOf(row.start) ?? 0);
  }
  return new Map(
    traces.map(({ id, summary: { observations, errors } }) => {
      const change = changes.get(id);
      return [id, change?.applyTo({ roots: NO_ROOTS, minStart: undefined, observations, errors }) ?? NO_ROOTS];
    }),
  );
}
