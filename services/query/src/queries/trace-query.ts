import type { QueryOf } from '@sluice/api';
import { badRequest } from '@sluice/http';
import { DAY_MICROS, HOUR_MICROS, type Micros, TRACE_FILTERS } from '@sluice/record';
import type {
  DailyQuery,
  Extras,
  FieldFilter,
  TimeWindow,
  TraceComparisonQuery,
  TraceHistogramQuery,
  TraceListQuery,
  TraceSearchQuery,
  TraceSelection,
  TraceValuesQuery,
} from '@sluice/store/read';
import { type FieldGroups, fieldGroups } from './field-groups';
import { searchQuery } from './search-query';
import { traceSelection } from './trace-selection';

/** Queries of the list of traces (spec 4.2; contract: Reading traces). */
export interface TraceListQueries {
  readonly query: TraceListQuery;
  /** A text is searched, with what `query` selects. */
  readonly search?: TraceSearchQuery;
  readonly fields: FieldGroups;
}

/** @param form of the answer. @throws ApiError 400 */
export function traceListQueries(
  parameters: QueryOf<'listTraces'>,
  form: Pick<Extras, 'asSent'> = {},
): TraceListQueries {
  const fields = fieldGroups(parameters.fields);
  const query: TraceListQuery = {
    ...{ page: parameters.page, limit: parameters.limit },
    ...selectionOf(parameters, 'name'),
    order: traceOrder(parameters.orderBy),
    include: { ...fields, ...form },
  };
  const search = searchQuery(parameters, query);
  return { fields, query, ...(search && { search }) };
}

type Order = QueryOf<'listTraces'>['orderBy'];

/** No trace is bookmarked: all are equal, and ties go by id. */
const traceOrder = ({ field, direction }: Order): TraceListQuery['order'] => ({
  field: field === 'bookmarked' ? 'id' : field,
  direction,
});

/** Query of a comparison (contract: Comparison of traces). @throws ApiError 400 */
export function traceComparisonQuery(parameters: QueryOf<'compareTraces'>): TraceComparisonQuery {
  return {
    ...selectionOf(parameters, 'name'),
    picked: traceSelection({ tags: [], environments: [] }, parameters.picked),
    limit: parameters.limit,
  };
}

/** Without an end a histogram is up to that of the hour, so that its buckets stay; without a start of so long before. */
const HISTOGRAM_MICROS = DAY_MICROS;
/** Buckets begin at whole ones. */
const MILLI_MICROS = 1000;
/** Bounds of the rows by latency, in seconds: two for each power of ten. */
const LATENCY_BOUNDS = [
  ...[0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
  ...[10, 30, 100, 300, 1000, 3000, 10_000],
] as const;

/** Query of a histogram (contract: Histogram of traces). @throws ApiError 400 */
export function traceHistogramQuery(parameters: QueryOf<'getTraceHistogram'>, now: Micros): TraceHistogramQuery {
  const { filter, conditions } = selectionOf(parameters, 'name');
  const { buckets, by } = parameters;
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

/** Query of the values of a field (contract: Values of traces). @throws ApiError 400 */
export function traceValuesQuery(parameters: QueryOf<'listTraceValues'>): TraceValuesQuery {
  const { field, key, prefix = '', limit } = parameters;
  if (key !== undefined && field !== 'metadata') {
    throw badRequest('key: expected with field=metadata alone, the member whose values are listed');
  }
  return { ...selectionOf(parameters, 'name'), ...{ field, prefix, limit }, ...(key !== undefined && { key }) };
}

/** Query of daily metrics (spec 4.4; contract: Daily metrics). @throws ApiError 400 */
export function dailyQuery(parameters: QueryOf<'getDailyMetrics'>): DailyQuery {
  return { ...{ page: parameters.page, limit: parameters.limit }, ...selectionOf(parameters, 'traceName') };
}

/** Values that select traces, besides their name. */
type Selecting = Omit<QueryOf<'getDailyMetrics'>, 'page' | 'limit' | 'traceName'>;

/** Traces that a query selects. @param nameParameter parameter of the trace's name */
export function selectionOf<Name extends 'name' | 'traceName'>(
  parameters: Selecting & { readonly [Each in Name]: string | undefined },
  nameParameter: Name,
): TraceSelection {
  const filter = {
    ...windowOf(parameters),
    ...defined<'name', string>('name', parameters[nameParameter]),
    ...fieldFilter(parameters),
    tags: parameters.tags,
    environments: parameters.environment,
  };
  return traceSelection(filter, parameters.filter);
}

/** A parameter has the name of its field. */
function fieldFilter(parameters: Selecting): FieldFilter {
  const fields = Object.keys(TRACE_FILTERS) as (keyof FieldFilter)[];
  return Object.fromEntries(
    fields.map((field) => [field, parameters[field]] as const).filter(([, value]) => value !== undefined),
  );
}

type Window = Pick<Selecting, 'fromTimestamp' | 'toTimestamp'>;

/** Window of a query. Both bounds are inclusive; the upper one as finely as it was written (contract: HTTP in general). */
function windowOf({ fromTimestamp: from, toTimestamp: to }: Window): TimeWindow {
  return { ...defined('from', from?.micros), ...defined('before', to && to.micros + to.precision) };
}

/** The same with an exclusive upper bound, as the Langfuse API has it for sessions. */
export function openWindowOf({ toTimestamp: to, fromTimestamp: from }: Window): TimeWindow {
  return { ...defined('from', from?.micros), ...defined('before', to?.micros) };
}

function defined<K extends string, T>(key: K, value: T | undefined): { readonly [P in K]?: T } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [P in K]: T });
}
