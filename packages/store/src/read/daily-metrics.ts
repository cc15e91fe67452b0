import { DAY_MICROS } from '@sluice/record';
import { type CutWindow, type PieceRange, cutWindow } from './cut-window';
import type { DailyMetrics, DailyQuery, Day, DailyModelUsage } from './daily';
import { ROW_BYTES, daysStatement, estimateHidden, rowSums } from './daily-statement';
import type { DayRow, DayWindow, DaysOptions } from './daily-statement';
import { collectValues, patiently } from './database';
import { MAX_HELD_BYTES, heldBytes } from './portions';
import type { Sized } from './portions';
import type { ProjectDatabase, ProjectQueries } from './project';
import type { Page, Portions, TraceSelection } from './trace';
import { fieldConditions } from './trace-filter';
import { dayNumberOfDate } from './whole-days';
import { AGGREGATE_TIMEOUT_MS, limitStatements } from './statement-timeout';
import { lockTraceIndex, matches } from './trace-index';

/**
 * Reads a page of days (contract: Daily metrics). Whole days of all traces are sums of counters; the parts of days at the edges of the
 * window, and all filtered traces, are read from the trace index, or from the rows of traces. Each trace belongs to exactly one day, so the
 * two add up. Hidden traces, which are still in the counters, are subtracted.
 *
 * The first portion is read at once; nearly always it is the whole answer. Further portions are computed again, for some days each, because
 * a stored result would hold a connection for as long as the client reads.
 */
export async function dailyMetrics(
  database: ProjectDatabase,
  requested: DailyQuery,
  statementMs = AGGREGATE_TIMEOUT_MS,
): Promise<DailyMetrics> {
  const query = { ...requested, statementMs };
  const rows = await readPortion(database, query, query);
  const first = rows[0];
  const isCut = first?.is_cut === true;
  return {
    totalItems: first?.total_items ?? 0,
    heldBytes: isCut ? MAX_HELD_BYTES : heldBytes(rows.map(sizeOfRow)),
    days: readDays(patiently(database), query, rows),
  };
}

async function* readDays(database: ProjectDatabase, query: LimitedQuery, first: readonly DayRow[]): Portions<Day> {
  let rows = first;
  let window: DayWindow | undefined;
  const end = dayNumberOfDate(first[0]?.last_date);
  for (;;) {
    const days = toDays(rows);
    if (days.length > 0) yield days;
    window = nextWindow(rows, window, end);
    if (window === undefined) return;
    rows = await readPortion(database, query, window);
  }
}

/**
 * Returns the days after a portion; undefined if there are none. Contains twice the days of the portion before, so that there are seldom
 * more portions than the bytes need.
 */
function nextWindow(rows: readonly DayRow[], window: DayWindow | undefined, end: number): DayWindow | undefined {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first?.is_cut === true && last !== undefined) {
    const lastDay = dayNumberOfDate(last.date);
    const days = 2 * (dayNumberOfDate(first.date) - lastDay + 1);
    return { newest: lastDay, afterModel: last.model, oldest: Math.max(end, lastDay - days) };
  }
  if (window === undefined || window.oldest <= end) return undefined;
  const days = 2 * (window.newest - window.oldest + 1);
  return { newest: window.oldest - 1, afterModel: undefined, oldest: Math.max(end, window.oldest - days) };
}

interface LimitedQuery extends DailyQuery {
  /** Milliseconds that each statement with conditions of a filter expression may last. */
  readonly statementMs: number;
}

/** Reads from the trace index if it is usable, otherwise from the rows of traces. */
async function readPortion(
  database: ProjectDatabase,
  query: LimitedQuery,
  part: Page | DayWindow,
): Promise<readonly DayRow[]> {
  return (await readFromIndex(database, query, part)) ?? readFromTraces(database, query, part);
}

async function readFromIndex(
  database: ProjectDatabase,
  query: DailyQuery,
  part: Page | DayWindow,
): Promise<readonly DayRow[] | undefined> {
  const { whole: days, edges: windows } = daysOf(query);
  if (windows.length === 0) return undefined;
  return matches(database, query).sums(windows, async (queries, sums) =>
    queries.query<DayRow>(daysStatement({ counted: await countedOf(queries, days), sums, part })),
  );
}

/** Returns the counters of whole days, if there are any, with the hidden traces, which are still in the counters. */
async function countedOf(queries: ProjectQueries, days: PieceRange | undefined): Promise<DaysOptions['counted']> {
  return days && { project: queries.project, days, hidden: await estimateHidden(queries) };
}

/** Returns the whole days of all traces, which have counters, and the windows of the other traces of the selection. */
function daysOf({ filter, conditions = [] }: TraceSelection): CutWindow {
  const isFiltered = conditions.length > 0 || fieldConditions(filter, collectValues()).length > 0;
  return isFiltered ? { whole: undefined, edges: [filter] } : cutWindow(filter, DAY_MICROS);
}

async function readFromTraces(
  database: ProjectDatabase,
  { filter, conditions = [], statementMs }: LimitedQuery,
  part: Page | DayWindow,
): Promise<readonly DayRow[]> {
  const { whole: days, edges } = daysOf({ filter, conditions });
  return database.snapshot(async (queries) => {
    if (conditions.length > 0) {
      await limitStatements(queries, statementMs);
      await lockTraceIndex(queries);
    }
    const sums = edges.length === 0 ? undefined : await rowSums(queries, { filter, conditions }, edges);
    if (days === undefined && sums === undefined) return [];
    return queries.query<DayRow>(daysStatement({ counted: await countedOf(queries, days), sums, part }));
  });
}

function sizeOfRow({ model }: DayRow): Sized {
  return { bytes: ROW_BYTES + 2 * (model?.length ?? 0), longest: 0 };
}

function toDays(rows: readonly DayRow[]): readonly Day[] {
  const days = new Map<string, Day & { readonly usage: DailyModelUsage[] }>();
  for (const row of rows) {
    if (row.date === null) continue;
    let day = days.get(row.date);
    if (day === undefined) {
      const { date, day_traces: traces, day_observations: observations, day_cost: cost } = row;
      day = { date, traces, observations, cost, usage: [] };
      days.set(date, day);
    }
    if (!row.has_entry) continue;
    const { model, inputTokens, outputTokens, totalTokens, traces, observations, cost } = row;
    day.usage.push({ model, inputTokens, outputTokens, totalTokens, traces, observations, cost });
  }
  return [...days.values()];
}
