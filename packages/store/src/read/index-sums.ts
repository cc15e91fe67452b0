import { HOUR_MICROS } from '@sluice/record';
import { ALL_FIELD, TAG_FIELD, TOKENS_OR_COST, USAGE_SUMS, positionsOf } from '../trace-index-format';
import type { StoredProject } from '../projects';
import { cutWindow } from './cut-window';
import { type Statement, type Values, collectValues } from './database';
import { canUseIndex, indexMatches } from './index-matches';
import { sumTraceRollups } from './index-trace-rollups';
import { type ProjectQueries, isKnown, isVisible } from './project';
import type { TimeWindow, TraceFilter, TraceSelection } from './trace';
import { anyOf, fieldConditions, windowConditions } from './trace-filter';
import { type IndexedField, INDEXED_FIELDS, bitmapsFrom, isOf, isOfLookup, setsOf } from './index-sets';
import { TRACE_DAY } from './whole-days';

/*
 * Sums by day and model from the trace index. A valid segment has the sums of each indexed value by hour of the traces, and the trace rollup
 * of each trace: the latter serve filters of several fields or tags, rare values, hours that the window cuts, and segments with dirty traces.
 * A segment that is not valid has trace rollups of some traces. All other traces, and the dirty ones, are read by their rows.
 */

/** Usage of traces by day and model, as SQL. Each trace is in one of the sources. */
export interface DaySums {
  /** SQL for `with`; each common table expression ends with a comma. */
  readonly parts: string;
  /** Statements of rows `(day, traces)`, by the day of a trace; several rows may have the same day. */
  readonly dayTraces: readonly string[];
  /** Statements of rows `(day, model, traces, …sums)`, by the day of the usage; several rows may have the same day and model. */
  readonly dayUsage: readonly string[];
}

/** Traces of a project in any of some windows that do not overlap. */
interface TraceWindows {
  readonly project: StoredProject;
  /** Further conditions; the window of the filter is ignored. */
  readonly filter: TraceFilter;
  readonly windows: readonly TimeWindow[];
}

/** Limit of the traces that are read by their rows; for more, one scan of all rows costs less (measured). */
const MAX_READ_BY_ROW = 20_000;

/** Counts from the trace index, in a snapshot. */
interface DailyEstimate {
  /** The index is usable, and at most `MAX_READ_BY_ROW` traces are read by their rows. */
  readonly usable: boolean;
  /** Range of the receipt hours of these traces; null: there are none. */
  readonly min: number | null;
  readonly max: number | null;
  /** Traces whose trace rollups are read, and the first and last segment of these; null: there are none. */
  readonly indexed: number;
  readonly first: number | null;
  readonly last: number | null;
}

/** Returns whether the index may sum the matches of a selection. */
export const canSum = (project: StoredProject, { filter, conditions = [] }: TraceSelection): boolean =>
  isKnown(project) && conditions.length === 0 && canUseIndex(filter);

/**
 * Estimates which traces are summed how. The returned sums have to be read in the same snapshot: the tables below traces are then planned for
 * the receipt hours that have rows.
 * @returns undefined if the index is not usable, or reading all rows costs less
 */
export async function indexSums(
  { query, project }: ProjectQueries,
  filter: TraceFilter,
  windows: readonly TimeWindow[],
): Promise<((values: Values) => DaySums) | undefined> {
  const matches = { project, filter, windows };
  const [estimate] = await query<DailyEstimate>(estimateStatement(matches));
  return estimate?.usable === true ? (values) => sumsOf(matches, estimate, values) : undefined;
}

function estimateStatement(matches: TraceWindows): Statement {
  const { values, add } = collectValues();
  const text = `
    with ${splitMatches(matches, { values, add })},
    estimate as materialized (
      select s.usable and (select coalesce(sum(bit_count(bitmap)), 0) from by_row) + (select count(*) from dirty_keys) <= ${MAX_READ_BY_ROW} as usable
      from state s),
    row_traces as materialized (${rowTracesOf(matches, { values, add }, '(select usable from estimate)')})
    select f.usable, (select min(part) from row_traces) as min, (select max(part) from row_traces) as max, p.*
    from estimate f, (select coalesce(sum(bit_count(bitmap)), 0)::bigint as indexed, min(segment) as first, max(segment) as last from by_trace_rollup) p`;
  return { text, values };
}

