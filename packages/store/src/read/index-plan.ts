import { ALL_FIELD, SEGMENT_SIZE } from '../trace-index-format';
import type { StoredProject } from '../projects';
import { type ProjectQueries, isKnown } from './project';
import { type Statement, type Values, collectValues } from './database';
import { CLEAN_COUNT, segmentsOf, countOf, indexMatches, canUseIndex } from './index-matches';
import { listOrder } from './index-order';
import { type IndexPlan, needsOf } from './index-page';
import { rangeSet } from './index-scan';
import { type Page, type TracePageQuery, isRowOrder } from './trace';
import { bitmapsFrom } from './index-sets';

/** Approximate counts from the trace index; the statement of a plan is exact by itself. */
export interface PlanEstimate {
  readonly usable: boolean;
  /** Number of matches in the index; unlike in the statement of a plan, dirty traces are among them. */
  readonly matches: number;
  /** Number of dirty traces. */
  readonly dirtyTraces: number;
  /** Index entries that a scan could read. */
  readonly range: number;
  /** In an order of time, the entries that a scan reads from the beginning or from the end; null in any other order. */
  readonly from_start: number | null;
  readonly from_end: number | null;
  /** Number of bitmaps of the values of the order's field; null if the field has none. */
  readonly bitmap_rows: number | null;
  /** Number of the traces of the project, matches or not, whose value in the order's field is rare; null as above. */
  readonly rareTraces: number | null;
}

/** Microseconds, as measured (docs/reference/reads.md). */
const COST = {
  /** Reading an index entry in a scan. */
  passed: 0.15,
  /** Looking up a match by its index position. */
  fetched: 8,
  /** Counting matches by value; for each bitmap. */
  counting: 5000,
  bitmapRow: 5,
} as const;

/** Limits of the bitmaps and of the traces with rare values that are read to count matches by value. */
const MAX_BITMAP_ROWS = 20_000;
const MAX_RARE_TRACES = 5000;

/**
 * Chooses how the index reads a page, by an estimate. The page is exact with any plan, whatever has changed since the estimate.
 * @returns undefined if rows are to be read
 */
export async function choosePlan(
  { query, project }: ProjectQueries,
  list: TracePageQuery,
): Promise<IndexPlan | undefined> {
  if (isKnown(project) && !isForRows(list)) {
    const [estimate] = await query<PlanEstimate>(estimateStatement(project, list));
    if (estimate?.usable === true) return cheapest(estimate, list);
  }
  return undefined;
}

/** Last entry of its index up to which a newest page of everything is read. */
const LAST_NEWEST = 5000;

/**
 * Returns whether rows are read without an estimate: they are as fast for newest pages of everything, and contain what index entries lack:
 * all of a long name, and the columns of further conditions and of a `RowOrder`.
 */
function isForRows({ filter, conditions = [], order, page, limit }: TracePageQuery): boolean {
  const isEverything = Object.values(filter).every(
    (value) => value === undefined || (Array.isArray(value) && value.length === 0),
  );
  const isNewest = isEverything && order.field === 'timestamp' && page * limit <= LAST_NEWEST;
  return conditions.length > 0 || isRowOrder(order.field) || isNewest || !canUseIndex(filter);
}

function estimateStatement(project: StoredProject, query: TracePageQuery): Statement {
  const { values, add } = collectValues();
  const { key } = listOrder(project, query.order.field);
  const range = rangeSet(query);
  const bitmaps = key?.field === undefined ? undefined : bitmapsFrom(project, key.field);
  const every = `(select coalesce(sum(b.n), 0) ${bitmapsFrom(project, ALL_FIELD)})`;
  const text = `
    with ${indexMatches(project, query.filter, { values, add }, { needs: needsOf(project, query), isRough: true })}
    select s.usable, ${CLEAN_COUNT} as matches, (select count(*) from dirty_keys) as "dirtyTraces",
      ${range === undefined ? every : countOf(range)} as range,
      ${query.order.field === 'timestamp' ? passedInTime(range === undefined ? `select b.segment ${bitmapsFrom(project, ALL_FIELD)}` : segmentsOf(range), query, { values, add }) : 'null as from_start, null as from_end'},
      b.bitmap_rows, ${every} - b.indexed as "rareTraces"
    from state s cross join (
      ${bitmaps === undefined ? 'select null::bigint as bitmap_rows, null::bigint as indexed' : `select count(*) as bitmap_rows, coalesce(sum(b.n), 0) as indexed ${bitmaps}`}) b`;
  return { text, values };
}

/**
 * SQL: number of entries that a scan in order of time reads up to the page. Index positions are in order of indexing, which is about that
 * of time.
 */
function passedInTime(range: string, { order, page, limit }: TracePageQuery, { add }: Values): string {
  const segment = order.direction === 'asc' ? 'segment' : '-segment';
  const edge = (which: 'min' | 'max') => `(select ${which}(${segment}) from (${range}) r)`;
  /** Segment of the match that has `before` matches before it. */
  const segmentOf = (before: number) => `(
    select max(${segment}) from (select segment, sum(bit_count(bitmap)) over (order by ${segment}) - bit_count(bitmap) as passed from clean) k
    where passed <= ${add(before)}::bigint)`;
  const offset = (page - 1) * limit;
  return `
    (${segmentOf(offset + limit - 1)} - ${edge('min')} + 1) * ${SEGMENT_SIZE} as from_start,
    (${edge('max')} - ${segmentOf(offset)} + 1) * ${SEGMENT_SIZE} as from_end`;
}

/** Returns the cheapest plan for an estimate. */
export function cheapest(estimate: PlanEstimate, { page, limit }: Page): IndexPlan {
  const { matches, dirtyTraces, range, from_start, from_end } = estimate;
  const offset = (page - 1) * limit;
  const [toStart, toEnd] = [Math.min(offset + limit, matches), Math.max(matches + dirtyTraces - offset, 0)];
  const passedFor = (count: number): number => Math.min((count * range) / Math.max(matches, 1), range);
  const fromStart = Math.min(from_start ?? passedFor(toStart), range);
  const fromEnd = Math.min(from_end ?? passedFor(toEnd), range);
  const nearest = fromEnd < fromStart || toEnd === 0 ? 'scan-back' : 'scan';
  if (toEnd === 0) return matches === 0 ? 'fetch' : nearest;

  const counting = countingCost(estimate);
  // Without an order of time all matches may be at the far end. If counting by value is possible, assume that they are.
  const isScanKnown = from_start !== null || range <= matches + dirtyTraces || counting === undefined;
  const scanning = COST.passed * (isScanKnown ? Math.min(fromStart, fromEnd) : range);
  const fetching = COST.fetched * matches;
  if (fetching <= Math.min(scanning, counting ?? scanning)) return 'fetch';
  return counting === undefined || scanning <= counting ? nearest : 'by-values';
}

/** Cost of counting matches by value; undefined if the limits exclude it. */
function countingCost({ bitmap_rows, rareTraces }: PlanEstimate): number | undefined {
  if (bitmap_rows === null || bitmap_rows > MAX_BITMAP_ROWS || (rareTraces ?? 0) > MAX_RARE_TRACES) return undefined;
  return COST.counting + COST.bitmapRow * bitmap_rows + COST.fetched * (rareTraces ?? 0);
}
