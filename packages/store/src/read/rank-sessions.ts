import { type Statement, collectValues, microsOf } from './database';
import { edgeTrace } from './edge-trace';
import { type ProjectDatabase, isVisible } from './project';
import type { StoredProject } from '../projects';
import type { Session, SessionListQuery } from './session';
import { AGGREGATE_TIMEOUT_MS, withTimeout } from './statement-timeout';
import { ENVIRONMENT, fieldConditions, where, windowConditions } from './trace-filter';

/** Row with the total; if the page is empty it is one row. */
export type ListRow = { readonly total_items: number } & (Session | { readonly id: null });

/** Orders by a figure of all traces of a session. */
type Figure = Exclude<SessionListQuery['orderBy'], 'createdAt'>;

/** SQL of the figures: the closed map from a request to an expression. */
const FIGURES: Readonly<Record<Figure, string>> = {
  lastTimestamp: 'max(t."timestamp")',
  totalCost: 'sum(t.total_cost)',
  failedTraceCount: 'count(*) filter (where t.error_count > 0)',
  traceCount: 'count(*)',
};

/**
 * Reads one page of sessions by a figure, the greatest first. The figures are of all traces of each session, so they are exact; the window
 * selects sessions by their latest trace.
 * @throws StoreUnavailableError if the read exceeds its time limit
 */
export const rankSessions = (
  database: ProjectDatabase,
  query: SessionListQuery,
  by: Figure,
  statementMs = AGGREGATE_TIMEOUT_MS,
): Promise<readonly ListRow[]> => withTimeout<ListRow>(database, statementMs, statementOf(database.project, query, by));

function statementOf(project: StoredProject, query: SessionListQuery, by: Figure): Statement {
  const { values, add } = collectValues();
  const { from, before, environments, userId } = query;
  const fields = fieldConditions({ tags: [], environments, ...(userId !== undefined && { userId }) }, { values, add });
  const isOfSession = ['t.session_id is not null', isVisible(project)];
  const isRecent = windowConditions({ ...(from !== undefined && { from }) }, { values, add });
  const [ended] = windowConditions({ ...(before !== undefined && { before }) }, { values, add }, 'r');
  const text = `
    with recent as materialized (
      select distinct t.session_id from sluice.traces t ${where([...isRecent, ...isOfSession])}
    ), ranked as materialized (
      select t.session_id, ${FIGURES[by]} as figure, max(t."timestamp") as "timestamp"
      from sluice.traces t ${isRecent.length === 0 ? '' : 'join recent on recent.session_id = t.session_id'} ${where(isOfSession)}
      group by t.session_id
    ), found as materialized (
      select r.* from ranked r ${fields.length === 0 ? '' : edgeTrace('r', project, 'first')}
      ${where([...(ended === undefined ? [] : [ended]), ...fields])}
    ), page as materialized (
      select * from found order by figure desc, "timestamp" desc, session_id desc
      limit ${add(query.limit)} offset ${add((query.page - 1) * query.limit)}
    )
    select c.total_items, page.session_id as id, ${microsOf('t."timestamp"')} as "createdAt", ${ENVIRONMENT} as environment
    from (select count(*) as total_items from found) c
      left join (page ${edgeTrace('page', project, 'first')}) on true
    order by page.figure desc, page."timestamp" desc, page.session_id desc`;
  return { text, values };
}
