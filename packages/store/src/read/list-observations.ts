import { formatMicros } from '@sluice/record';
import { type Statement, collectValues, microsOf, patiently } from './database';
import { START, observationConditions } from './observation-conditions';
import type { ListedObservation, ObservationList, ObservationListQuery } from './observation-list';
import { WINDOW_ITEM_BYTES } from './observations';
import { type ListedRow, readListed, sizeListed } from './listed-observations';
import { heldBytes } from './portions';
import { type ProjectDatabase, type ProjectQueries, answeredId, isVisible } from './project';
import { asSent } from './restore-sent-ids';
import { AGGREGATE_TIMEOUT_MS, withinTimeout } from './statement-timeout';
import type { Portions } from './trace';
import { complete } from './trace-filter';
import { READ_TRACE_COLUMNS, type ReadTraceRow, sizeOfTrace, toTrace, versionOf } from './trace-row';

/** Place of an observation of a page. */
interface FoundRow {
  readonly key: string;
  readonly traceId: string;
  readonly id: string;
  readonly startTime: number;
}

/** Observations of a page with their traces. */
interface FoundPage {
  readonly total: number | undefined;
  readonly rows: readonly ListedRow[];
  readonly traces: readonly ReadTraceRow[];
  readonly next: FoundRow | undefined;
}

/**
 * Reads one page of observations, newest first: their places and sizes in one snapshot, their values in portions, as the client reads.
 * @param statementMs time limit of each statement: without a window all observations of the project may have to be tested
 */
export async function listObservations(
  database: ProjectDatabase,
  query: ObservationListQuery,
  statementMs = AGGREGATE_TIMEOUT_MS,
): Promise<ObservationList> {
  const page = await withinTimeout(database, statementMs, (queries) => readPage(queries, query));
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

async function readPage(queries: ProjectQueries, query: ObservationListQuery): Promise<FoundPage> {
  const isPaged = 'page' in query.at;
  const rows = await queries.query<FoundRow>(pageStatement(queries, query));
  const [counted] = isPaged ? await queries.query<{ total: number }>(totalStatement(queries, query)) : [];
  const shown = rows.slice(0, query.limit);
  const traces = await readTraces(queries, [...new Set(shown.map(({ key }) => key))], query.asSent === true);
  return {
    total: counted?.total,
    rows: await sizeListed(
      queries,
      shown.map(({ key, id }) => ({ trace: traces.get(key) as ReadTraceRow, id })),
      query.texts,
    ),
    traces: [...traces.values()],
    next: !isPaged && rows.length > query.limit ? shown.at(-1) : undefined,
  };
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

/** Columns of the observation that `matches` returns beside id and start, and further conditions on it, as SQL. */
interface MatchesOptions {
  readonly columns?: readonly string[];
  readonly own?: readonly string[];
}

/** SQL, after `from`: the matches as a trace `t` and its observation `o (id, start)`. The trace of a match has a start in the window. */
export function matches(
  { project }: ProjectQueries,
  query: Pick<ObservationListQuery, 'from' | 'before' | 'conditions'>,
  values: ReturnType<typeof collectValues>,
  { columns = [], own: further = [] }: MatchesOptions = {},
): string {
  const { from, before, conditions } = query;
  const { ofTrace, own } = observationConditions(project, conditions, values);
  const bound = (micros: number): string => `${values.add(formatMicros(micros))}::timestamptz`;
  const inWindow = (column: string, end: string): string[] => [
    ...(from === undefined ? [] : [`${end} >= ${bound(from)}`]),
    ...(before === undefined ? [] : [`${column} < ${bound(before)}`]),
  ];
  const ofObservations = ['o.part = t.part', 'o.trace_id = t.id', ...inWindow(START, START), ...own, ...further];
  const selected = ['o.id', `${START} as start`, ...columns].join(', ');
  return `sluice.traces t cross join lateral (
      select ${selected} from sluice.observations o where ${ofObservations.join(' and ')} offset 0
    ) o
    where ${[isVisible(project), ...inWindow('t.min_start', 't.max_end'), ...ofTrace].join(' and ')}`;
}

function pageStatement(queries: ProjectQueries, query: ObservationListQuery): Statement {
  const values = collectValues();
  const { at, limit } = query;
  const id = answeredId(queries.project);
  const after = 'page' in at ? undefined : at.after;
  const text = `
    select t.id as key, ${id} as "traceId", o.id, ${microsOf('o.start')} as "startTime"
    from ${matches(queries, after === undefined ? query : withEnd(query, after.startTime), values)}
    ${after === undefined ? '' : `and (o.start, ${id}, o.id) < (${values.add(formatMicros(after.startTime))}::timestamptz, ${values.add(after.traceId)}::uuid, ${values.add(after.id)}::uuid)`}
    order by o.start desc, ${id} desc, o.id desc
    limit ${'page' in at ? `${values.add(limit)}::bigint offset ${values.add((at.page - 1) * limit)}::bigint` : `${values.add(limit + 1)}::bigint`}`;
  return { text, values: values.values };
}

/** Returns the query with a window that ends with a start. */
const withEnd = (query: ObservationListQuery, last: number): ObservationListQuery => ({
  ...query,
  before: Math.min(query.before ?? Infinity, last + 1),
});

function totalStatement(queries: ProjectQueries, query: ObservationListQuery): Statement {
  const values = collectValues();
  return { text: `select count(*) as total from ${matches(queries, query, values)}`, values: values.values };
}
