import { HOUR_MICROS, type Micros, parseJson } from '@sluice/record';
import {
  BLOCK_SIZE,
  ROLLED_UP,
  type RolledUpField,
  SEGMENT_BLOCKS,
  blockOf,
  isInBlock,
} from '../observation-rollup-format';
import { ALL_FIELD } from '../trace-index-format';
import type { PieceRange } from './cut-window';
import { type Values, addTime, collectValues, microsOf } from './database';
import { dirtyKeys, usable } from './index-matches';
import type { CandidateTrace } from './index-observation-entries';
import { bitmapsFrom, isOf, isOfLookup } from './index-sets';
import type { ProjectQueries } from './project';
import type { TimeWindow } from './trace';

/** Rollups that a query reads: of a field, and of some of its values only; and the calls that have no value of their own there. */
export interface RolledUp {
  readonly field: RolledUpField;
  readonly values?: readonly string[] | undefined;
  /** Version of a prompt. */
  readonly version?: number | undefined;
}

/** Rollups of observations of whole hours, and the traces that they lack, in one snapshot. */
export interface ObservationRollups {
  /** Traces with observations in the window that have no rollup, or may differ from it. */
  readonly unrolled: readonly CandidateTrace[];
  /**
   * SQL: rows of totals of segments that are in these hours as a whole.
   * @param width of intervals: a row then has `hour`, the first one of its segment; null: its segment is in several intervals
   */
  readonly totals: (of: RolledUp, values: Values, width?: Micros) => string;
  /** SQL: rows of rollups of these hours, of all blocks without totals. */
  readonly rollups: (of: RolledUp, values: Values) => string;
  /** SQL: rows of rollups of the blocks with totals whose segment is in several intervals. */
  readonly rollupsOfSeveral: (of: RolledUp, values: Values, width: Micros) => string;
}

/** Limit of the traces that are read by their rows; for more, one scan of all rows costs less. */
const MAX_READ_BY_ROW = 20_000;

/**
 * Finds the rollups of observations.
 * @param window with the hours; the traces have observations in it
 * @param mostByRow limit of the traces without rollups
 * @returns undefined if the index is not usable, no rollup is, or too many traces have none
 */
