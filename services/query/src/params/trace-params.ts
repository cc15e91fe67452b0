import { badRequest } from '@sluice/http';
import {
  ANSWER_LIMITS,
  DAY_MICROS,
  HOUR_MICROS,
  type Micros,
  TRACE_FILTERS,
  TRACE_FLAG_ORDERS,
  TRACE_ORDERS,
  TRACE_GROUPS,
  TRACE_GROUP_ORDERS,
  TRACE_VALUES,
} from '@sluice/record';
import type {
  DailyQuery,
  Extras,
  FieldFilter,
  ObservationDetail,
  Page,
  TimeWindow,
  TraceFilter,
  TraceComparisonQuery,
  TraceGroupsQuery,
  TraceHistogramQuery,
  TraceListQuery,
  TraceOrder,
  TraceSearchQuery,
  TraceSelection,
  TraceValuesQuery,
} from '@sluice/store/read';
import { filterExpression } from './filter-expression';
import { type Query, choice, integer, invalid, list, scalar, time } from './query-params';
import { searchParams } from './search-params';
import { traceSelection } from './trace-selection';

/** The parts of a trace that `fields` selects (spec 4.2). */
export interface FieldGroups {
  readonly io: boolean;
  readonly scores: boolean;
  readonly observations: boolean;
  readonly metrics: boolean;
  readonly summary: boolean;
}

/** The parameters of the trace list (spec 4.2; contract: Reading traces). */
export interface TraceListParams {
  readonly query: TraceListQuery;
  /** A text is searched, with what `query` selects. */
  readonly search?: TraceSearchQuery;
  readonly fields: FieldGroups;
}

/** @param form of the answer. @throws ApiError 400 */
export function traceListParams(query: Query, form: Pick<Extras, 'asSent'> = {}): TraceListParams {
  const fields = fieldGroups(query);
  const asked: TraceListQuery = {
    ...pageParams(query, ANSWER_LIMITS.traces),
    ...selection(query),
    order: traceOrder(query),
    include: { ...fields, ...form },
  };
  const search = searchParams(query, asked);
  return { fields, query: asked, ...(search && { search }) };
}

/** The parameters of values (contract: Values of traces). @throws ApiError 400 */
export function traceValuesParams(query: Query): TraceValuesQuery {
  const field = scalar(query, 'field');
  if (field === undefined) throw badRequest(`field: required, one of ${TRACE_VALUES.join(', ')}`);
  return {
    ...selection(query),
    field: choice(query, 'field', TRACE_VALUES, 'name'),
    prefix: scalar(query, 'prefix') ?? '',
    limit: integer(query, 'limit', { fallback: ANSWER_LIMITS.items, max: ANSWER_LIMITS.values }),
  };
}

/** The parameters of groups (contract: Groups of traces). @throws ApiError 400 */
export function traceGroupsParams(query: Query): TraceGroupsQuery {
  const by = scalar(query, 'by');
  if (by === undefined) throw badRequest(`by: required, one of ${TRACE_GROUPS.join(', ')}`);
  return {
    ...selection(query),
    by: choice(query, 'by', TRACE_GROUPS, 'name'),
    orderBy: choice(query, 'orderBy', TRACE_GROUP_ORDERS, 'count'),
    limit: integer(query, 'limit', { fallback: ANSWER_LIMITS.items, max: ANSWER_LIMITS.groups }),
  };
}

/** The parameters of a comparison (contract: Comparison of traces). @throws ApiError 400 */
export function traceComparisonParams(query: Query): TraceComparisonQuery {
  return {
    ...selection(query),
    picked: traceSelection({ tags: [], environments: [] }, filterExpression(query, 'picked')),
    limit: integer(query, 'limit', { fallback: ANSWER_LIMITS.usualDifferences, max: ANSWER_LIMITS.differences }),
  };
}

