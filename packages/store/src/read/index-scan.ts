import { opposite } from './index-order';
import { type PlanInput, maskOf, matching, withDirty } from './index-plan-input';
import { type TraceFilter, type TracePageQuery, isRowOrder } from './trace';
import { windowConditions } from './trace-filter';
import type { IndexedField, SetName } from './index-sets';

/** Name of the set of the range of the order's B-tree that the filter allows; undefined: all of it. */
export function rangeSet({ filter, order: { field } }: TracePageQuery): SetName | undefined {
  if (field === 'timestamp') return filter.from === undefined && filter.before === undefined ? undefined : 'time';
  if (field === 'latency' || field === 'totalCost' || field === 'id' || isRowOrder(field)) return undefined;
  return oneValue(filter, field) === undefined ? undefined : field;
}

/** SQL conditions on `w`: the entry is in this range. */
function rangeOf({ query: { filter }, order: { field, key }, values }: PlanInput): string[] {
  if (field === 'timestamp') return windowConditions(filter, values, 'w');
  if (field === 'latency' || field === 'totalCost' || field === 'id' || isRowOrder(field)) return [];
  const value = oneValue(filter, field);
  return value === undefined || key === undefined ? [] : [`w.${key.column} = ${values.add(value)}::text`];
}

function oneValue(filter: TraceFilter, field: IndexedField): string | undefined {
  if (field !== 'environment') return filter[field];
  return filter.environments.length === 1 ? filter.environments[0] : undefined;
}

/** SQL: the page by a scan from the beginning of the order's B-tree. */
export function scanPage(parts: PlanInput): string {
  const { project, query, order, values, offset } = parts;
  const { direction } = query.order;
  return `${maskOf(project)},
    scanned as (
      ${matching(parts, rangeOf(parts))} order by ${order.byEntry(direction)} limit ${values.add(offset + query.limit)}::bigint),
    page as materialized (
      select * from ${withDirty('select * from scanned')}
      order by ${order.by(direction)} limit ${values.add(query.limit)}::bigint offset ${values.add(offset)}::bigint)`;
}

/** SQL: the page by a scan from its end. */
export function scanBackPage(parts: PlanInput): string {
  const { project, query, order, values, offset } = parts;
  const back = opposite(query.order.direction);
  // The page begins, from the end, at its own end in the order, or at the end of the B-tree.
  const end = `(select greatest(clean + dirty - ${values.add(offset)}::bigint, 0) from totals)`;
  const limit = `${values.add(query.limit)}::bigint`;
  return `${maskOf(project)},
    scanned as (${matching(parts, rangeOf(parts))} order by ${order.byEntry(back)} limit ${end}),
    page as materialized (
      select * from ${withDirty('select * from scanned')}
      order by ${order.by(back)} limit least(${limit}, ${end}) offset greatest(${end} - ${limit}, 0))`;
}
