import type { DailyMetrics, DailyQuery, Day, ModelUsage } from './daily';
import { collectValues } from './database';
import type { Database, Queries, Statement, Values } from './database';
import { ABOVE_FLOOR, fieldConditions, where, windowConditions } from './trace-filter';
import { dateOf, dayOf, splitWindow } from './whole-days';
import type { DayRange, WindowParts } from './whole-days';

/**
 * Reads a page of days (contract: Daily metrics). Whole days of all traces are sums of counters; the parts of days at
 * the edges of the window, and everything that filters traces, are read from the traces themselves. Each trace belongs
 * to exactly one day, so the two add up.
 */
export async function dailyMetrics(database: Database, query: DailyQuery): Promise<DailyMetrics> {
  const { filter } = query;
  const isFiltered = fieldConditions(filter, collectValues()).length > 0;
  const parts: WindowParts = isFiltered ? { days: undefined, edges: [filter] } : splitWindow(filter);
  const read = async (queries: Queries, traces: Survey | undefined): Promise<DailyMetrics> => {
    if (parts.days === undefined && traces === undefined) return { totalItems: 0, days: [] };
    return toDays(await queries.query<DayRow>(daysStatement(query, parts.days, traces)));
  };
  if (parts.edges.length === 0) return read(database, undefined);
  return database.snapshot(async (queries) => read(queries, await surveyTraces(queries, query, parts)));
}

/** What is known of the traces to be read one by one, before reading their usage. */
interface Survey {
  readonly conditions: (values: Values) => string[];
  readonly minPart: number;
  readonly maxPart: number;
  /** Few of the traces of the time: look each of them up instead of reading all usage of the time. */
  readonly isSelective: boolean;
}

/** From one match in so many traces on, a look-up each costs less than a hash join over everything (measured). */
const SELECTIVE = 10;

async function surveyTraces(
  queries: Queries,
  { filter }: DailyQuery,
  { edges }: WindowParts,
): Promise<Survey | undefined> {
  const conditions = (values: Values): string[] => [
    ...fieldConditions(filter, values),
    ...anyOf(edges.map((edge) => windowConditions(edge, values))),
    ABOVE_FLOOR,
  ];
  const { values, add } = collectValues();
  const ofTime = where([
    ...(filter.from === undefined ? [] : [`d.day >= ${add(dateOf(dayOf(filter.from)))}::date`]),
    ...(filter.before === undefined ? [] : [`d.day <= ${add(dateOf(dayOf(filter.before)))}::date`]),
  ]);
  const [survey] = await queries.query<{ matches: number; min: number | null; max: number | null; traces: number }>({
    text: `
      select count(*) as matches, min(t.part) as min, max(t.part) as max,
             (select coalesce(sum(d.traces), 0)::bigint from sluice.daily_traces d ${ofTime}) as traces
      from sluice.traces t ${where(conditions({ values, add }))}`,
    values,
  });
  if (survey === undefined || survey.min === null || survey.max === null) return undefined;
  const isSelective = survey.matches * SELECTIVE < survey.traces;
  return { conditions, minPart: survey.min, maxPart: survey.max, isSelective };
}

/** SQL: at least one of the groups holds, each of them with all of its conditions. A group without any always holds. */
function anyOf(groups: readonly (readonly string[])[]): string[] {
  if (groups.some((group) => group.length === 0)) return [];
  return [`(${groups.map((group) => group.join(' and ')).join(' or ')})`];
}

const SUMS = ['observations', 'input_tokens', 'output_tokens', 'total_tokens', 'cost'];

/**
 * One row a day and model. Tables below a trace are narrowed to a range of parts, constants to the planner; a list of
 * all parts would cost seconds of planning (hours times partitions).
 */
function daysStatement(query: DailyQuery, days: DayRange | undefined, traces: Survey | undefined): Statement {
  const { values, add } = collectValues();
  const sums = SUMS.map((column) => `u.${column}`).join(', ');
  const found =
    traces &&
    `
    found as materialized (
      select t.id, t.part, (t."timestamp" at time zone 'UTC')::date as day
      from sluice.traces t ${where(traces.conditions({ values, add }))}
    ),`;
  const usage =
    traces &&
    `
      select u.day, u.model, 1 as traces, ${sums}
      from found f cross join lateral (
        select u.* from sluice.trace_usage u
        where u.part = f.part and u.trace_id = f.id
          and u.part between ${add(traces.minPart)}::integer and ${add(traces.maxPart)}::integer
        ${traces.isSelective ? 'offset 0' : ''}
      ) u`;
  const range = (column: string): string =>
    where(
      days === undefined
        ? []
        : [
            ...(days.first === undefined ? [] : [`${column} >= ${add(dateOf(days.first))}::date`]),
            ...(days.end === undefined ? [] : [`${column} < ${add(dateOf(days.end))}::date`]),
          ],
    );
  const dayTraces = [
    ...(days ? [`select d.day, d.traces from sluice.daily_traces d ${range('d.day')}`] : []),
    ...(traces ? ['select f.day, count(*) as traces from found f group by f.day'] : []),
  ];
  const dayUsage = [
    ...(days ? [`select u.day, u.model, u.traces, ${sums} from sluice.daily_usage u ${range('u.trace_day')}`] : []),
    ...(usage === undefined ? [] : [usage]),
  ];
  const text = `
    with ${found ?? ''}
    traced as materialized (
      select day, sum(traces) as traces from (${dayTraces.join(' union all ')}) d group by day having sum(traces) > 0
    ), used as materialized (
      select day, model, sum(traces) as traces, ${SUMS.map((column) => `sum(${column}) as ${column}`).join(', ')}
      from (${dayUsage.join(' union all ')}) u group by day, model having sum(observations) > 0
    ), days as materialized (
      select day from traced union select day from used
    ), page as (
      select day from days order by day desc limit ${add(query.limit)} offset ${add((query.page - 1) * query.limit)}
    )
    select c.total_items, page.day::text as date, coalesce(traced.traces, 0) as day_traces,
           coalesce(sum(used.observations) over of_day, 0) as day_observations, coalesce(sum(used.cost) over of_day, 0) as day_cost,
           used.*
    from (select count(*) as total_items from days) c left join page on true
    left join traced on traced.day = page.day left join used on used.day = page.day
    window of_day as (partition by page.day)
    order by page.day desc, used.model`;
  return { text, values };
}

interface DayRow {
  readonly total_items: number;
  /** null: the page lies past the end. */
  readonly date: string | null;
  readonly day_traces: number;
  readonly day_observations: number;
  readonly day_cost: number;
  /** null: no observation on the day; '': observations without a model. */
  readonly model: string | null;
  readonly traces: number;
  readonly observations: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly total_tokens: number;
  readonly cost: number;
}

function toDays(rows: readonly DayRow[]): DailyMetrics {
  const days = new Map<string, Day & { readonly usage: ModelUsage[] }>();
  for (const row of rows) {
    if (row.date === null) continue;
    let day = days.get(row.date);
    if (day === undefined) {
      const { date, day_traces: traces, day_observations: observations, day_cost: cost } = row;
      day = { date, traces, observations, cost, usage: [] };
      days.set(date, day);
    }
    if (row.model !== null && row.model !== '') day.usage.push(fromUsageRow(row, row.model));
  }
  return { totalItems: rows[0]?.total_items ?? 0, days: [...days.values()] };
}

function fromUsageRow(row: DayRow, model: string): ModelUsage {
  return {
    model,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    totalTokens: row.total_tokens,
    traces: row.traces,
    observations: row.observations,
    cost: row.cost,
  };
}
