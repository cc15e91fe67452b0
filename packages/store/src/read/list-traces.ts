import { answerOf } from './list-answer';
import { rowsStatement } from './list-rows';
import type { ProjectDatabase } from './project';
import { StoreUnavailableError } from './store-error';
import {
  type ListPlan,
  type TraceList,
  type TraceListQuery,
  type TracePageQuery,
  type TraceSelection,
  isRowOrder,
} from './trace';
import { matches } from './trace-index';
import { type CountedTraces, type ReadCountedRow, countedTraces, versionOf } from './trace-row';
import { AGGREGATE_TIMEOUT_MS, withTimeout } from './statement-timeout';

/** Reads one page: the narrow rows at once; input, output and observation ids in portions, as the client reads. */
export async function listTraces(
  database: ProjectDatabase,
  query: TraceListQuery,
  statementMs = AGGREGATE_TIMEOUT_MS,
): Promise<TraceList> {
  const { order, page, limit } = query;
  const indexed = await matches(database, query).page({ order, page, limit });
  const found: CountedTraces & { readonly plan: ListPlan } = indexed ?? {
    ...(await readRows(database, query, statementMs)),
    plan: 'rows',
  };
  const { count: totalItems, traces, plan } = found;
  const version = versionOf(traces, String(totalItems));
  return { ...(await answerOf(database, traces, query.include, version)), totalItems, plan };
}

/** Counts the traces of a selection; undefined if that takes too long. */
export async function countSelected(
  database: ProjectDatabase,
  selection: TraceSelection,
  statementMs: number,
): Promise<number | undefined> {
  const page: TracePageQuery = { ...selection, order: { field: 'timestamp', direction: 'desc' }, page: 1, limit: 1 };
  try {
    const indexed = await matches(database, page).page(page);
    if (indexed !== undefined) return indexed.count;
    const statement = await rowsStatement(database, page);
    return countedTraces(await withTimeout<ReadCountedRow>(database, statementMs, statement)).count;
  } catch (error) {
    if (error instanceof StoreUnavailableError) return undefined;
    throw error;
  }
}

/**
 * Reads the page by the rows of traces. Filter expressions of any cost, and each `RowOrder`, which sorts all matches, have a time limit of
 * their own.
 */
async function readRows(database: ProjectDatabase, query: TraceListQuery, statementMs: number): Promise<CountedTraces> {
  const statement = await rowsStatement(database, query);
  const { conditions = [], order } = query;
  return countedTraces(
    conditions.length > 0 || isRowOrder(order.field)
      ? await withTimeout<ReadCountedRow>(database, statementMs, statement)
      : await database.query<ReadCountedRow>(statement),
  );
}
