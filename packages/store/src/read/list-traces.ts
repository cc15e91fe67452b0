import { answerOf } from './list-answer';
import { choosePlan } from './index-plan';
import { planStatement } from './index-page';
import { rowsStatement } from './list-rows';
import type { ProjectDatabase } from './project';
import type { ListPlan, TraceList, TraceListQuery } from './trace';
import { type ReadTraceRow, versionOf } from './trace-row';
import { AGGREGATE_TIMEOUT_MS, withTimeout } from './statement-timeout';

/** Reads one page: the narrow rows at once; input, output and observation ids in portions, as the client reads. */
export async function listTraces(
  database: ProjectDatabase,
  query: TraceListQuery,
  statementMs = AGGREGATE_TIMEOUT_MS,
): Promise<TraceList> {
  const { rows, plan } = await readPage(database, query, statementMs);
  const traces = rows.filter(isTrace);
  const totalItems = rows[0]?.total_items ?? 0;
  const version = versionOf(traces, String(totalItems));
  return { ...(await answerOf(database, traces, query.include)), totalItems, plan, version };
}

/** Row with the total; a page after the end is one row without a trace. */
type ListRow = { readonly total_items: number } & (ReadTraceRow | { readonly id: null });
type IndexRow = ListRow & { readonly usable: boolean };

function isTrace(row: ListRow): row is ListRow & ReadTraceRow {
  return row.id !== null;
}

/**
 * Reads the answer by one statement; if the index has become unusable since the estimate, by the rows of traces. Filter expressions of any
 * cost, and orders by `public`, which sort all matches, have a time limit of their own.
 */
async function readPage(
  database: ProjectDatabase,
  query: TraceListQuery,
  statementMs: number,
): Promise<{ readonly rows: readonly ListRow[]; readonly plan: ListPlan }> {
  const { project } = database;
  const plan = await choosePlan(database, query);
  if (plan !== 'rows') {
    const rows = await database.query<IndexRow>(planStatement(project, query, plan));
    if (rows[0]?.usable === true) return { rows, plan };
  }
  const statement = await rowsStatement(database, query);
  const { conditions = [], order } = query;
  const rows =
    conditions.length > 0 || order.field === 'public'
      ? await withTimeout<ListRow>(database, statementMs, statement)
      : await database.query<ListRow>(statement);
  return { rows, plan: 'rows' };
}
