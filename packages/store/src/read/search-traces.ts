import { formatMicros, parseJson, type SearchCursor, sentObservationId } from '@sluice/record';
import { FILTER_TRACES } from '../text-filter-format';
import { answerOf } from './list-answer';
import { countSelected } from './list-traces';
import { type ProjectDatabase, type ProjectQueries, isKnown, isVisible } from './project';
import type { SearchEnd, SearchTime, TraceSearch, TraceSearchQuery } from './search';
import type { SearchedPlace, TraceMatch } from './trace-match';
import { needleOf } from './search-needle';
import { areOfEach, mayBeOfId } from './search-rows';
import { batchesOf, createPace, observationsOf, type Pace } from './search-batches';
import { ruleOut } from './search-rule-out';
import { type Passed, type ScanBounds, scan } from './search-scan';
import { type Rest, type SearchedValues, type SoughtValues, type ValueBounds, searchValues } from './search-values';
import type { Portions, TraceListItem } from './trace';
import { SCORED_TRACE_COLUMNS, type ReadTraceRow, versionOf } from './trace-row';

/** Bounds of a step, which is a scan and a search in the values of its candidates. */
interface Bounds extends ScanBounds, ValueBounds {
  /** Observations of the traces that are tested at once. */
  readonly together: number;
}

const BOUNDS: Bounds = {
  rows: 10_000,
  walked: 200_000,
  candidates: 2000,
  together: 20_000,
  observations: 5000,
  milliseconds: 250,
};

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
  const [{ matches, ...search }, selected] = isKnown(database.project)
    ? await Promise.all([searchAll(database, query, time, bounds), countOf(database, query, time)])
    : [NOTHING, 0];
  const rows = await readRows(database, [...matches.keys()]);
  const { searchedTo } = search;
  const cursor = searchedTo && `${formatMicros(searchedTo.timestamp)} ${searchedTo.id}`;
  const version = versionOf(rows, `${cursor} ${selected} ${search.passed} ${search.bytes}`);
  const answer = await answerOf(database, rows, query.include, version);
  const found = rows.map(({ key }) => matches.get(key));
  return {
    ...search,
    ...(selected !== undefined && { selected }),
    version: answer.version,
    found: rows.length,
    heldBytes: answer.heldBytes + found.reduce((sum, match) => sum + bytesOf(match), 0),
    portions: withMatches(answer.portions, query.include.asSent === true ? found.map(asSent) : found),
  };
}

/** Returns the number of the selected traces for the first answer of a search; undefined for the others, and if counting takes too long. */
const countOf = async (
  database: ProjectDatabase,
  { after, ...query }: TraceSearchQuery,
  { budgetMs }: SearchTime,
): Promise<number | undefined> => (after === undefined ? countSelected(database, query, budgetMs) : undefined);

const asSent = (match: TraceMatch | undefined): TraceMatch | undefined =>
  match && { ...match, observationId: match.observationId && sentObservationId(match.observationId) };

/** Bytes of a match without its texts. */
const MATCH_BYTES = 200;
const bytesOf = (match: TraceMatch | undefined): number =>
  match === undefined ? 0 : MATCH_BYTES + 2 * (match.snippet.length + (match.observationName?.length ?? 0));

/** Adds the matches to the items, which have the same order. */
async function* withMatches(
  portions: Portions<TraceListItem>,
  matches: readonly (TraceMatch | undefined)[],
): Portions<TraceListItem> {
  let given = 0;
  for await (const portion of portions) {
    yield portion.map((item) => {
      const match = matches[given++];
      return match === undefined ? item : { ...item, match };
    });
  }
}

interface Searched extends Pick<TraceSearch, 'end' | 'passed' | 'bytes' | 'searchedTo'> {
  /** Matches by the key of their trace, newest first. */
  readonly matches: ReadonlyMap<string, TraceMatch>;
}

const NOTHING: Searched = { matches: new Map(), end: 'all', passed: 0, bytes: 0 };

