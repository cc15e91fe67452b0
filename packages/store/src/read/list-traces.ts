import { answerOf } from './list-answer';
import { choosePlan } from './choose-list-plan';
import { planStatement } from './list-plans';
import { rowsStatement } from './list-rows';
import type { ProjectDatabase } from './project';
import type { ListPlan, TraceList, TraceListQuery } from './trace';
import { type ReadTraceRow, versionOf } from './trace-row';
import { AGGREGATE_TIMEOUT_MS, withTimeout } from './statement-timeout';

/** Reads one page: the narrow rows at once; input, output and observation ids in portions, as they are taken. */
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

/** The total stands in every row; a page past the end is one row without a trace. */
type ListRow = { readonly total_items: number } & (ReadTraceRow | { readonly id: null });
type IndexRow = ListRow & { readonly usable: boolean };

function isTrace(row: ListRow): row is ListRow & ReadTraceRow {
  return row.id !== null;
}

/**
 * One statement is the answer. Where what is folded is of no use any more since it was looked at, the rows are. What an expression costs
 * is up to its author, and an order by `public` sorts all matches: they have a time limit of their own.
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
