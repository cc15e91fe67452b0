import { ALL_FIELD, SEGMENT_SIZE } from '../trace-index';
import type { StoredProject } from '../projects';
import { type ProjectQueries, isKnown } from './project';
import { type Statement, type Values, collectValues } from './database';
import { KEPT_COUNT, segmentsOf, countOf, indexMatches, isIndexed } from './index-matches';
import { listOrder } from './list-order';
import { type IndexPlan, needsOf } from './list-plans';
import { rangeSet } from './scan-page';
import type { ListPlan, Page, TraceListQuery } from './trace';
import { bitsFrom } from './trace-sets';

/** Of what is folded, about; the statement of a plan is exact by itself. */
export interface PlanEstimate {
  readonly usable: boolean;
  /** Traces that match, as they were folded. */
  readonly kept: number;
  /** Traces with a mark. */
  readonly changed: number;
  /** Entries that a walk could pass. */
  readonly range: number;
  /** Of them, in an order of time, those that it passes from the beginning or from the end; null in any other order. */
  readonly from_start: number | null;
  readonly from_end: number | null;
  /** Rows of bits of the values of the order's field; null where they have none. */
  readonly bit_rows: number | null;
  /** Traces whose value has none. */
  readonly rareMatches: number | null;
}

/** Microseconds, as measured (docs/reference/reads.md). */
const COST = {
  /** An entry that a walk passes. */
  passed: 0.15,
  /** A match that is found by its position. */
  fetched: 8,
  /** To count matches by value; for each row of bits. */
  counting: 5000,
  bitRow: 5,
} as const;

/** The most rows of bits that are read to count matches by value, and the most traces by themselves. */
const MAX_BITMAP_ROWS = 20_000;
const MAX_RARE_MATCHES = 5000;

/** Chooses how a page is found, by a look at what is folded. Whatever is chosen, and has changed since, the answer is exact. */
export async function choosePlan({ query, project }: ProjectQueries, asked: TraceListQuery): Promise<ListPlan> {
  if (isKnown(project) && !isForRows(asked)) {
    const [look] = await query<PlanEstimate>(estimateStatement(project, asked));
    if (look?.usable === true) return cheapest(look, asked);
  }
  return 'rows';
}

/** The last entry of its index that a newest page of everything is read to. */
const LAST_NEWEST = 5000;

/**
 * Whether rows are read without a look: they are as good for newest pages of everything, and have what places do not: all of a long
 * name, and what further conditions and the order by `public` ask for.
 */
function isForRows({ filter, conditions = [], order, page, limit }: TraceListQuery): boolean {
  const isEverything = Object.values(filter).every(
    (value) => value === undefined || (Array.isArray(value) && value.length === 0),
  );
  const isNewest = isEverything && order.field === 'timestamp' && page * limit <= LAST_NEWEST;
  return conditions.length > 0 || order.field === 'public' || isNewest || !isIndexed(filter);
}

function estimateStatement(project: StoredProject, query: TraceListQuery): Statement {
  const { values, add } = collectValues();
  const { key } = listOrder(project, query.order.field);
  const range = rangeSet(query);
  const bits = key?.field === undefined ? undefined : bitsFrom(project, key.field);
  const every = `(select coalesce(sum(b.n), 0) ${bitsFrom(project, ALL_FIELD)})`;
  const text = `
    with ${indexMatches(project, query.filter, { values, add }, { needs: needsOf(project, query), isRough: true })}
    select s.usable, ${KEPT_COUNT} as kept, (select count(*) from changed) as changed,
      ${range === undefined ? every : countOf(range)} as range,
      ${query.order.field === 'timestamp' ? passedInTime(range === undefined ? `select b.bucket ${bitsFrom(project, ALL_FIELD)}` : segmentsOf(range), query, { values, add }) : 'null as from_start, null as from_end'},
      b.bit_rows, ${every} - b.tracked as untracked
    from state s cross join (
      ${bits === undefined ? 'select null::bigint as bit_rows, null::bigint as tracked' : `select count(*) as bit_rows, coalesce(sum(b.n), 0) as tracked ${bits}`}) b`;
  return { text, values };
}

/** SQL: how many entries a walk by time passes to a page. Positions are in order of receipt, which is about that of time. */
function passedInTime(range: string, { order, page, limit }: TraceListQuery, { add }: Values): string {
  const bucket = order.direction === 'asc' ? 'bucket' : '-bucket';
  const edge = (which: 'min' | 'max') => `(select ${which}(${bucket}) from (${range}) r)`;
  /** The bucket of the match that so many are before. */
  const segmentOf = (before: number) => `(
    select max(${bucket}) from (select bucket, sum(bit_count(bits)) over (order by ${bucket}) - bit_count(bits) as passed from kept) k
    where passed <= ${add(before)}::bigint)`;
  const offset = (page - 1) * limit;
  return `
    (${segmentOf(offset + limit - 1)} - ${edge('min')} + 1) * ${SEGMENT_SIZE} as from_start,
    (${edge('max')} - ${segmentOf(offset)} + 1) * ${SEGMENT_SIZE} as from_end`;
}

/** The cheapest plan, for what is known. */
export function cheapest(look: PlanEstimate, { page, limit }: Page): IndexPlan {
  const { kept, changed, range, from_start, from_end } = look;
  const offset = (page - 1) * limit;
  const [toStart, toEnd] = [Math.min(offset + limit, kept), Math.max(kept + changed - offset, 0)];
  const passedFor = (matches: number): number => Math.min((matches * range) / Math.max(kept, 1), range);
  const fromStart = Math.min(from_start ?? passedFor(toStart), range);
  const fromEnd = Math.min(from_end ?? passedFor(toEnd), range);
  const nearest = fromEnd < fromStart || toEnd === 0 ? 'walk-back' : 'walk';
  if (toEnd === 0) return kept === 0 ? 'gather' : nearest;

  const counting = countingCost(look);
  // All that match may stand at the other end of an order; where that can be counted, it is not left to luck.
  const isKnown = from_start !== null || range <= kept + changed || counting === undefined;
  const scanning = COST.passed * (isKnown ? Math.min(fromStart, fromEnd) : range);
  const fetching = COST.fetched * kept;
  if (fetching <= Math.min(scanning, counting ?? scanning)) return 'gather';
  return counting === undefined || scanning <= counting ? nearest : 'runs';
}

/** Undefined where matches are not to be counted by value. */
function countingCost({ bit_rows, rareMatches }: PlanEstimate): number | undefined {
  if (bit_rows === null || bit_rows > MAX_BITMAP_ROWS || (rareMatches ?? 0) > MAX_RARE_MATCHES) return undefined;
  return COST.counting + COST.bitRow * bit_rows + COST.fetched * (rareMatches ?? 0);
}
