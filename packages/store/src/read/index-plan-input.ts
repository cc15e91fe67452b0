import { SEGMENT_SIZE, EMPTY_BITMAP } from '../trace-index-format';
import type { StoredProject } from '../projects';
import type { Values } from './database';
import type { ListOrder } from './index-order';
import type { TracePageQuery } from './trace';
import { isOf } from './index-sets';

/** Input of the parts of a plan. */
export interface PlanInput {
  readonly project: StoredProject;
  readonly query: TracePageQuery;
  readonly order: ListOrder;
  readonly values: Values;
  /** Index of the page's first trace in the order, from 0. */
  readonly offset: number;
}

/**
 * SQL, for `with`: the bitmaps of a set for look-ups of single bits, from the first segment of a table to the last.
 * @param set rows `(segment, bitmap)` of that table's positions
 */
export const maskOf = (project: StoredProject, set = 'clean', table = 'trace_index_entries'): string => {
  const end = (which: 'min' | 'max') =>
    `(select ${which}(p.index_position) / ${SEGMENT_SIZE} from sluice.${table} p where ${isOf('p', project)})`;
  return `
    grid as materialized (
      select segment, bit_or(bitmap)::varbit as bitmap
      from (select segment, bitmap from ${set} union all select b, (${EMPTY_BITMAP})::varbit from generate_series(${end('min')}, ${end('max')}) b) s
      group by 1),
    mask as materialized (
      select min(segment) * ${SEGMENT_SIZE} as base, string_agg(substring(varbit_send(bitmap) from 5), ''::bytea order by segment) as bytes
      from grid)`;
};

/**
 * SQL condition: the mask has the index position of a row. Compared with 0, because the planner expects `= 1` to be rare, and then reads
 * the table.
 */
export const isInMask = (alias: string): string =>
  `get_bit((select bytes from mask), (${alias}.index_position # 7)::bigint - (select base from mask)) <> 0`;

/** SQL: the matching rows `(key, index_position, id, k0)` of the order's table `w`. */
export const matching = ({ project, order }: PlanInput, conditions: readonly string[] = []): string => `
    select null::uuid as key, w.index_position, ${order.ofEntry} from sluice.${order.table} w
    where ${[isOf('w', project), ...conditions, isInMask('w')].join(' and ')}`;

/** SQL: rows from the index, with the dirty matches. */
export const withDirty = (indexed: string): string =>
  `(${indexed} union all select key, null::integer, id, k0 from dirty) u`;
