import { answerOf } from './list-answer';
import { rowsStatement } from './list-rows';
import type { ProjectDatabase } from './project';
import type { ListPlan, TraceList, TraceListQuery } from './trace';
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
  return { ...(await answerOf(database, traces, query.include)), totalItems, plan, version };
}

/**
 * Reads the page by the rows of traces. Filter expressions of any cost, and orders by `public`, which sort all matches, have a time limit of
 * their own.
 */
async function readRows(database: ProjectDatabase, query: TraceListQuery, statementMs: number): Promise<CountedTraces> {
  const statement = await rowsStatement(database, query);
  const { conditions = [], order } = query;
  return countedTraces(
    conditions.length > 0 || order.field === 'public'
      ? await withTimeout<ReadCountedRow>(database, statementMs, statement)
      : await database.query<ReadCountedRow>(statement),
  );
}