/** Without an end a histogram is up to that of the hour, so that its buckets stay; without a start of so long before. */
const HISTOGRAM_MICROS = DAY_MICROS;
const BUCKETS = 60;
/** Buckets begin at whole ones. */
const MILLI_MICROS = 1000;
/** Of the rows by latency, in seconds: two for each power of ten. */
const LATENCY_BOUNDS = [
  ...[0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
  ...[10, 30, 100, 300, 1000, 3000, 10_000],
] as const;

/** The parameters of a histogram (contract: Histogram of traces). @throws ApiError 400 */
export function traceHistogramParams(query: Query, now: Micros): TraceHistogramQuery {
  const { filter, conditions } = selection(query);
  const buckets = integer(query, 'buckets', { fallback: BUCKETS, max: ANSWER_LIMITS.buckets });
  const by = choice(query, 'by', ['time', 'latency'], 'time');
  const { before = Math.ceil((now + MILLI_MICROS) / HOUR_MICROS) * HOUR_MICROS } = filter;
  const from = Math.floor((filter.from ?? Math.max(0, before - HISTOGRAM_MICROS)) / MILLI_MICROS) * MILLI_MICROS;
  // An inclusive end is of the last bucket, and makes none of its own.
  const span = Math.max(0, before - MILLI_MICROS - from);
  const width = Math.max(1, Math.ceil(span / buckets / MILLI_MICROS)) * MILLI_MICROS;
  return {
    filter: { ...filter, from: filter.from ?? from, before },
    ...(conditions && { conditions }),
    ...{ from, width, length: before > from ? Math.max(1, Math.ceil(span / width)) : 0 },
    ...(by === 'latency' && { latencyBounds: LATENCY_BOUNDS.map((seconds) => seconds * 1e6) }),
  };
}

/** The parameters of daily metrics (spec 4.4; contract: Daily metrics). @throws ApiError 400 */
export function dailyParams(query: Query): DailyQuery {
  return { ...pageParams(query, ANSWER_LIMITS.days), ...selection(query, 'traceName') };
}

const selection = (query: Query, nameParameter = 'name'): TraceSelection =>
  traceSelection(traceFilter(query, nameParameter), filterExpression(query));

export function pageParams(query: Query, max: number): Page {
  return {
    page: integer(query, 'page', { fallback: 1 }),
    limit: integer(query, 'limit', { fallback: ANSWER_LIMITS.items, max }),
  };
}

function traceFilter(query: Query, nameParameter: string): TraceFilter {
  return {
    ...timeWindow(query),
    ...defined('name', scalar(query, nameParameter)),
    ...fieldFilter(query),
    tags: list(query, 'tags'),
    environments: list(query, 'environment'),
  };
}

/** A parameter has the name of its field. */
function fieldFilter(query: Query): FieldFilter {
  const values = Object.keys(TRACE_FILTERS).map((field) => [field, scalar(query, field)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The window of a query. Both bounds are inclusive; the upper one as finely as it was written (contract: HTTP in general). */
function timeWindow(query: Query): TimeWindow {
  const from = time(query, 'fromTimestamp');
  const to = time(query, 'toTimestamp');
  return { ...defined('from', from?.micros), ...defined('before', to && to.micros + to.precision) };
}

/** The same with an exclusive upper bound, as the Langfuse API has it for sessions. */
export function openWindow(query: Query): TimeWindow {
  const to = time(query, 'toTimestamp');
  return { ...timeWindow(query), ...defined('before', to?.micros) };
}

function defined<K extends string, T>(key: K, value: T | undefined): { readonly [P in K]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: T });
}

const ORDERS = [...TRACE_ORDERS, ...TRACE_FLAG_ORDERS];

function traceOrder(query: Query): TraceOrder {
  const text = scalar(query, 'orderBy');
  if (text === undefined) return { field: 'timestamp', direction: 'desc' };
  const [name, direction = '', ...rest] = text.split('.');
  const field = ORDERS.find((known) => known === name);
  const way = direction.toLowerCase();
  if (field === undefined || rest.length > 0 || (way !== 'asc' && way !== 'desc')) {
    throw invalid('orderBy', `<field>.asc or <field>.desc with one of ${ORDERS.join(', ')}`, text);
  }
  // No trace is bookmarked: all are equal, and ties go by id.
  return { field: field === 'bookmarked' ? 'id' : field, direction: way };
}

const ALL: FieldGroups = { io: true, scores: true, observations: true, metrics: true, summary: false };
const KNOWN = ['core', 'io', 'scores', 'observations', 'metrics', 'summary'];

/** The parameter `observationFields`. @throws ApiError 400 */
export function observationDetail(query: Query): ObservationDetail {
  return choice(query, 'observationFields', ['all', 'core'], 'all');
}

/** The parameter `fields`; absent, or without any known name, it means `all`. `core` is always there. */
export function fieldGroups(query: Query, all = ALL): FieldGroups {
  const names = new Set((scalar(query, 'fields') ?? '').split(',').map((name) => name.trim()));
  if (!KNOWN.some((name) => names.has(name))) return all;
  return {
    io: names.has('io'),
    scores: names.has('scores'),
    observations: names.has('observations'),
    metrics: names.has('metrics'),
    summary: names.has('summary'),
  };
}