async function searchAll(
  database: ProjectQueries,
  query: TraceSearchQuery,
  { budgetMs, isGone }: SearchTime,
  bounds: Bounds,
): Promise<Searched> {
  const until = performance.now() + budgetMs;
  const matches = new Map<string, TraceMatch>();
  let passed = 0;
  let bytes = 0;
  const ended = (end: SearchEnd, { timestamp, id }: SearchCursor): Searched => ({
    ...{ matches, end, passed, bytes, searchedTo: { timestamp, id } },
  });
  for await (const step of searchSteps(database, query, until, bounds)) {
    bytes += step.bytes;
    for (const { trace, match, before } of step.found) {
      matches.set(trace.key, match);
      if (matches.size < query.limit) continue;
      passed += before + 1;
      return ended('limit', trace);
    }
    passed += step.passed;
    if (step.isEnd || step.to === undefined) continue;
    if (passed > 0 && (isGone() || performance.now() >= until)) return ended('time', step.to);
  }
  return { matches, end: 'all', passed, bytes };
}

/** A trace that contains the text. */
interface Found {
  readonly trace: Passed;
  readonly match: TraceMatch;
  /** Number of traces before it in its step. */
  readonly before: number;
}

/** Result of a search from one cursor to the next. */
interface SearchStep {
  readonly found: readonly Found[];
  /** Number of traces that were read, all of them. */
  readonly passed: number;
  readonly bytes: number;
  /** Last trace that was read; absent: none was, since the beginning. */
  readonly to?: SearchCursor | undefined;
  /** Whether there are no more traces. */
  readonly isEnd: boolean;
}

/**
 * Yields the result of each statement; that of the last one is all that is left.
 * @param until time by `performance.now()` after which no further values are read
 */
async function* searchSteps(
  database: ProjectQueries,
  query: TraceSearchQuery,
  until: number,
  bounds: Bounds,
): AsyncGenerator<SearchStep, void, void> {
  const sought = { needle: needleOf(query.text), fields: query.fields };
  let grams = mayBeOfId(sought.needle) ? [] : sought.needle.grams;
  let to = query.after;
  let [passedAll, ruledOut] = [0, 0];
  let isRare = areOfEach(query.fields);
  const left = (): number => Math.max(LEAST_MS, Math.min(bounds.milliseconds, until - performance.now()));
  const pace = createPace(FIRST_SHARE * bounds.together, bounds.together, left);
  for (let share = FIRST_SHARE; ; share = Math.min(1, 2 * share)) {
    const rows = Math.ceil(bounds.rows * share);
    const candidates = Math.ceil(bounds.candidates * share);
    const walked = Math.ceil(bounds.walked * share);
    const from = { ...query, ...(to && { after: to }) };
    const stretch = await scan(database, from, { ...sought.needle, grams }, { rows, walked, candidates });
    passedAll += stretch.passed;
    ruledOut += stretch.ruledOut;
    if (passedAll >= LEAST_WALKED && ruledOut * LEAST_RULED_OUT < passedAll) grams = [];
    let passed = 0;
    for (const batch of batchesOf(stretch.candidates, () => (isRare ? pace.observations : bounds.together))) {
      const possible = isRare ? await possibleOf(database, batch, sought, bounds, pace) : { keys: undefined, bytes: 0 };
      let { bytes } = possible;
      let hits = 0;
      let rest: Rest | undefined;
      for (let left = batch; left.length > 0;) {
        // Traces that are not ruled out are few: what was done for the others is not done again. The rest of a trace is read however late it
        // is where the answer has no other trace: with no time, a statement would read one row.
        const time = possible.keys === undefined && rest === undefined ? until - performance.now() : Infinity;
        const milliseconds = Math.max(0, Math.min(bounds.milliseconds, time));
        const results = await searchRows(database, left, sought, { ...bounds, milliseconds }, possible.keys, rest);
        rest = results.at(-1)?.rest;
        const done = left.slice(0, rest === undefined ? results.length : -1 + results.length);
        const last = done.at(-1);
        const found = done.flatMap((trace, index) => {
          const match = matchOf(results[index]?.match);
          return match === undefined ? [] : [{ trace, match, before: trace.nth - passed - 1 }];
        });
        bytes += results.reduce((sum, result) => sum + result.bytes, 0);
        left = left.slice(done.length);
        to = last ?? to;
        hits += found.length;
        yield { found, passed: (last?.nth ?? passed) - passed, bytes, to, isEnd: false };
        bytes = 0;
        passed = last?.nth ?? passed;
      }
      isRare = areOfEach(query.fields) && (possible.keys?.size ?? hits) * TESTS_PER_HIT <= batch.length;
    }
    to = stretch.end;
    yield { found: [], passed: stretch.passed - passed, bytes: 0, to, isEnd: to === undefined };
    if (to === undefined) return;
  }
}

