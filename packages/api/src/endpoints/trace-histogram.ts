import { ANSWER_LIMITS } from '@sluice/record';
import type { Endpoint } from '../endpoint';
import { choice, integer } from '../kinds/scalars';
import { receipt, traceFilters, traceName } from '../parameters';
import { IGNORED, answer, json } from '../responses';
import { count, exactly, ref, usd } from '../schemas/values';

const percentile = (which: string) => ({
  type: ['number', 'null'],
  minimum: 0,
  description: `The ${which} percentile of latency in seconds, linearly interpolated; null without traces.`,
});

export const getTraceHistogram = {
  method: 'get',
  path: '/api/public/traces/histogram',
  scope: 'read',
  tag: 'Traces',
  summary: 'Traces by time, with latency, errors and cost',
  description:
    'Buckets of equal width from `fromTimestamp` on, empty ones included. Without a start it is of the day before the end, without an end up to that of the present hour. Everything is exact; where there are too many traces to be read in time it is 503, and a shorter time may be asked for.',
  query: {
    buckets: { about: 'At most so many.', kind: integer(ANSWER_LIMITS.buckets, 60) },
    by: {
      about: '`latency` counts the traces of each bucket by latency as well.',
      kind: choice(['time', 'latency'], 'time'),
    },
    name: traceName,
    ...traceFilters,
  },
  headers: [receipt],
  answers: {
    '200': answer(
      'The buckets.',
      json(ref('TraceHistogram'), {
        data: [
          { timestamp: '2026-11-20T10:00:00.000Z', count: 2, errors: 1, p50: 1.5, p95: 2.4, totalCost: 0.005 },
          { timestamp: '2026-11-20T10:30:00.000Z', count: 0, errors: 0, p50: null, p95: null, totalCost: 0 },
        ],
        meta: {
          fromTimestamp: '2026-11-20T10:00:00.000Z',
          toTimestamp: '2026-11-20T11:00:00.000Z',
          bucketSeconds: 1800,
        },
      }),
      IGNORED,
    ),
  },
  schemas: {
    TraceHistogram: exactly('Traces by time.', {
      data: { type: 'array', maxItems: ANSWER_LIMITS.buckets, items: ref('TraceBucket') },
      meta: exactly(
        'About the buckets.',
        {
          fromTimestamp: { ...ref('Timestamp'), description: 'Where the first one begins.' },
          toTimestamp: { ...ref('Timestamp'), description: 'Before which the last one ends, which may be shorter.' },
          bucketSeconds: { type: 'number', exclusiveMinimum: 0, description: 'Width of a bucket.' },
        },
        {
          latencyBounds: {
            type: 'array',
            items: { type: 'number' },
            description: 'Seconds, ascending, with `by=latency`.',
          },
        },
      ),
    }),
    TraceBucket: exactly(
      'The traces of a time.',
      {
        timestamp: { ...ref('Timestamp'), description: 'Where it begins.' },
        count: count('Traces.'),
        errors: count('Of them, those with an observation of the level ERROR.'),
        p50: percentile('50th'),
        p95: percentile('95th'),
        totalCost: usd('USD of all of them.'),
      },
      {
        byLatency: {
          type: 'array',
          items: count('Traces.'),
          description:
            'With `by=latency`: those below the first bound, below each of the next ones, and at the last one or above.',
        },
      },
    ),
  },
} satisfies Endpoint;
