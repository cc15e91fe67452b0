import { type Micros, parseJson } from '@sluice/record';
import { BUCKET_MICROS } from '../observation-index-format';
import { collectValues, microsOf } from './database';
import { dirtyKeys, usable } from './index-matches';
import {
  type CandidateTrace,
  type EntryRange,
  type Place,
  type Wanted,
  countWithin,
  entriesByHashes,
  latestBuckets,
  nextEntries,
  runningTraces,
} from './index-observation-entries';
import { wantedBits, wantedOfObservation } from './index-wanted-values';
import type { ObservationCondition } from './observation-condition';
import type { ProjectQueries } from './project';
import type { TimeWindow } from './trace';

/** Some candidates, in any order. All that follow in later batches have a bound of at most `end`. */
export interface CandidateBatch {
  readonly candidates: readonly CandidateTrace[];
  readonly end: Micros;
}

/** Bounds of the statements that find candidates. */
export interface IndexSteps {
  /** Entries that are read in order of time: at first, then by each further statement; the last number is repeated. */
  readonly walks: readonly number[];
  /** Entries of wanted values that one statement returns. */
  readonly entries: number;
}

/** Traces that may have matches of conditions on observations, in one snapshot. Each match is in one of them. */
export interface ObservationCandidates {
  /** Traces whose rows may differ from the index, of any time. */
  readonly dirty: readonly CandidateTrace[];
  /** Finds the other traces with observations in a window, the latest first. A few of them may be dirty, too. */
  readonly batches: (window: TimeWindow, steps?: IndexSteps) => AsyncGenerator<CandidateBatch, void>;
  /** Counts the observations of clean traces that lie in a window from their first start to their last end, without conditions. */
  readonly countWithin: (window: TimeWindow) => Promise<number>;
  /** Finds the other traces with observations in a window: those that run at its start or its end. */
  readonly atEdges: (window: TimeWindow, steps?: IndexSteps) => AsyncGenerator<readonly CandidateTrace[], void>;
}

/** @returns undefined if the index is not usable */
export async function observationCandidates(
  queries: ProjectQueries,
  conditions: readonly ObservationCondition[],
): Promise<ObservationCandidates | undefined> {
  const opened = await openIndex(queries, conditions);
  return (
    opened && {
      dirty: opened.dirty,
      batches: (window, steps) => candidateBatches(queries, { window, wanted: opened.wanted, steps }),
      countWithin: (window) => countWithin(queries, window),
      atEdges: (window, steps) => atEdges(queries, window, steps),
    }
  );
}

/** Reads the dirty traces of the project, and the hashes of the values that conditions want. */
async function openIndex(
  { query, project }: ProjectQueries,
  conditions: readonly ObservationCondition[],
): Promise<{ readonly dirty: readonly CandidateTrace[]; readonly wanted: Wanted } | undefined> {
  const values = collectValues();
  const wanted = wantedOfObservation(conditions).map(
    (each) => `to_jsonb(array(select w.bits::text from (${wantedBits(each, project, values)}) w (bits)))`,
  );
  const rows = await query<Partial<CandidateTrace> & { usable: boolean | null; wanted: string | null }>({
    text: `
      with state as materialized (select ${usable(project)} as usable),
      dirty_keys as materialized (${dirtyKeys(project)})
      select s.usable, jsonb_build_array(${wanted.join(', ')})::text as wanted,
        null::uuid as key, null::integer as part, null::bigint as bound
      from state s
      union all
      select null, null, t.key, t.part, ${microsOf('t.max_end')}
      from dirty_keys c cross join lateral (select t.id as key, t.part, t.max_end from sluice.traces t where t.id = c.key offset 0) t
      where t.max_end is not null`,
    values: values.values,
  });
  const state = rows.find((row) => row.usable !== null);
  if (state?.usable !== true) return undefined;
  const dirty = rows.filter((row): row is typeof row & CandidateTrace => row.usable === null);
  return { dirty, wanted: parseJson(state.wanted ?? '[]') as Wanted };
}

const STEPS: IndexSteps = { walks: [300, 3000, 20_000], entries: 5000 };
/** Walks after which the entries of wanted values are found by their hashes. */
const WALKS_OF_VALUES = 2;

async function* atEdges(
  queries: ProjectQueries,
  window: TimeWindow,
  { entries: size } = STEPS,
): AsyncGenerator<readonly CandidateTrace[], void> {
  yield* runningTraces(queries, { window, edge: 'from', wanted: [], size });
  yield* runningTraces(queries, { window, edge: 'before', wanted: [], size });
}

interface Search {
  readonly window: TimeWindow;
  readonly wanted: Wanted;
  readonly steps: IndexSteps | undefined;
}

/**
 * Finds candidates, the latest first. Entries are read in order of their end; if few of them have the wanted values, the rest is found by
 * hashes.
 */
async function* candidateBatches(
  queries: ProjectQueries,
  { window, wanted, steps = STEPS }: Search,
): AsyncGenerator<CandidateBatch, void> {
  const { from = -Infinity, before = Infinity } = window;
  for await (const candidates of runningTraces(queries, { window, edge: 'before', wanted, size: steps.entries })) {
    yield { candidates, end: before - 1 };
  }
  let place: Place = { last: before };
  for (let n = 0; wanted.length === 0 || n < WALKS_OF_VALUES; n += 1) {
    const size = steps.walks[Math.min(n, steps.walks.length - 1)] ?? 1;
    const { found, next } = await nextEntries(queries, { from, place, wanted }, size);
    yield { candidates: found, end: next?.last ?? -Infinity };
    if (next === undefined) return;
    place = next;
  }
  yield* batchesByHashes(queries, { from, place, wanted }, steps);
}

/** Hashes of one look-up, and buckets of the first one; each further one has four times as many. */
const MAX_HASHES = 512;
const FIRST_BUCKETS = 8;

/**
 * Finds candidates by their hashes, the latest buckets first. If a look-up finds too many entries, fewer buckets are looked up; if one
 * bucket has too many, its entries are read in order of time.
 */
async function* batchesByHashes(
  queries: ProjectQueries,
  { from, wanted, ...range }: EntryRange,
  { entries, walks }: IndexSteps,
): AsyncGenerator<CandidateBatch, void> {
  let { place } = range;
  const most = Math.max(1, Math.floor(MAX_HASHES / Math.max(...wanted.map((any) => any.length))));
  for (let size = Math.min(FIRST_BUCKETS, most); ;) {
    const buckets = await latestBuckets(queries, { from, place, wanted }, size);
    const last = buckets.at(-1);
    if (last === undefined) return;
    const found = await entriesByHashes(queries, { from, place, wanted }, { buckets, limit: entries + 1 });
    if (found.length <= entries) {
      place = { last: last * BUCKET_MICROS };
      const hasMore = buckets.length === size;
      yield { candidates: found, end: hasMore ? place.last - 1 : -Infinity };
      if (!hasMore) return;
      size = Math.min(4 * size, most);
    } else if (buckets.length > 1) {
      size = Math.ceil(buckets.length / 8);
    } else {
      const { found: walked, next } = await nextEntries(queries, { from, place, wanted }, walks.at(-1) ?? 1);
      yield { candidates: walked, end: next?.last ?? -Infinity };
      if (next === undefined) return;
      place = next;
    }
  }
}
