import { type Micros, formatMicros } from '@sluice/record';
import { bucketBits, bucketOf, startOfBucket } from '../observation-index-format';
import type { StoredProject } from '../projects';
import { type Values, collectValues, microsOf } from './database';
import { dirtyKeys } from './index-matches';
import { isOf } from './index-sets';
import type { ProjectQueries } from './project';
import type { TimeWindow } from './trace';

/* Statements on entries `x` of `trace_index_observations`. */

/** A trace that may have matches, of which none starts after `bound`. */
export interface CandidateTrace {
  readonly key: string;
  readonly part: number;
  readonly bound: Micros;
}

/** Lower bits of the hashes, as decimal digits, of which a trace must have one, for each of several columns. */
export type Wanted = readonly (readonly string[])[];

/** Place behind an entry, in the order of ends and keys, both downwards. */
export interface Place {
  readonly last: Micros;
  readonly key?: string;
}

/** Entries behind a place that have the wanted values, and an end at or after `from`. */
export interface EntryRange {
  readonly from: Micros;
  readonly place: Place;
  readonly wanted: Wanted;
}

const time = (micros: Micros, { add }: Values): string =>
  `${add(Number.isFinite(micros) ? formatMicros(micros) : micros < 0 ? '-infinity' : 'infinity')}::timestamptz`;

function inRange(project: StoredProject, { from, place: { last, key } }: EntryRange, values: Values): string {
  const behind =
    key === undefined
      ? `x.last < ${time(last, values)}`
      : `(x.last, x.key) < (${time(last, values)}, ${values.add(key)}::uuid)`;
  return [isOf('x', project), `x.last >= ${time(from, values)}`, behind].join(' and ');
}

/** SQL: the upper bits of the hashes of an entry, which has at least one. */
const BUCKET_OF_ENTRY = bucketBits('(x.hashes[1] >> 32)');

/** SQL condition on an entry: it may have the wanted values. */
const hasWanted = (wanted: Wanted): string =>
  [
    'true',
    ...wanted.map((any) => `x.hashes && array[${any.map((bits) => `${BUCKET_OF_ENTRY} | ${bits}`).join(', ')}]`),
  ].join(' and ');

/**
 * Reads the next entries in order of time, of which those without a wanted value count, too.
 * @returns `next`: place of the last one; undefined: there are no more
 */
export async function nextEntries(
  { query, project }: ProjectQueries,
  range: EntryRange,
  size: number,
): Promise<{ readonly found: readonly CandidateTrace[]; readonly next: Place | undefined }> {
  const values = collectValues();
  const rows = await query<CandidateTrace & { readonly nth: number; readonly fits: boolean }>({
    text: `
      select e.key, e.part, e.bound, e.nth, e.fits
      from (
        select x.key, x.part, ${microsOf('x.last')} as bound, ${hasWanted(range.wanted)} as fits,
          row_number() over (order by x.last desc, x.key desc) as nth
        from (
          select x.* from sluice.trace_index_observations x where ${inRange(project, range, values)}
          order by x.last desc, x.key desc limit ${values.add(size)}::bigint
        ) x
      ) e
      where e.fits or e.nth = ${values.add(size)}::bigint
      order by e.nth`,
    values: values.values,
  });
  const last = rows.at(-1);
  return {
    found: rows.filter(({ fits }) => fits),
    next: last?.nth === size ? { last: last.bound, key: last.key } : undefined,
  };
}

/** Time beyond a window in which traces that run at its edge usually end. Those that end later have an index of their own. */
const USUAL = "interval '1 hour'";

/** Traces that run at one end of a window: they begin before it, and end at or after it. */
interface AtEdge {
  readonly window: TimeWindow;
  readonly edge: 'from' | 'before';
  readonly wanted: Wanted;
  /** Entries that one statement returns. */
  readonly size: number;
}

