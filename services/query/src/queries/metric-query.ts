import type { QueryOf } from '@sluice/api';
import { HOUR_MICROS, type Micros, TIME_BEGIN } from '@sluice/record';
import type { MetricLabelsQuery, MetricQuery } from '@sluice/store/read';

const MILLI_MICROS = 1000;

/**
 * Query of a metric (spec 4.6). The window is an hour by default, up to `to` or now, whichever is earlier.
 * @throws ApiError 400
 */
export function metricQuery(parameters: QueryOf<'queryMetric'>, now: Micros): MetricQuery {
  const { to, group_by: groupBy } = parameters;
  const end = Math.min(to?.micros ?? now, now);
  return {
    name: parameters.name,
    from: parameters.from?.micros ?? Math.max(TIME_BEGIN, end - HOUR_MICROS),
    before: to === undefined ? now + MILLI_MICROS : to.micros + to.precision,
    labels: parameters.labels,
    step: parameters.step,
    aggregation: parameters.agg,
    ...(groupBy !== undefined && { groupBy }),
  };
}

/** Query of labels and their values. @throws ApiError 400 */
export function metricLabelsQuery(parameters: QueryOf<'listMetricLabels'>): MetricLabelsQuery {
  const { key } = parameters;
  return {
    name: parameters.name,
    ...(key !== undefined && { key }),
    prefix: parameters.prefix ?? '',
    limit: parameters.limit,
  };
}
