import { NAME_LENGTH } from '../trace-index-format';
import type { StoredProject } from '../projects';
import { type Statement, collectValues } from './database';
import { CLEAN_COUNT, indexMatches } from './index-matches';
import { listOrder } from './index-order';
import { fetchPage } from './index-fetch';
import type { PlanInput } from './index-plan-input';
import { pageByValues } from './index-by-values';
import { scanBackPage, scanPage } from './index-scan';
import { isVisible } from './project';
import type { ListPlan, TracePageQuery } from './trace';
import { fieldConditions, windowConditions } from './trace-filter';
import { SCORED_TRACE_COLUMNS } from './trace-row';
import { isOf, isOfLookup } from './index-sets';

/** Plans that use the trace index. */
export type IndexPlan = Exclude<ListPlan, 'rows'>;

/** SQL, for `with`: `page (key, index_position, id, k0)`, after `indexMatches`, `dirty` and `totals`. */
const PAGES: Readonly<Record<IndexPlan, (parts: PlanInput) => string>> = {
  scan: scanPage,
  'scan-back': scanBackPage,
  fetch: fetchPage,
  'by-values': pageByValues,
};

/**
 * Builds the statement of a plan, exact in its snapshot: page and total of clean matches from the trace index, and of dirty matches from
 * their rows. Each row contains `usable`.
 */
export function planStatement(project: StoredProject, query: TracePageQuery, plan: IndexPlan): Statement {
  const { values, add } = collectValues();
  const { filter, page, limit } = query;
  const order = listOrder(project, query.order.field);
  const matches = indexMatches(project, filter, { values, add }, { needs: needsOf(project, query) });
  const conditions = [
    ...fieldConditions(filter, { values, add }),
    ...windowConditions(filter, { values, add }),
    isVisible(project),
  ].join(' and ');
  const parts = { project, query, order, values: { values, add }, offset: (page - 1) * limit };
  const text = `
    with ${matches},
    dirty as materialized (
      select t.id as key, ${order.ofRow}
      from dirty_keys c cross join lateral (select t.* from sluice.traces t where t.id = c.key offset 0) t
      where ${conditions}),
    totals as materialized (select ${CLEAN_COUNT} as clean, (select count(*) from dirty) as dirty),
    ${PAGES[plan](parts)}
    select s.usable, c.clean + c.dirty as total_items, r.*
    from state s cross join totals c left join (page cross join lateral (
      select ${SCORED_TRACE_COLUMNS} from sluice.traces t
      where t.id = coalesce(page.key, (
        select p.key from sluice.trace_index_entries p where ${isOfLookup('p', project)} and p.index_position = page.index_position)) offset 0) r) on true
    order by ${order.by(query.order.direction, 'page.')}`;
  return { text, values };
}

/**
 * Returns further SQL conditions of `usable` for an order. Index entries contain only the beginning of a longer name, which does not define
 * the order. The planner estimates that a third of the names are that long, and would scan the table for the first of them. The condition
 * is repeated in three forms, so that it expects fewer and reads the index of long names.
 */
export function needsOf(project: StoredProject, { order }: TracePageQuery): string[] {
  if (order.field !== 'name') return [];
  const isLong = [
    `length(p.name) >= ${NAME_LENGTH}`,
    ...['octet_length(p.name)', 'octet_length(p.name) + 0', 'octet_length(p.name) - 0'].map(
      (bytes) => `${bytes} >= ${NAME_LENGTH}`,
    ),
  ].join(' and ');
  return [`not exists (select from sluice.trace_index_entries p where ${isOf('p', project)} and ${isLong})`];
}