/** Traces for each that filters rule out, up to which walking by filters costs less than reading the rows. */
const LEAST_RULED_OUT = 8;
/** Traces that are walked by filters before that is decided: some filters. */
const LEAST_WALKED = 8 * FILTER_TRACES;

/** Milliseconds that a test of many traces may take at least, also at the end of the time: below, a statement costs more than the texts. */
const LEAST_MS = 50;

/** Traces per possible one from which on it costs less to rule out the others at once. */
const TESTS_PER_HIT = 4;

/** Rules traces out, if that is little work; `keys` undefined: each of them is searched. */
async function possibleOf(
  database: ProjectQueries,
  traces: readonly Passed[],
  sought: SoughtValues,
  { together }: Bounds,
  pace: Pace,
): Promise<{ readonly keys: ReadonlySet<string> | undefined; readonly bytes: number }> {
  const open = traces.filter(({ match }) => match === null);
  const observations = observationsOf(open);
  if (open.length === 0 || observations > together) return { keys: undefined, bytes: 0 };
  const start = performance.now();
  const halves = await Promise.all(
    [...batchesOf(open, () => Math.ceil(observations / 2))].map((half) => ruleOut(database, half, sought, together)),
  );
  pace.took(observations, performance.now() - start);
  return {
    keys: new Set(halves.flatMap(({ keys }) => [...keys])),
    bytes: halves.reduce((all, { bytes }) => all + bytes, 0),
  };
}

/**
 * Searches the first traces of these, at least a part of one. Values of those whose row contains the text are not read, nor of those that
 * are ruled out.
 * @param possible keys of those that are not ruled out; undefined: none is
 * @param rest of the first trace, which alone is searched then
 */
async function searchRows(
  database: ProjectQueries,
  traces: readonly Passed[],
  sought: SoughtValues,
  bounds: ValueBounds,
  possible: ReadonlySet<string> | undefined,
  rest: Rest | undefined,
): Promise<readonly SearchedValues[]> {
  const isOpen = ({ key, match }: Passed): boolean => match === null && possible?.has(key) !== false;
  const open = rest === undefined ? traces.filter(isOpen) : traces.slice(0, 1);
  const values = open.length === 0 ? [] : await searchValues(database, open, sought, bounds, rest);
  let next = 0;
  const results: SearchedValues[] = [];
  for (const trace of traces) {
    const result = isOpen(trace) ? values[next++] : { match: trace.match, bytes: 0 };
    if (result === undefined) break;
    results.push(result);
    if (result.rest !== undefined) break;
  }
  return results;
}

type MatchJson = readonly [match: readonly [SearchedPlace, string], id: string | null, name: string | null];

/** Parses a match; undefined without any. */
function matchOf(json: string | null | undefined): TraceMatch | undefined {
  if (json === null || json === undefined) return undefined;
  const [[field, snippet], observationId, observationName] = parseJson(json) as MatchJson;
  return { field, snippet, observationId, observationName };
}

/** Reads the rows of the traces that still exist, in this order. */
function readRows({ query, project }: ProjectQueries, keys: readonly string[]): Promise<ReadTraceRow[]> {
  if (keys.length === 0) return Promise.resolve([]);
  return query<ReadTraceRow>({
    text: `
      select ${SCORED_TRACE_COLUMNS}
      from unnest($1::uuid[]) with ordinality as k(key, n) join sluice.traces t on t.id = k.key
      where ${isVisible(project)}
      order by k.n`,
    values: [keys],
  });
}
