import { type Statement, addTime, collectValues, patiently } from './database';
import { heldBytes } from './portions';
import { type ProjectDatabase, type ProjectQueries, isVisible } from './project';
import { asSent } from './restore-sent-ids';
import type { ListedScore, ScoreList, ScoreListQuery } from './score';
import { scoreConditions } from './score-conditions';
import {
  NEWEST_SCORES,
  SCORE_PLACE,
  type ScoreForm,
  type ScorePlace,
  heldByPlaces,
  readScores,
  versionOfScores,
} from './score-rows';
import { AGGREGATE_TIMEOUT_MS, limitStatements } from './statement-timeout';
import type { Portions } from './trace';
import { READ_TRACE_COLUMNS, type ReadTraceRow, sizeOfTrace, toTrace, versionOf } from './trace-row';

interface FoundPage {
  readonly places: readonly ScorePlace[];
  readonly total: number | undefined;
  readonly hasMore: boolean;
  readonly traces: readonly ReadTraceRow[];
}

/**
 * Reads one page of scores, newest first: their places and their traces in one snapshot, their values in portions, as the client reads.
 * @param statementMs time limit of each statement
 */
export async function listScores(
  database: ProjectDatabase,
  query: ScoreListQuery,
  statementMs = AGGREGATE_TIMEOUT_MS,
): Promise<ScoreList> {
  const { places, total, hasMore, traces } = await database.snapshot(async (queries) => {
    await limitStatements(queries, statementMs);
    return readPage({ ...queries, project: database.project }, query);
  });
  const last = places.at(-1);
  const form = { asSent: query.asSent === true, traces: new Map(traces.map((trace) => [trace.key, trace])) };
  return {
    ...(total !== undefined && { totalItems: total }),
    ...(hasMore && last !== undefined && { next: { timestamp: last.timestamp, id: last.id } }),
    version: [total ?? hasMore, versionOfScores(places), versionOf(traces)].join(),
    heldBytes:
      heldBytes([...places, ...traces.map(sizeOfTrace)]) +
      traces.reduce((sum, trace) => sum + sizeOfTrace(trace).bytes, heldByPlaces(places)),
    scores: read(patiently(database), places, form),
  };
}

async function* read(queries: ProjectQueries, places: readonly ScorePlace[], form: ScoreForm): Portions<ListedScore> {
  for await (const portion of readScores(queries, places, form)) {
    yield portion.map(({ score, trace }) => {
      const row = trace === null ? undefined : form.traces.get(trace);
      return { score, trace: row === undefined ? null : toTrace(queries, row) };
    });
  }
}

async function readPage(queries: ProjectQueries, query: ScoreListQuery): Promise<FoundPage> {
  const { at, limit } = query;
  const found = await queries.query<ScorePlace>(pageStatement(queries, query));
  const places = found.slice(0, limit);
  const hasMore = found.length > limit;
  // A page that is not empty and has nothing behind it is the last one.
  const isLast = !hasMore && (places.length > 0 || ('page' in at && at.page === 1));
  const total =
    'page' in at ? (isLast ? (at.page - 1) * limit + places.length : await count(queries, query)) : undefined;
  return { places, total, hasMore, traces: await readTraces(queries, places, query.asSent === true) };
}

/** Builds the statement of the scores of a page, and of one more. */
function pageStatement({ project }: ProjectQueries, { filter, at, limit }: ScoreListQuery): Statement {
  const values = collectValues();
  const { add } = values;
  const conditions = [`s.project = ${project.id}`, ...scoreConditions({ project }, filter, values)];
  const after = 'page' in at ? undefined : at.after;
  if (after !== undefined) {
    const time = addTime(values, after.timestamp);
    // The index has the times alone.
    conditions.push(
      `s."timestamp" <= ${time} and (s."timestamp", s.sent_id) < (${time}, ${add(after.id)}::text collate "C")`,
    );
  }
  const passed = 'page' in at ? (at.page - 1) * limit : 0;
  const text = `
    select ${SCORE_PLACE} from sluice.scores s where ${conditions.join(' and ')}
    order by ${NEWEST_SCORES} limit ${add(limit + 1)}::bigint offset ${add(passed)}::bigint`;
  return { text, values: values.values };
}

async function count({ query, project }: ProjectQueries, { filter }: ScoreListQuery): Promise<number> {
  const values = collectValues();
  const conditions = [`s.project = ${project.id}`, ...scoreConditions({ project }, filter, values)];
  const [row] = await query<{ readonly count: number }>({
    text: `select count(*) as count from sluice.scores s where ${conditions.join(' and ')}`,
    values: values.values,
  });
  return row?.count ?? 0;
}

/** Reads the rows of the traces of scores that are stored. */
async function readTraces(
  queries: ProjectQueries,
  places: readonly ScorePlace[],
  isAsSent: boolean,
): Promise<readonly ReadTraceRow[]> {
  const keys = [...new Set(places.flatMap(({ trace }) => trace ?? []))];
  if (keys.length === 0) return [];
  const rows = await queries.query<ReadTraceRow>({
    text: `select ${READ_TRACE_COLUMNS} from sluice.traces t where t.id = any($1::uuid[]) and ${isVisible(queries.project)}`,
    values: [keys],
  });
  return isAsSent ? asSent(queries, rows) : rows;
}
