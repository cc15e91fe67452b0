import type { Parameters } from '../api/client';
import type { MetricsAddress } from '../url/metrics-address';
import { boundsOf } from '../url/time-bounds';
import { stepOf } from './series';

/** Request for a metric, with its bucket width and range. */
export interface MetricCall {
  readonly query: Parameters;
  readonly step: ReturnType<typeof stepOf>;
  readonly fromMs: number;
  readonly toMs: number;
}

/** @param now end of the range in milliseconds */
export function metricCall(address: MetricsAddress, name: string, now: number): MetricCall {
  const { from, to } = boundsOf(address.range, now);
  const fromMs = from === undefined ? 0 : Date.parse(from);
  const toMs = to === undefined ? now : Date.parse(to);
  const step = stepOf(address.step, (toMs - fromMs) / 1000);
  const labels = address.labels.length === 0 ? undefined : JSON.stringify(Object.fromEntries(address.labels));
  const query = {
    name,
    from: from ?? new Date(0).toISOString(),
    to,
    step,
    agg: address.aggregation,
    group_by: address.groupBy,
    labels,
  };
  return { query, step, fromMs, toMs };
}