/** Reads the entries of traces that run at an end of a window, in portions. At its start it omits those that run at its end, too. */
export async function* runningTraces(
  { query, project }: ProjectQueries,
  { window: { from = -Infinity, before = Infinity }, edge, wanted, size }: AtEdge,
): AsyncGenerator<readonly CandidateTrace[], void> {
  const micros = edge === 'from' ? from : before;
  if (!Number.isFinite(micros) || from >= before) return;
  for (const isLong of [false, true]) {
    let last: (CandidateTrace & { readonly last: Micros }) | undefined;
    do {
      const values = collectValues();
      const { add } = values;
      const at = time(micros, values);
      const conditions = [
        ...[isOf('x', project), `x.first < ${at}`, hasWanted(wanted)],
        ...(edge === 'from' ? [`x.last < ${time(before, values)}`] : []),
        ...(isLong
          ? [`x.last >= ${at} + ${USUAL}`, `x.last - x.first >= ${USUAL}`]
          : [`x.last >= ${at}`, `x.last < ${at} + ${USUAL}`]),
        ...(last === undefined ? [] : [`(x.last, x.key) > (${time(last.last, values)}, ${add(last.key)}::uuid)`]),
      ];
      const end = microsOf('x.last');
      const rows = await query<CandidateTrace & { readonly last: Micros }>({
        text: `
          select x.key, x.part, ${end} as last, least(${end}, ${add(before === Infinity ? null : before - 1)}::bigint) as bound
          from sluice.trace_index_observations x where ${conditions.join(' and ')}
          order by x.last, x.key limit ${add(size)}::bigint`,
        values: values.values,
      });
      if (rows.length > 0) yield rows;
      last = rows.length === size ? rows.at(-1) : undefined;
    } while (last !== undefined);
  }
}

/**
 * Reads the latest buckets with entries of a range, downwards, one step of the B-tree for each: senders can make up times of all centuries,
 * between which there are hundreds of thousands of buckets without an entry.
 * @param most limit of the buckets
 */
export async function latestBuckets(
  { query, project }: ProjectQueries,
  range: EntryRange,
  most: number,
): Promise<readonly number[]> {
  const values = collectValues();
  const entries = 'select x.last from sluice.trace_index_observations x where';
  const before = startOfBucket(bucketOf('n.last'));
  const rows = await query<{ bucket: number }>({
    text: `
      with recursive latest (last) as (
        (${entries} ${inRange(project, range, values)} order by x.last desc, x.key desc limit 1)
        union all
        select x.last from latest n cross join lateral (
          ${entries} ${isOf('x', project)} and x.last >= ${time(range.from, values)} and x.last < ${before} order by x.last desc limit 1) x
      )
      select ${bucketOf('last')} as bucket from latest limit ${values.add(most)}::bigint`,
    values: values.values,
  });
  return rows.map(({ bucket }) => bucket);
}

/**
 * Finds entries of buckets by their hashes, in any order, at most `limit`. The hashes are not visible to the planner, so that it uses their
 * index whatever the statistics are; one statement for many buckets reads the unsorted part of the index once.
 */
export function entriesByHashes(
  { query, project }: ProjectQueries,
  range: EntryRange,
  { buckets, limit }: { readonly buckets: readonly number[]; readonly limit: number },
): Promise<CandidateTrace[]> {
  const values = collectValues();
  const { add } = values;
  const each = `unnest(${add(buckets)}::bigint[]) b`;
  const hashes = range.wanted.map(
    (any) => `x.hashes && array(select ${bucketBits('b')} | v from ${each}, unnest(${add(any)}::bigint[]) v)`,
  );
  return query<CandidateTrace>({
    text: `
      select x.key, x.part, ${microsOf('x.last')} as bound
      from (select x.* from sluice.trace_index_observations x where ${hashes.join(' and ')} offset 0) x
      where ${inRange(project, range, values)} limit ${add(limit)}::bigint`,
    values: values.values,
  });
}

/** Counts the observations of clean traces that begin and end within a window. Traces below the retention floor are not clean. */
export async function countWithin({ query, project }: ProjectQueries, { from, before }: TimeWindow): Promise<number> {
  const values = collectValues();
  const conditions = [
    isOf('x', project),
    ...(from === undefined ? [] : [`x.last >= ${time(from, values)}`, `x.first >= ${time(from, values)}`]),
    ...(before === undefined ? [] : [`x.last < ${time(before, values)}`]),
    'not exists (select from dirty_keys c where c.key = x.key)',
  ];
  const [counted] = await query<{ total: number }>({
    text: `
      with state as (select true as usable), dirty_keys as materialized (${dirtyKeys(project)})
      select coalesce(sum(x.observations), 0)::bigint as total from sluice.trace_index_observations x where ${conditions.join(' and ')}`,
    values: values.values,
  });
  return counted?.total ?? 0;
}
