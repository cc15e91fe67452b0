import { type Statement, addTime, collectValues, microsOf, patiently } from './database';
import { countObservations } from './count-observations';
import { type ListedRow, readListed, sizeListed } from './listed-observations';
import { type FoundRow, newestMatches } from './newest-observations';
import type { ListedObservation, ObservationList, ObservationListQuery } from './observation-list';
import { matches } from './observation-matches';
import { WINDOW_ITEM_BYTES } from './observations';
import { heldBytes } from './portions';
import { type ProjectDatabase, type ProjectQueries, answeredId, isVisible } from './project';
import { asSent } from './restore-sent-ids';
import { AGGREGATE_TIMEOUT_MS, withinTimeout } from './statement-timeout';
import { tooSlow } from './store-error';
import type { Portions } from './trace';
import { complete } from './trace-filter';
import { type CandidateTrace, type IndexSteps, type ObservationCandidates, observationCandidates } from './trace-index';
import { READ_TRACE_COLUMNS, type ReadTraceRow, sizeOfTrace, toTrace, versionOf } from './trace-row';

/** Observations of a page with their traces. */
interface FoundPage {
  readonly total: number | undefined;
  readonly rows: readonly ListedRow[];
  readonly traces: readonly ReadTraceRow[];
  readonly next: FoundRow | undefined;
}

/** Bounds of one read. */
interface Bounds {
  /** Time of the process at which the search for the page ends. */
  readonly until: number;
  readonly steps?: IndexSteps | undefined;
}

/**
 * Reads one page of observations, newest first: their places and sizes in one snapshot, their values in portions, as the client reads.
 * @param statementMs time limit of each statement, and of those that search for the page together
 */
export async function listObservations(
  database: ProjectDatabase,
  query: ObservationListQuery,
  { statementMs = AGGREGATE_TIMEOUT_MS, steps }: { readonly statementMs?: number; readonly steps?: IndexSteps } = {},
): Promise<ObservationList> {
  const bounds = { until: performance.now() + statementMs, steps };
  const page = await withinTimeout(database, statementMs, (queries) => readPage(queries, query, bounds));
  const { rows, traces, total, next } = page;
  const places = rows.map(({ trace, id }) => `${trace.key} ${id}`);
  return {
    ...(total !== undefined && { totalItems: total }),
    ...(next && { next: { startTime: next.startTime, traceId: next.traceId, id: next.id } }),
    version: [versionOf(traces, String(total ?? next !== undefined)), ...places].join(),
    heldBytes:
      heldBytes([...rows, ...traces.map(sizeOfTrace)]) +
      traces.reduce((sum, trace) => sum + sizeOfTrace(trace).bytes, 0) +
      rows.length * WINDOW_ITEM_BYTES,
    observations: read(database, query, rows),
  };
}

async function* read(
  database: ProjectDatabase,
  { texts }: ObservationListQuery,
  rows: readonly ListedRow[],
): Portions<ListedObservation> {
  const queries = patiently(database);
  for await (const portion of readListed(queries, rows, texts)) {
    yield portion.map(({ observation, row: { trace, isRoot } }) => ({
      observation,
      trace: toTrace(queries, trace),
      isRoot,
    }));
  }
}

async function readPage(queries: ProjectQueries, query: ObservationListQuery, bounds: Bounds): Promise<FoundPage> {
  const { conditions, limit } = query;
  // The traces that a condition names are found by their keys.
  const namesTraces = conditions.some(({ column, operator }) => column === 'traceId' && operator === 'any of');
  const candidates = namesTraces ? undefined : await observationCandidates(queries, conditions);
  const page = 'page' in query.at ? query.at.page : undefined;
  const rows =
    candidates === undefined || (page !== undefined && page * limit > LAST_NEWEST)
      ? await queries.query<FoundRow>(pageStatement(queries, query))
      : await newest(queries, query, candidates, bounds);
  const total = page === undefined ? undefined : await countObservations(queries, query, candidates, bounds);
  const shown = rows.slice(0, limit);
  const traces = await readTraces(queries, [...new Set(shown.map(({ key }) => key))], query.asSent === true);
  return {
    total,
    rows: await sizeListed(
      queries,
      shown.map(({ key, id }) => ({ trace: traces.get(key) as ReadTraceRow, id })),
      query.texts,
    ),
    traces: [...traces.values()],
    next: page === undefined && rows.length > limit ? shown.at(-1) : undefined,
  };
}

/** Last observation of the list up to which a page is read in its order. */
const LAST_NEWEST = 5000;

/** Reads the matches of a page by its candidates, and one more. */
async function newest(
  queries: ProjectQueries,
  query: ObservationListQuery,
  { dirty, batches }: ObservationCandidates,
  { until, steps }: Bounds,
): Promise<readonly FoundRow[]> {
  const { at, limit } = query;
  const asked = 'page' in at || at.after === undefined ? query : withEnd(query, at.after.startTime);
  const { from = -Infinity, before = Infinity } = asked;
  const passed = 'page' in at ? (at.page - 1) * limit : 0;
  const rows = await newestMatches(
    passed + limit + 1,
    dirty.flatMap((each) => (each.bound < from ? [] : { ...each, bound: Math.min(each.bound, before - 1) })),
    batches(asked, steps),
    (traces) => {
      if (performance.now() > until) throw tooSlow();
      return queries.query<FoundRow>(pageStatement(queries, query, traces));
    },
  );
  return rows.slice(passed);
}

async function readTraces(
  queries: ProjectQueries,
  keys: readonly string[],
  isAsSent: boolean,
): Promise<ReadonlyMap<string, ReadTraceRow>> {
  const rows = await queries.query<ReadTraceRow>({
    text: `select ${READ_TRACE_COLUMNS} from sluice.traces t where t.id = any($1::uuid[]) and ${isVisible(queries.project)}`,
    values: [keys],
  });
  const shown = isAsSent ? await asSent(queries, rows) : complete(keys, rows);
  return new Map(shown.map((trace) => [trace.key, trace]));
}

/** Builds the statement of a page. @param only traces that are read, for the newest matches; absent: all, for the page itself */
function pageStatement(
  queries: ProjectQueries,
  query: ObservationListQuery,
  only?: readonly CandidateTrace[],
): Statement {
  const values = collectValues();
  const { add } = values;
  const { at, limit } = query;
  const id = answeredId(queries.project);
  const after = 'page' in at ? undefined : at.after;
  const page = 'page' in at ? at.page : 1;
  const [rows, passed] = only === undefined ? [limit + 1, (page - 1) * limit] : [page * limit + 1, 0];
  const text = `
    select t.id as key, ${id} as "traceId", o.id, ${microsOf('o.start')} as "startTime"
    from ${matches(queries, after === undefined ? query : withEnd(query, after.startTime), values, { only })}
    ${after === undefined ? '' : `and (o.start, ${id}, o.id) < (${addTime({ add }, after.startTime)}, ${add(after.traceId)}::uuid, ${add(after.id)}::uuid)`}
    order by o.start desc, ${id} desc, o.id desc
    limit ${add(rows)}::bigint offset ${add(passed)}::bigint`;
  return { text, values: values.values };
}

/** Returns the query with a window that ends with a start. */
const withEnd = (query: ObservationListQuery, last: number): ObservationListQuery => ({
  ...query,
  before: Math.min(query.before ?? Infinity, last + 1),
});
