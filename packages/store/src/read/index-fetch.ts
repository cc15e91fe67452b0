import { positionsOf } from '../trace-index-format';
import { type PlanInput, withDirty } from './index-plan-input';
import { isOfLookup } from './index-sets';

/** SQL: the page of all matches, sorted. */
export function fetchPage({ project, query, order, values, offset }: PlanInput): string {
  const fetched = `
    select null::uuid as key, o.index_position, f.id, f.k0 from ${positionsOf('clean')} cross join lateral (
      select ${order.ofEntry} from sluice.${order.table} w
      where ${isOfLookup('w', project)} and w.index_position = o.index_position offset 0) f
    where o.nth <= o.n`;
  return `
    page as materialized (
      select * from ${withDirty(fetched)}
      order by ${order.by(query.order.direction)} limit ${values.add(query.limit)}::bigint offset ${values.add(offset)}::bigint)`;
}