function sumsOf(
  matches: TraceWindows,
  { min, max, indexed, first, last }: DailyEstimate,
  { values, add }: Values,
): DaySums {
  const sums = USAGE_SUMS.map((column) => `u.${column}`).join(', ');
  const fromSegmentRollups = segmentRollupSums(matches, { values, add });
  const dayTraces = ['select f.day, count(*) as traces from row_traces f group by f.day'];
  const dayUsage = [
    `select u.day, u.model, 1 as traces, ${sums} from row_traces f cross join lateral (
       select u.* from sluice.trace_usage u where u.part = f.part and u.trace_id = f.id
         and u.part between ${add(min ?? 0)}::integer and ${add(max ?? -1)}::integer offset 0) u`,
  ];
  if (fromSegmentRollups !== undefined) {
    dayTraces.push('select u.day, u.traces from segment_rollup_sums u where u.model is null');
    dayUsage.push(`select u.day, u.model, u.traces, ${sums} from segment_rollup_sums u where u.model is not null`);
  }
  const fromTraceRollups =
    first === null || last === null
      ? undefined
      : sumTraceRollups(matches.project, 'by_trace_rollup', { traces: indexed, first, last }, { values, add });
  if (fromTraceRollups !== undefined) {
    dayTraces.push('select l.day, l.traces from trace_rollup_sums l');
    dayUsage.push(
      `select u.day, u.model, u.uses, ${sums} from trace_rollup_sums u where u.model is not null`,
      `select l.day, '', l.plain_uses, l.plain_observations, ${TOKENS_OR_COST.map(() => '0').join(', ')} from trace_rollup_sums l`,
    );
  }
  const parts = `
    ${splitMatches(matches, { values, add })},
    row_traces as materialized (${rowTracesOf(matches, { values, add }, 'true')}),
    ${fromSegmentRollups === undefined ? '' : `segment_rollup_sums as materialized (${fromSegmentRollups}),`}
    ${fromTraceRollups === undefined ? '' : `${fromTraceRollups},`}`;
  return { parts, dayTraces, dayUsage };
}

/**
 * SQL, after `splitMatches`: `(id, part, day)` of the traces that are read by their rows.
 * @param areRead SQL condition; false: no rows
 */
function rowTracesOf({ project, filter, windows }: TraceWindows, values: Values, areRead: string): string {
  const inWindow = anyOf(windows.map((window) => windowConditions(window, values)));
  const conditions = [...fieldConditions(filter, values), ...inWindow, isVisible(project)].join(' and ');
  return `
    select t.id, t.part, t.day from ${positionsOf('(select * from by_row where ' + areRead + ')')}
      cross join lateral (
        select p.key from sluice.trace_index_entries p where ${isOfLookup('p', project)} and p.index_position = o.index_position offset 0) p
      cross join lateral (
        select t.id, t.part, ${TRACE_DAY} as day from sluice.traces t where t.id = p.key offset 0) t
    where o.nth <= o.n
    union all
    select t.id, t.part, t.day from dirty_keys c cross join lateral (
      select t.id, t.part, ${TRACE_DAY} as day from sluice.traces t where t.id = c.key and ${conditions} offset 0) t
    where ${areRead}`;
}

/**
 * SQL, for `with`: `indexMatches`, and the clean matches by what sums them. Each is in one of:
 *
 * - `valid (segment, is_summed)`: valid segments. If `is_summed`, segment rollups sum their matches in whole hours.
 * - `by_trace_rollup (segment, bitmap)`: matches whose trace rollups are read.
 * - `by_row (segment, bitmap)`: matches that are read by their rows.
 */
