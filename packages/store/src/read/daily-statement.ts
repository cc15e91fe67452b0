import { dailyUsage } from '../schema/traces';
import type { PieceRange } from './cut-window';
import type { DailyModelUsage } from './daily';
import { collectValues } from './database';
import type { Statement, Values } from './database';
import { TOKENS_OR_COST, USAGE_SUMS } from '../trace-index-format';
import { type StoredProject, isShardOf } from '../projects';
import { PORTION_BYTES } from './portions';
import { type ProjectQueries, isHidden, isVisible } from './project';
import type { Page, TimeWindow, TraceSelection } from './trace';
import { furtherConditions } from './trace-conditions';
import { anyOf, fieldConditions, where, windowConditions } from './trace-filter';
import { ALL_TRACES, type DaySums, candidateTraces } from './trace-index';
import { TRACE_DAY, dateOf, dayNumber } from './whole-days';

/** Range of the receipt hours of some traces. */
interface ReceiptHours {
  readonly minPart: number;
  readonly maxPart: number;
}

/** Traces per match from which on a look-up of each match costs less than a hash join over everything (measured). */
const MIN_TRACES_PER_MATCH = 10;

/**
 * Estimates the matches of a selection within some windows, and returns their sums by their rows. With a filter expression the trace index
 * may find them: see `lockTraceIndex`.
 * @returns undefined if there are no matches
 */
export async function rowSums(
  queries: ProjectQueries,
  { filter, conditions: further = [] }: TraceSelection,
  edges: readonly TimeWindow[],
): Promise<((values: Values) => DaySums) | undefined> {
  const source =
    further.length > 0 ? await candidateTraces(queries, { filter, conditions: further }) : () => ALL_TRACES;
  const conditions = (values: Values): string[] => [
    ...fieldConditions(filter, values),
    ...anyOf(edges.map((edge) => windowConditions(edge, values))),
    ...furtherConditions(queries.project, further, values),
    isVisible(queries.project),
  ];
  const { values, add } = collectValues();
  const { parts, from } = source({ values, add });
  const ofTime = where([
    isShardOf('d.shard', queries.project.id),
    ...(filter.from === undefined ? [] : [`d.day >= ${add(dateOf(dayNumber(filter.from)))}::date`]),
    ...(filter.before === undefined ? [] : [`d.day <= ${add(dateOf(dayNumber(filter.before)))}::date`]),
  ]);
  const [estimate] = await queries.query<{ matches: number; min: number | null; max: number | null; traces: number }>({
    text: `
      with ${parts} found as (select t.part from ${from} ${where(conditions({ values, add }))})
      select count(*) as matches, min(t.part) as min, max(t.part) as max,
             (select coalesce(sum(d.traces), 0)::bigint from sluice.daily_traces d ${ofTime}) as traces
      from found t`,
    values,
  });
  if (estimate === undefined || estimate.min === null || estimate.max === null) return undefined;
  const isSelective = estimate.matches * MIN_TRACES_PER_MATCH < estimate.traces;
  const hours = { minPart: estimate.min, maxPart: estimate.max };
  return (into) => {
    const traces = source(into);
    return {
      parts: `
    ${traces.parts}
    found as materialized (
      select t.id, t.part, ${TRACE_DAY} as day
      from ${traces.from} ${where(conditions(into))}
    ),`,
      dayTraces: ['select f.day, count(*) as traces from found f group by f.day'],
      dayUsage: [`select u.day, u.model, 1 as traces, ${SUMS} ${usageOf('found', hours, into.add, isSelective)}`],
    };
  };
}

/** Reads the receipt hours of hidden traces, which are still in the counters; undefined if there are none. */
export async function estimateHidden({ query, project }: ProjectQueries): Promise<ReceiptHours | undefined> {
  const [row] = await query<{ min: number | null; max: number | null }>({
    text: `select min(t.part) as min, max(t.part) as max from sluice.traces t where ${isHidden(project)}`,
  });
  return row === undefined || row.min === null || row.max === null ? undefined : { minPart: row.min, maxPart: row.max };
}

/** Bytes of the figures of a day and a model, without the name of the model. */
export const ROW_BYTES = 300;

/** Whole days of all traces. */
interface Counted {
  readonly project: StoredProject;
  readonly days: PieceRange;
  /** Hidden traces to be subtracted from the counters. */
  readonly hidden: ReceiptHours | undefined;
}

export interface DaysOptions {
  /** Days to be read from the counters. */
  readonly counted: Counted | undefined;
  /** Sums of all other traces. */
  readonly sums: ((values: Values) => DaySums) | undefined;
  readonly part: Page | DayWindow;
}

const TOKENS = ['inputTokens', 'outputTokens', 'totalTokens'] as const;
/** SQL: the sums of rows `u` of usage. */
const SUMS = USAGE_SUMS.map((column) => `u.${column}`).join(', ');

/** Days of a page with more than one portion, both ends included. */
export interface DayWindow {
  readonly newest: number;
  /** Remaining models of the newest day: those after this one, then observations without a model; null: none are left; undefined: all. */
  readonly afterModel: string | null | undefined;
  readonly oldest: number;
}

/**
 * Builds a statement of one row a day and model, newest day first, as many as a portion contains. Tables below a trace are limited to a
 * range of receipt hours by constants: otherwise the plan for all partitions would take seconds (hours times partitions).
 */
