import type { Micros, SearchCursor } from '@sluice/record';
import { collectValues, microsOf } from './database';
import { edgeTrace } from './edge-trace';
import { type ProjectDatabase, type ProjectQueries, isKnown, isVisible, answeredId } from './project';
import type { Session, SessionScan, SessionScanQuery } from './session';
import { answerSessions } from './session-summaries';
import { afterCursor } from './search-scan';
import { ENVIRONMENT, fieldConditions, where, windowConditions } from './trace-filter';

/** Limits of the traces that a scan reads: in its first step, which doubles with each next one, and for an answer. */
interface Bounds {
  readonly first: number;
  readonly all: number;
}

const BOUNDS: Bounds = { first: 500, all: 10_000 };

/**
 * Finds the newest sessions after a cursor by reading traces, newest first: the place of a session is that of its first trace, or of its
 * latest. The cost does not grow with the stored data; where traces have no session, or sessions are long, it may find fewer than requested.
 */
export async function scanSessions(
  database: ProjectDatabase,
  query: SessionScanQuery,
  bounds = BOUNDS,
): Promise<SessionScan> {
  const { found, searchedTo } = isKnown(database.project) ? await scan(database, query, bounds) : NOTHING;
  const answer = await answerSessions(database, found, query.summary, searchedTo ?? null);
  return { ...answer, ...(searchedTo && { searchedTo }) };
}

interface ScannedSessions {
  readonly found: readonly Session[];
  readonly searchedTo?: SearchCursor;
}

const NOTHING: ScannedSessions = { found: [] };

/** Reads one session more than requested, which shows whether there are more. */
async function scan(database: ProjectDatabase, query: SessionScanQuery, bounds: Bounds): Promise<ScannedSessions> {
  const found: Placed[] = [];
  let { after } = query;
  let passed = 0;
  for (let size = bounds.first; ; size *= 2) {
    const rows = Math.min(size, bounds.all - passed);
    const limit = query.limit + 1 - found.length;
    const step = await pass(database, { ...query, ...(after && { after }), limit }, rows);
    found.push(...step.filter((row): row is StepRow & Placed => row.id !== null));
    const last = found[query.limit - 1];
    if (found.length > query.limit && last !== undefined) {
      return { found: found.slice(0, query.limit), searchedTo: { timestamp: last.at, id: last.edge } };
    }
    const [end] = step;
    if (end === undefined || end.passed < rows) return { found };
    after = { timestamp: end.endAt, id: end.endId };
    passed += end.passed;
    if (passed >= bounds.all) return { found, searchedTo: after };
  }
}

interface Placed extends Session {
  /** Time of the trace that is its place, and the id, as answered. */
  readonly at: Micros;
  readonly edge: string;
}

/** Row with the end of the scan; if no session has its place there it is one row. */
type StepRow = { readonly passed: number; readonly endAt: Micros; readonly endId: string } & (
  Placed | { readonly id: null }
);

/**
 * Reads a number of traces. The first, or the latest, trace of each of their sessions is looked up by the index of sessions; a session has
 * its place here if that trace is among those read, by its time and id: with a join the planner would look it up again for each of them.
 */
function pass({ query: ask, project }: ProjectQueries, query: SessionScanQuery, rows: number): Promise<StepRow[]> {
  const { values, add } = collectValues();
  const id = answeredId(project);
  const isPassed = [
    ...windowConditions(query, { values, add }),
    ...afterCursor(query.after, id, { values, add }),
    isVisible(project),
  ];
  const { environments, userId } = query;
  const isByBegin = query.orderBy === 'createdAt';
  const text = `
    with scanned as materialized (
      select ${id} as id, t."timestamp", t.session_id from sluice.traces t ${where(isPassed)}
      order by t."timestamp" desc, ${id} desc limit ${add(rows)}::bigint
    ), ended as materialized (
      select w."timestamp", w.id, (select count(*) from scanned) as passed from scanned w order by w."timestamp", w.id limit 1
    ), edges as materialized (
      select t.session_id, t.id, t.public_id, t."timestamp", t.environment, t.user_id, t.part, t.project
      from (select distinct session_id from scanned where session_id is not null offset 0) s
      ${edgeTrace('s', project, isByBegin ? 'first' : 'latest')}
    ), placed as materialized (
      select t.*, ${id} as edge, t."timestamp" as at from edges t
      ${where([...isPassed, `(t."timestamp", ${id}) >= (select "timestamp", id from ended)`])}
    ), found as materialized (
      select t.session_id, p.edge, p.at, t."timestamp", ${ENVIRONMENT} as environment
      from placed p ${isByBegin ? 'cross join lateral (select p.*) t' : edgeTrace('p', project, 'first')}
      ${where(fieldConditions({ tags: [], environments, ...(userId !== undefined && { userId }) }, { values, add }))}
      order by p.at desc, p.edge desc limit ${add(query.limit)}::bigint
    )
    select e.passed, ${microsOf('e."timestamp"')} as "endAt", e.id as "endId",
           f.session_id as id, f.edge, ${microsOf('f.at')} as at, ${microsOf('f."timestamp"')} as "createdAt", f.environment
    from ended e left join found f on true
    order by f.at desc, f.edge desc`;
  return ask<StepRow>({ text, values });
}