function splitMatches({ project, filter, windows }: TraceWindows, values: Values): string {
  const only = onlyField(filter);
  const cut = windows.map((window) => cutWindow(window, HOUR_MICROS));
  const isSummed = only !== undefined && cut.some(({ whole }) => whole !== undefined);
  const areIndexed = isSummed
    ? `not exists (select from unnest(${values.add(only.any)}::text[]) v (value) where not exists (
         select ${bitmapsFrom(project, only.field)} and b.value = v.value))`
    : 'false';
  const edges = isSummed ? cut.flatMap((parts) => parts.edges) : [];
  const atEdges =
    edges.length === 0
      ? 'select null::integer as segment, null::varbit as bitmap where false'
      : setsOf(project, EVERYTHING, values, edges)
          .map(([, set]) => set)
          .join();
  return `
    ${indexMatches(project, filter, values, { windows })},
    valid as materialized (
      select s.segment, ${areIndexed} and not exists (select from dirty_positions m where m.segment = s.segment) as is_summed
      from sluice.valid_segments s where ${isOf('s', project)}),
    in_invalid_segments as materialized (
      select k.segment, k.bitmap, l.bitmap as validity
      from clean k left join sluice.segment_validity l on ${isOf('l', project)} and l.segment = k.segment
      where not exists (select from valid s where s.segment = k.segment)),
    edges as materialized (
      ${atEdges}),
    by_trace_rollup as materialized (
      select k.segment, case when s.is_summed then (k.bitmap & e.bitmap)::varbit else k.bitmap end as bitmap
      from clean k join valid s using (segment) left join edges e using (segment)
      where not s.is_summed or e.segment is not null
      union all
      select p.segment, (p.bitmap & p.validity)::varbit from in_invalid_segments p where bit_count(p.bitmap & p.validity) > 0),
    by_row as materialized (
      select p.segment, case when p.validity is null then p.bitmap else (p.bitmap & ~p.validity)::varbit end as bitmap from in_invalid_segments p)`;
}

/** SQL: the sums of the whole hours of a filter in valid segments; undefined if no sums can be used. */
function segmentRollupSums({ project, filter, windows }: TraceWindows, { add }: Values): string | undefined {
  const only = onlyField(filter);
  const hours = windows.flatMap((window) => cutWindow(window, HOUR_MICROS).whole ?? []);
  if (only === undefined || hours.length === 0) return undefined;
  const ranges = hours.map(({ first, end }) => [
    ...(first === undefined ? [] : [`u.trace_hour >= ${add(first)}::bigint`]),
    ...(end === undefined ? [] : [`u.trace_hour < ${add(end)}::bigint`]),
  ]);
  const ofValue = [
    isOf('u', project),
    `u.field = '${only.field}'`,
    `u.value = any(${add(only.any)}::text[])`,
    ...anyOf(ranges),
  ];
  return `
    select u.day, u.model, sum(u.traces) as traces, ${USAGE_SUMS.map((column) => `sum(u.${column}) as ${column}`).join(', ')}
    from clean k join valid s using (segment) cross join lateral (
      select u.* from sluice.segment_rollups u where u.segment = s.segment and ${ofValue.join(' and ')} offset 0) u
    where s.is_summed group by 1, 2`;
}

const EVERYTHING: TraceFilter = { tags: [], environments: [] };

/** Requested values of a field of which a trace has at most one, so that their sums add up. */
interface FieldValues {
  /** Letter of the field. */
  readonly field: string;
  readonly any: readonly string[];
}

/** Returns the values that a filter requests, '' for all traces; undefined: values of several fields, several tags, or outcomes. */
function onlyField({ environments, tags, outcomes = [], ...filter }: TraceFilter): FieldValues | undefined {
  const fields = Object.keys(INDEXED_FIELDS) as IndexedField[];
  const requested = [
    ...fields.flatMap((name) => {
      const value = name === 'environment' ? undefined : filter[name];
      return value === undefined ? [] : [{ field: INDEXED_FIELDS[name], any: [value] }];
    }),
    ...(environments.length === 0 ? [] : [{ field: INDEXED_FIELDS.environment, any: [...new Set(environments)] }]),
    ...[...new Set(tags)].map((tag) => ({ field: TAG_FIELD, any: [tag] })),
  ];
  if (requested.length > 1 || outcomes.length > 0) return undefined;
  return requested[0] ?? { field: ALL_FIELD, any: [''] };
}