export function daysStatement({ counted, sums, part }: DaysOptions): Statement {
  const { values, add } = collectValues();
  const ofTraces = sums?.({ values, add });
  const ofDays = counted && countedDays(counted, { values, add });
  const dayTraces = [...(ofTraces?.dayTraces ?? []), ...(ofDays?.dayTraces ?? [])];
  const dayUsage = [...(ofTraces?.dayUsage ?? []), ...(ofDays?.dayUsage ?? [])];
  const text = `
    with ${ofTraces?.parts ?? ''}
    ${pageOfDays({ dayTraces, dayUsage, part }, { values, add })}`;
  return { text, values };
}

/** Returns the statements of the counters of whole days. */
function countedDays({ project, days, hidden }: Counted, { add }: Values): Omit<DaySums, 'parts'> {
  const range = (column: string): string[] => [
    ...(days.first === undefined ? [] : [`${column} >= ${add(dateOf(days.first))}::date`]),
    ...(days.end === undefined ? [] : [`${column} < ${add(dateOf(days.end))}::date`]),
  ];
  const counted = (alias: string, day: string): string =>
    where([isShardOf(`${alias}.shard`, project.id), ...range(day)]);
  const dayTraces = [`select d.day, d.traces from sluice.daily_traces d ${counted('d', 'd.day')}`];
  const dayUsage = [
    `select u.day, u.model, u.traces, ${SUMS}
     from sluice.daily_usage u ${counted('u', 'u.trace_day')}`,
  ];
  if (hidden !== undefined) {
    const traces = `(select t.id, t.part, ${TRACE_DAY} as day from sluice.traces t ${where([isHidden(project), ...range(TRACE_DAY)])})`;
    const minus = USAGE_SUMS.map((column) => `-u.${column}`).join(', ');
    dayTraces.push(`select f.day, -count(*) as traces from ${traces} f group by f.day`);
    dayUsage.push(`select u.day, u.model, -1 as traces, ${minus} ${usageOf(traces, hidden, add, false)}`);
  }
  return { dayTraces, dayUsage };
}

/** SQL after `select`: rows `u` of the usage of traces. @param isSelective each trace is looked up */
const usageOf = (
  found: string,
  { minPart, maxPart }: ReceiptHours,
  add: Values['add'],
  isSelective: boolean,
): string => `
      from ${found} f cross join lateral (
        select u.* from sluice.trace_usage u
        where u.part = f.part and u.trace_id = f.id
          and u.part between ${add(minPart)}::integer and ${add(maxPart)}::integer
        ${isSelective ? 'offset 0' : ''}
      ) u`;

/** SQL after `with` and the expressions of the sources: `DayRow`s. */
function pageOfDays(
  { dayTraces, dayUsage, part }: Omit<DaySums, 'parts'> & Pick<DaysOptions, 'part'>,
  { add }: Values,
): string {
  const isWindow = 'newest' in part;
  const inWindow = isWindow
    ? `where day between ${add(dateOf(part.oldest))}::date and ${add(dateOf(part.newest))}::date`
    : '';
  const ofPage = isWindow
    ? ''
    : `order by day desc limit ${add(part.limit)} offset ${add((part.page - 1) * part.limit)}`;
  const after = isWindow && part.afterModel !== undefined ? `${add(part.afterModel)}::text` : undefined;
  const rest =
    isWindow && after !== undefined
      ? `where l.date < ${add(dateOf(part.newest))} or coalesce(l.model > ${after}, ${after} is not null)`
      : '';
  return `
    traced as materialized (
      select day, sum(traces) as traces from (${dayTraces.join(' union all ')}) d ${inWindow} group by day having sum(traces) > 0
    ), used as materialized (
      select day, nullif(model, '') as model, sum(traces) as traces, ${USAGE_SUMS.map((column) => `sum(${column}) as ${column}`).join(', ')}
      from (${dayUsage.join(' union all ')}) u ${inWindow} group by 1, 2 having sum(observations) > 0
    ), days as materialized (
      select day from traced union select day from used
    ), page as (
      select day from days ${ofPage}
    ), lines as (
      select page.day::text as date, coalesce(traced.traces, 0) as day_traces,
             coalesce(sum(used.observations) over of_day, 0) as day_observations, coalesce(sum(used.cost) over of_day, 0) as day_cost,
             used.model, used.traces, used.observations, used.cost,
             used.model is not null or coalesce(${TOKENS_OR_COST.map((column) => `used.${column} <> 0`).join(' or ')}, false) as has_entry,
             ${TOKENS.map((name) => `used.${dailyUsage[name].name}::text as "${name}"`).join(', ')}
      from page left join traced on traced.day = page.day left join used on used.day = page.day
      window of_day as (partition by page.day)
    ), sized as (
      select l.*, sum(${ROW_BYTES} + coalesce(octet_length(l.model), 0)) over (order by l.date desc, l.model) as bytes
      from lines l ${rest}
    )
    select c.total_items, c.last_date, c.bytes > ${PORTION_BYTES} as is_cut, sized.*
    from (select (select count(*) from days) as total_items, (select min(day)::text from page) as last_date,
                 (select max(bytes) from sized) as bytes) c
    left join sized on sized.bytes <= ${PORTION_BYTES}
    order by sized.date desc, sized.model`;
}

export interface DayRow extends DailyModelUsage {
  /** Number of days of all pages. */
  readonly total_items: number;
  /** Last day of the page; null after the end. */
  readonly last_date: string | null;
  /** Rows were left out because the portion is full. */
  readonly is_cut: boolean | null;
  /** null: there is no such day. */
  readonly date: string | null;
  readonly day_traces: number;
  readonly day_observations: number;
  readonly day_cost: number;
  /** The row is an entry of a model. False: observations without model, tokens and cost, or a day without observations. */
  readonly has_entry: boolean;
}
