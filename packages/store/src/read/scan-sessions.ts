import type { Micros } from '@sluice/record';
import { collectValues, microsOf } from './database';
import { type ProjectDatabase, type ProjectQueries, isKnown, isVisible, answeredId } from './project';
import type { SearchCursor } from './search';
import type { Session, SessionWalk, SessionWalkQuery } from './session';
import { answerSessions } from './session-summaries';
import { afterCursor } from './search-scan';
import { ENVIRONMENT, fieldConditions, where, windowConditions } from './trace-filter';

/** Traces that a look passes: the first one, each next one twice as many, and all of an answer. */
interface Bounds {
  readonly first: number;
  readonly all: number;
}

const BOUNDS: Bounds = { first: 500, all: 10_000 };

/**
 * Finds the newest sessions from a place on by passing traces, newest first: a session is where its first trace is. So what it costs
 * does not grow with what is stored; where traces have no session, or few long ones, it may find less than were asked for.
 */
export async function scanSessions(
  database: ProjectDatabase,
  query: SessionWalkQuery,
  bounds = BOUNDS,
): Promise<SessionWalk> {
  const { found, searchedTo } = isKnown(database.project) ? await walk(database, query, bounds) : NOTHING;
  const answer = await answerSessions(database, found, query.summary, searchedTo ?? null);
  return { ...answer, ...(searchedTo && { searchedTo }) };
}

interface ScannedSessions {
  readonly found: readonly Session[];
  readonly searchedTo?: SearchCursor;
}

const NOTHING: ScannedSessions = { found: [] };

/** One session more than are asked for is looked for: it tells that there are more. */
async function walk(database: ProjectDatabase, query: SessionWalkQuery, bounds: Bounds): Promise<ScannedSessions> {
  const found: Begun[] = [];
  let { after } = query;
  let passed = 0;
  for (let rows = bounds.first; ; rows *= 2) {
    const look = Math.min(rows, bounds.all - passed);
    const limit = query.limit + 1 - found.length;
    const step = await pass(database, { ...query, ...(after && { after }), limit }, look);
    found.push(...step.filter((row): row is StepRow & Begun => row.id !== null));
    const last = found[query.limit - 1];
    if (found.length > query.limit && last !== undefined) {
      return { found: found.slice(0, query.limit), searchedTo: { timestamp: last.createdAt, id: last.first } };
    }
    const [end] = step;
    if (end === undefined || end.passed < look) return { found };
    after = { timestamp: end.endAt, id: end.endId };
    passed += end.passed;
    if (passed >= bounds.all) return { found, searchedTo: after };
  }
}

interface Begun extends Session {
  /** The id of its first trace, as answered. */
  readonly first: string;
}

/** The end of what was passed stands in every row; where no session begins it is one row. */
type StepRow = { readonly passed: number; readonly endAt: Micros; readonly endId: string } & (
  Begun | { readonly id: null }
);

/**
 * Passes so many traces. The first trace of each of their sessions is looked up by the index of sessions; a session begins here if that is
 * among those that were passed, which its time and id tell: a join would let the planner look it up anew for each of them.
 */
function pass({ query: ask, project }: ProjectQueries, query: SessionWalkQuery, rows: number): Promise<StepRow[]> {
  const { values, add } = collectValues();
  const id = answeredId(project);
  const isPassed = [
    ...windowConditions(query, { values, add }),
    ...afterCursor(query.after, id, { values, add }),
    isVisible(project),
  ];
  const { environments, userId } = query;
  const text = `
    with walked as materialized (
      select ${id} as id, t."timestamp", t.session_id from sluice.traces t ${where(isPassed)}
      order by t."timestamp" desc, ${id} desc limit ${add(rows)}::bigint
    ), ended as materialized (
      select w."timestamp", w.id, (select count(*) from walked) as passed from walked w order by w."timestamp", w.id limit 1
    ), firsts as materialized (
      select t.* from (select distinct session_id from walked where session_id is not null offset 0) s
      cross join lateral (
        select t.session_id, t.id, t.public_id, t."timestamp", t.environment, t.user_id, t.part, t.project
        from sluice.traces t where t.session_id = s.session_id and ${isVisible(project)}
        order by t."timestamp", ${id} limit 1
      ) t
    ), begun as materialized (
      select t.session_id, ${id} as first, t."timestamp", ${ENVIRONMENT} as environment from firsts t
      ${where([
        ...isPassed,
        `(t."timestamp", ${id}) >= (select "timestamp", id from ended)`,
        ...fieldConditions({ tags: [], environments, ...(userId !== undefined && { userId }) }, { values, add }),
      ])}
      order by t."timestamp" desc, ${id} desc limit ${add(query.limit)}::bigint
    )
    select e.passed, ${microsOf('e."timestamp"')} as "endAt", e.id as "endId",
           b.session_id as id, b.first, ${microsOf('b."timestamp"')} as "createdAt", b.environment
    from ended e left join begun b on true
    order by b."timestamp" desc, b.first desc`;
  return ask<StepRow>({ text, values });
}
