import { collect } from './collect-fragments.testing';
import { listOrder } from './index-order';
import { type IndexPlan, planStatement } from './index-page';
import { listTraces } from './list-traces';
import type { ProjectDatabase } from './project';
import type { ListPlan, TraceListQuery } from './trace';

/** Total and ids of a page. */
export interface Answer {
  readonly total: number;
  readonly ids: readonly string[];
}

/** Plans that can return a page, independent of the choice. */
export function plansOf({ project }: ProjectDatabase, { order }: TraceListQuery): readonly IndexPlan[] {
  const isCounted = listOrder(project, order.field).key?.field !== undefined;
  return ['scan', 'scan-back', 'fetch', ...(isCounted ? (['by-values'] as const) : [])];
}

/** Returns a page by one plan; undefined if the index is not usable. */
export async function answerBy(
  database: ProjectDatabase,
  query: TraceListQuery,
  plan: IndexPlan,
): Promise<Answer | undefined> {
  const rows = await database.query<{ usable: boolean; total_items: number; id: string | null }>(
    planStatement(database.project, query, plan),
  );
  if (rows[0]?.usable !== true) return undefined;
  return { total: rows[0].total_items, ids: rows.flatMap(({ id }) => id ?? []) };
}

/** A page as it is answered, and by which plan. */
export async function answer(
  database: ProjectDatabase,
  query: TraceListQuery,
): Promise<Answer & { readonly plan: ListPlan }> {
  const { totalItems, plan, portions } = await listTraces(database, query);
  return { plan, total: totalItems, ids: (await collect(portions)).map(({ trace }) => trace.id) };
}
