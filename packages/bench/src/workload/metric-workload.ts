import { formatMicros } from '@sluice/record';
import { type ItemRef, type Workload, pointLine } from './workload';

const POINTS = 20;
/** Name of the metric of all its points. */
export const METRIC = 'kill_test';

/**
 * Client of the metric endpoint. Points have no identity, so only the Idempotency-Key prevents a repeated request from being stored twice;
 * a client without keys must not repeat. The value of a point identifies it.
 */
export function metricWorkload(options: {
  readonly number: number;
  readonly run: string;
  /** Microseconds since the epoch. */
  readonly start: number;
  /** Default: true. */
  readonly keyed?: boolean;
}): Workload {
  const { number, run, start, keyed = true } = options;
  const client = `metric-${number}`;
  const pointOf = ({ group, index }: ItemRef) => ({
    metric: METRIC,
    timestamp: start + group * 1_000 + index,
    value: group * 100 + index,
  });
  return {
    client,
    stored: 'point',
    itemsPerGroup: POINTS,
    groupOf: (request) => request,
    requestsOf: (group) => [group],
    request(group) {
      const metrics = Array.from({ length: POINTS }, (_, index) => {
        const { metric, timestamp, value } = pointOf({ group, index });
        return { name: metric, labels: { client }, value, timestamp: formatMicros(timestamp) };
      });
      return {
        path: '/v1/metrics/batch',
        headers: {
          'content-type': 'application/json',
          ...(keyed && { 'idempotency-key': `${run} ${client} ${group}` }),
        },
        body: Buffer.from(JSON.stringify({ metrics })),
        items: POINTS,
      };
    },
    expected: (item, applied) =>
      applied.has(item.group) && item.index < POINTS ? pointLine(pointOf(item)) : undefined,
  };
}
