import { type Statement, collectValues, microsOf } from './database';
import { edgeTrace } from './edge-trace';
import { type ProjectDatabase, isVisible, answeredId } from './project';
import type { StoredProject } from '../projects';
import { type ListRow, rankSessions } from './rank-sessions';
import type { Session, SessionList, SessionListQuery } from './session';
import { answerSessions } from './session-summaries';
import { ENVIRONMENT, fieldConditions, where, windowConditions } from './trace-filter';

/** Limit of the traces of a window that are read one by one; with more it is faster to read the whole index of sessions. */
const MAX_WINDOW_TRACES = 20_000;

/** Reads one page of sessions. */
export async function listSessions(database: ProjectDatabase, query: SessionListQuery): Promise<SessionList> {
  const { orderBy } = query;
  const rows = await (orderBy === 'createdAt' ? byBegin(database, query) : rankSessions(database, query, orderBy));
  const found = rows.filter((row): row is ListRow & Session => row.id !== null);
  const totalItems = rows[0]?.total_items ?? 0;
  return { totalItems, ...(await answerSessions(database, found, query.summary, totalItems)) };
}

/**
 * Reads one page of sessions by their begin. The first trace of a session defines its begin and environment. The total is exact: without a small window it
 * reads each trace that has a session, in their index alone.
 */
async function byBegin(database: ProjectDatabase, query: SessionListQuery): Promise<readonly ListRow[]> {
  return database.query<ListRow>(listStatement(database.project, query, await isWithinLimit(database, query)));
}

async function isWithinLimit({ query: ask, project }: ProjectDatabase, query: SessionListQuery): Promise<boolean> {
  const { values, add } = collectValues();
  const window = windowConditions(query, { values, add });
  if (window.length === 0) return false;
  const [row] = await ask<{ readonly count: number }>({
    text: `select count(*) as count from (
             select from sluice.traces t ${where([...window, isVisible(project)])} limit ${MAX_WINDOW_TRACES + 1}
           ) limited`,
    values,
  });
  return (row?.count ?? 0) <= MAX_WINDOW_TRACES;
}

/**
 * Builds the statement. `firsts` is the first trace of each session that fulfils the window and the other conditions. All of them are read
 * at once, because they have to be counted.
 */
function listStatement(project: StoredProject, query: SessionListQuery, isSmall: boolean): Statement {
  const { values, add } = collectValues();
  const window = windowConditions(query, { values, add });
  const { environments, userId } = query;
  const fields = fieldConditions({ tags: [], environments, ...(userId !== undefined && { userId }) }, { values, add });
  const found = isSmall ? firstsOfWindow(project, window) : firsts(project);
  const text = `
    with firsts as materialized (
      select t.session_id, t."timestamp", t.id from (${found}) ${fields.length === 0 ? 't' : `f ${firstOf('f', project)}`}
      ${where([...window, ...fields])}
    ),
    page as materialized (
      select * from firsts order by "timestamp" desc, session_id desc
      limit ${add(query.limit)} offset ${add((query.page - 1) * query.limit)}
    )
    select c.total_items, page.session_id as id, ${microsOf('page."timestamp"')} as "createdAt", ${ENVIRONMENT} as environment
    from (select count(*) as total_items from firsts) c
      left join (page ${firstOf('page', project)}) on true
    order by page."timestamp" desc, page.session_id desc`;
  return { text, values };
}

/**
 * SQL: joins the first trace `t` of each row with a session and its first trace by key. Ties of times are sorted by the answered id, which
 * is the key in the default project; a look-up for each session costs twice as much as a join.
 */
const firstOf = (row: string, project: StoredProject): string =>
  answeredId(project) === 't.id' ? `join sluice.traces t on t.id = ${row}.id` : edgeTrace(row, project, 'first');

/** SQL: the first trace of each session, in the order of an index that contains all columns read. */
const firsts = (project: StoredProject): string => `
  select distinct on (t.session_id) t.session_id, t."timestamp", t.id
  from sluice.traces t
  where t.session_id is not null and ${isVisible(project)}
  order by t.session_id nulls first, t."timestamp", t.id`;

/**
 * SQL: the first trace of each session that has a trace in the window; these include all sessions that began in the window. The project of
 * the inner traces only saves work: the outer query restricts the result to the project.
 */
const firstsOfWindow = (project: StoredProject, window: readonly string[]): string => `
  select s.session_id, f."timestamp", f.id
  from (
    select distinct t.session_id from sluice.traces t
    where ${[...window, 't.session_id is not null', isVisible(project)].join(' and ')}
  ) s
  cross join lateral (
    select t."timestamp", t.id from sluice.traces t
    where t.session_id = s.session_id and ${isVisible(project)}
    order by t."timestamp", t.id limit 1
  ) f`;
