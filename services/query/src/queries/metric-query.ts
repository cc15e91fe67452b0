import type { QueryOf } from '@sluice/api';
import { HOUR_MICROS, type Micros, TIME_BEGIN } from '@sluice/record';
import type { MetricLabelsQuery, MetricQuery } from '@sluice/store/read';

const MILLI_MICROS = 1000;

/**
 * Query of a metric (spec 4.6). The window is an hour by default, up to `to` or now, whichever is earlier.
 * @throws ApiError 400
 */
export function metricQuery(asked: QueryOf<'queryMetric'>, now: Micros): MetricQuery {
  const { to, group_by: groupBy } = asked;
  const end = Math.min(to?.micros ?? now, now);
  return {
    name: asked.name,
    from: asked.from?.micros ?? Math.max(TIME_BEGIN, end - HOUR_MICROS),
    before: to === undefined ? now + MILLI_MICROS : to.micros + to.precision,
    labels: asked.labels,
    step: asked.step,
    aggregation: asked.agg,
    ...(groupBy !== undefined && { groupBy }),
  };
}

/** Query of labels and their values. @throws ApiError 400 */
export function metricLabelsQuery(asked: QueryOf<'listMetricLabels'>): MetricLabelsQuery {
  const { key } = asked;
  return { name: asked.name, ...(key !== undefined && { key }), prefix: asked.prefix ?? '', limit: asked.limit };
}
