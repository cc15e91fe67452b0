import { badRequest } from '@sluice/http';
import {
  ANSWER_LIMITS,
  HOUR_MICROS,
  METRIC_AGGREGATIONS,
  METRIC_STEPS,
  type Micros,
  TIME_BEGIN,
  storable,
} from '@sluice/record';
import type { MetricLabelsQuery, MetricQuery } from '@sluice/store/read';
import { type Query, choice, integer, invalid, jsonOf, scalar, time } from './query-params';

const MILLI_MICROS = 1000;

/**
 * The parameters of a metric query (spec 4.6). The window is an hour by default, up to `to` or now, whichever is earlier.
 * @throws ApiError 400
 */
export function metricParams(query: Query, now: Micros): MetricQuery {
  const to = time(query, 'to');
  const end = Math.min(to?.micros ?? now, now);
  const groupBy = scalar(query, 'group_by');
  return {
    name: metricName(query),
    from: time(query, 'from')?.micros ?? Math.max(TIME_BEGIN, end - HOUR_MICROS),
    before: to === undefined ? now + MILLI_MICROS : to.micros + to.precision,
    labels: labelFilter(query),
    step: choice(query, 'step', METRIC_STEPS, '1m'),
    aggregation: choice(query, 'agg', METRIC_AGGREGATIONS, 'avg'),
    ...(groupBy !== undefined && { groupBy }),
  };
}

/** The parameters of labels and their values. @throws ApiError 400 */
export function metricLabelsParams(query: Query): MetricLabelsQuery {
  const key = scalar(query, 'key');
  return {
    name: metricName(query),
    ...(key !== undefined && { key }),
    prefix: scalar(query, 'prefix') ?? '',
    limit: integer(query, 'limit', { fallback: ANSWER_LIMITS.items, max: ANSWER_LIMITS.labels }),
  };
}

function metricName(query: Query): string {
  const name = scalar(query, 'name');
  if (name === undefined) throw badRequest('name: required, the name of a metric');
  return name;
}

/** A JSON object of strings: points match that carry all of these labels (spec 2.6). */
function labelFilter(query: Query): ReadonlyMap<string, string> {
  const text = scalar(query, 'labels');
  if (text === undefined) return new Map();
  const labels = jsonOf(text);
  const entries = typeof labels === 'object' && labels !== null && !Array.isArray(labels) ? Object.entries(labels) : [];
  const strings = entries.flatMap(([key, value]: [string, unknown]): [string, string][] =>
    typeof value === 'string' ? [[storable(key), storable(value)]] : [],
  );
  if (strings.length < entries.length || (entries.length === 0 && !/^\s*\{\s*\}\s*$/.test(text))) {
    throw invalid('labels', 'a JSON object of strings', text);
  }
  return new Map(strings);
}