export async function observationRollups(
  { query, project }: ProjectQueries,
  window: TimeWindow,
  hours: PieceRange,
  mostByRow = MAX_READ_BY_ROW,
): Promise<ObservationRollups | undefined> {
  const { values, add } = collectValues();
  const { from, before } = window;
  const { first, end } = hours;
  const hasHours = [
    ...(first === undefined ? [] : [`v.last_hour >= ${add(first)}::bigint`]),
    ...(end === undefined ? [] : [`v.first_hour < ${add(end)}::bigint`]),
    'v.first_hour is not null',
  ].join(' and ');
  const isWhole = [
    `count(*) = ${SEGMENT_BLOCKS}`,
    ...(first === undefined ? [] : [`min(v.first_hour) >= ${add(first)}::bigint`]),
    ...(end === undefined ? [] : [`max(v.last_hour) < ${add(end)}::bigint`]),
  ].join(' and ');
  const inWindow = [
    ...(from === undefined ? [] : [`t.max_end >= ${addTime({ add }, from)}`]),
    ...(before === undefined ? [] : [`t.min_start < ${addTime({ add }, before)}`]),
    't.max_end is not null',
  ].join(' and ');
  const rows = await query<Partial<CandidateTrace> & { usable: boolean | null; blocks: string; segments: string }>({
    text: `
      with state as materialized (select ${usable(project)} as usable),
      dirty_keys as materialized (${dirtyKeys(project)}),
      dirty_blocks as materialized (
        select distinct ${blockOf('p.index_position')} as block from dirty_keys c cross join lateral (
          select p.index_position from sluice.trace_index_entries p where ${isOfLookup('p', project)} and p.key = c.key offset 0) p),
      valid as materialized (
        select v.block, v.first_hour, v.last_hour from sluice.observation_blocks v
        where ${isOf('v', project)} and v.block not in (select d.block from dirty_blocks d)),
      segments as materialized (
        select s.* from (
          select v.block / ${SEGMENT_BLOCKS} as segment, min(v.first_hour) as first, max(v.last_hour) as last
          from valid v group by 1 having ${isWhole}) s
        where exists (select from sluice.observation_totals t where ${isOfLookup('t', project)} and t.segment = s.segment and t.field = '${ROLLED_UP.type}')),
      other_blocks as materialized (
        select a.block, a.n from (
          select b.segment * ${SEGMENT_BLOCKS} + g as block, bit_count(substring(b.bitmap from g * ${BLOCK_SIZE} + 1 for ${BLOCK_SIZE})) as n
          from (select b.segment, b.bitmap ${bitmapsFrom(project, ALL_FIELD)}) b cross join generate_series(0, ${SEGMENT_BLOCKS - 1}) g) a
        where a.n > 0 and a.block not in (select v.block from valid v)),
      extent as materialized (
        select s.usable and (select coalesce(sum(n), 0) from other_blocks) + (select count(*) from dirty_keys) <= ${add(mostByRow)}::bigint as usable
        from state s),
      keys as materialized (
        select key from (
          select p.key from other_blocks b cross join lateral (
            select p.key from sluice.trace_index_entries p
            where ${isOfLookup('p', project)} and ${isInBlock('p.index_position', 'b.block')} offset 0) p
          union
          select key from dirty_keys) k
        where (select usable from extent))
      select e.usable, (select coalesce(jsonb_agg(v.block), '[]') from valid v where ${hasHours})::text as blocks,
        (select coalesce(jsonb_agg(jsonb_build_array(s.segment, s.first, s.last)), '[]') from segments s)::text as segments,
        null::uuid as key, null::integer as part, null::bigint as bound
      from extent e
      union all
      select null, null, null, t.key, t.part, ${microsOf('t.max_end')}
      from keys c cross join lateral (
        select t.id as key, t.part, t.min_start, t.max_end from sluice.traces t where t.id = c.key offset 0) t
      where ${inWindow}`,
    values,
  });
  const state = rows.find((row) => row.usable !== null);
  if (state?.usable !== true) return undefined;
  const blocks = parseJson(state.blocks) as readonly number[];
  const segments = parseJson(state.segments) as readonly (readonly [segment: number, first: number, last: number])[];
  if (blocks.length === 0) return undefined;
  const numbers = segments.map(([segment]) => segment);
  const ofField = ({ field, values: only, version }: RolledUp, to: Values): string =>
    [
      ...[isOfLookup('r', project), `r.field = '${ROLLED_UP[field]}'`],
      ...(only === undefined ? [] : [`(r.value = any(${to.add(only)}::text[]) or r.value is null)`]),
      ...(version === undefined ? [] : [`(r.version = ${to.add(version)}::bigint or r.value is null)`]),
    ].join(' and ');
  const rollupsOf = (of: RolledUp, to: Values, isRead: (segment: number) => boolean): string => {
    const read = blocks.filter((block) => isRead(Math.floor(block / SEGMENT_BLOCKS)));
    const inHours = [
      ...(first === undefined ? [] : [`r.hour >= ${to.add(first)}::bigint`]),
      ...(end === undefined ? [] : [`r.hour < ${to.add(end)}::bigint`]),
    ];
    return `
      select r.* from unnest(${to.add(read)}::integer[]) b (block) cross join lateral (
        select r.* from sluice.observation_rollups r where ${[ofField(of, to), 'r.block = b.block', ...inHours].join(' and ')} offset 0) r`;
  };
  return {
    unrolled: rows.filter((row): row is typeof row & CandidateTrace => row.usable === null),
    totals: (of, to, width) => `
      select r.*, s.hour from unnest(${to.add(numbers)}::integer[], ${to.add(hoursOf(segments, width))}::bigint[]) s (segment, hour)
        cross join lateral (
          select r.* from sluice.observation_totals r where ${ofField(of, to)} and r.segment = s.segment offset 0) r`,
    rollups: (of, to) => {
      const withTotals = new Set(numbers);
      return rollupsOf(of, to, (segment) => !withTotals.has(segment));
    },
    rollupsOfSeveral: (of, to, width) => {
      const hours = hoursOf(segments, width);
      const several = new Set(numbers.filter((_, n) => hours[n] === null));
      return rollupsOf(of, to, (segment) => several.has(segment));
    },
  };
}

/** Returns the first hour of each segment that is in one interval, else null. */
function hoursOf(
  segments: readonly (readonly [segment: number, first: number, last: number])[],
  width?: Micros,
): readonly (number | null)[] {
  const intervalOf = (hour: number): number => Math.floor((hour * HOUR_MICROS) / (width ?? HOUR_MICROS));
  return segments.map(([, first, last]) => (intervalOf(first) === intervalOf(last) ? first : null));
}
