import { formatMicros, type SearchCursor } from '@sluice/record';
import { answerOf } from './list-answer';
import { type ProjectDatabase, type ProjectQueries, isKnown, isVisible } from './project';
import type { SearchEnd, SearchTime, TraceSearch, TraceSearchQuery } from './search';
import { needleOf } from './search-text';
import { type ValueBounds, searchValues } from './search-values';
import { type Passed, type ScanBounds, scan } from './search-scan';
import { READ_TRACE_COLUMNS, type ReadTraceRow, versionOf } from './trace-row';

/** Bounds of a step, which is a scan and a search in the values of its candidates. */
type Bounds = ScanBounds & ValueBounds;

const BOUNDS: Bounds = { rows: 10_000, candidates: 500, bytes: 16 * 2 ** 20, milliseconds: 250 };

/** Part of the bounds for the first step; each next step has twice as much: a frequent text is found soon. */
const FIRST_SHARE = 1 / 16;

/**
 * Finds the newest traces of a selection that contain a text, in bounded time, and reports how far it has searched. Every statement has a
 * snapshot of its own: a trace that existed before the first one, and whose time does not change, is found once, over any number of
 * answers.
 */
export async function searchTraces(
  database: ProjectDatabase,
  query: TraceSearchQuery,
  time: SearchTime,
  bounds = BOUNDS,
): Promise<TraceSearch> {
  const { keys, ...search } = isKnown(database.project) ? await searchKeys(database, query, time, bounds) : NOTHING;
  const rows = await readRows(database, keys);
  const { searchedTo } = search;
  const version = versionOf(rows, searchedTo && `${formatMicros(searchedTo.timestamp)} ${searchedTo.id}`);
  return { ...(await answerOf(database, rows, query.include)), ...search, version, found: rows.length };
}

interface Searched extends Pick<TraceSearch, 'end' | 'passed' | 'searchedTo'> {
  readonly keys: readonly string[];
}

const NOTHING: Searched = { keys: [], end: 'all', passed: 0 };

async function searchKeys(
  database: ProjectQueries,
  query: TraceSearchQuery,
  { budgetMs, isGone }: SearchTime,
  bounds: Bounds,
): Promise<Searched> {
  const until = performance.now() + budgetMs;
  const keys: string[] = [];
  let passed = 0;
  const ended = (end: SearchEnd, { timestamp, id }: SearchCursor): Searched => ({
    ...{ keys, end, passed, searchedTo: { timestamp, id } },
  });
  for await (const step of searchSteps(database, query, until, bounds)) {
    passed += step.passed;
    for (const trace of step.found) {
      keys.push(trace.key);
      if (keys.length === query.limit) return ended('limit', trace);
    }
    if (step.to === undefined) break;
    if (isGone() || performance.now() >= until) return ended('time', step.to);
  }
  return { keys, end: 'all', passed };
}

/** Result of a search from one cursor to the next. */
interface SearchStep {
  readonly found: readonly Passed[];
  readonly passed: number;
  /** Undefined: the search has ended. */
  readonly to: SearchCursor | undefined;
}

/**
 * Yields results for at least one trace each, except the last one.
 * @param until time by `performance.now()` after which no further values are read
 */
async function* searchSteps(
  database: ProjectQueries,
  query: TraceSearchQuery,
  until: number,
  bounds: Bounds,
): AsyncGenerator<SearchStep, void, void> {
  const needle = needleOf(query.text);
  let to = query.after;
  for (let share = FIRST_SHARE; ; share = Math.min(1, 2 * share)) {
    const rows = Math.ceil(bounds.rows * share);
    const candidates = Math.ceil(bounds.candidates * share);
    const stretch = await scan(database, { ...query, ...(to && { after: to }) }, needle, { rows, candidates });
    let passed = 0;
    for (let rest = stretch.candidates; rest.length > 0;) {
      const milliseconds = Math.max(0, Math.min(bounds.milliseconds, until - performance.now()));
      const seen = await whichHave(database, rest, { ...query, needle }, { ...bounds, milliseconds });
      const found = rest.filter((_, index) => seen[index] === true);
      const last = rest[seen.length - 1];
      rest = rest.slice(seen.length);
      if (last === undefined) break;
      yield { found, passed: last.nth - passed, to: last };
      passed = last.nth;
    }
    to = stretch.end;
    yield { found: [], passed: stretch.passed - passed, to };
    if (to === undefined) return;
  }
}

/** Returns whether the first traces, at least one, contain the text; values of those whose name or id contains it are not read. */
async function whichHave(
  database: ProjectQueries,
  passed: readonly Passed[],
  sought: Parameters<typeof searchValues>[2],
  bounds: ValueBounds,
): Promise<readonly boolean[]> {
  const unknown = passed.filter(({ found }) => !found);
  const known = unknown.length === 0 ? [] : await searchValues(database, unknown, sought, bounds);
  const end = known.length === unknown.length ? passed.length : passed.indexOf(unknown[known.length] as Passed);
  let next = 0;
  return passed.slice(0, end).map(({ found }) => found || known[next++] === true);
}

/** Reads the rows of the traces that still exist, in this order. */
function readRows({ query, project }: ProjectQueries, keys: readonly string[]): Promise<ReadTraceRow[]> {
  if (keys.length === 0) return Promise.resolve([]);
  return query<ReadTraceRow>({
    text: `
      select ${READ_TRACE_COLUMNS}
      from unnest($1::uuid[]) with ordinality as k(key, n) join sluice.traces t on t.id = k.key
      where ${isVisible(project)}
      order by k.n`,
    values: [keys],
  });
}
