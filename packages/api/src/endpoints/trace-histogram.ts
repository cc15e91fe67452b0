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
    'Buckets of equal width from `fromTimestamp` on, empty ones included. Default start: one day before the end; default end: the end of the present hour. All figures are exact. If the traces are too many to be read in time, the answer is 503: request a shorter time.',
  query: {
    buckets: { about: 'Maximum number of items.', kind: integer(ANSWER_LIMITS.buckets, 60) },
    by: {
      about: '`latency` adds the counts of each bucket by latency.',
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
          {
            timestamp: '2026-11-20T10:00:00.000Z',
            count: 2,
            errors: 1,
            failed: 0,
            recovered: 1,
            p50: 1.5,
            p95: 2.4,
            totalCost: 0.005,
          },
          {
            timestamp: '2026-11-20T10:30:00.000Z',
            count: 0,
            errors: 0,
            failed: 0,
            recovered: 0,
            p50: null,
            p95: null,
            totalCost: 0,
          },
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
        'Window and width of the buckets.',
        {
          fromTimestamp: { ...ref('Timestamp'), description: 'Start of the first bucket.' },
          toTimestamp: { ...ref('Timestamp'), description: 'End of the last bucket, which can be shorter.' },
          bucketSeconds: { type: 'number', exclusiveMinimum: 0, description: 'Width of a bucket.' },
        },
        {
          latencyBounds: {
            type: 'array',
            items: { type: 'number' },
            description: 'Bounds in seconds, ascending; only with `by=latency`.',
          },
        },
      ),
    }),
    TraceBucket: exactly(
      'Traces of one bucket.',
      {
        timestamp: { ...ref('Timestamp'), description: 'Start of the bucket.' },
        count: count('Traces.'),
        errors: count('Traces with an observation of the level ERROR.'),
        failed: count('Traces with the outcome `failed`.'),
        recovered: count('Traces with the outcome `recovered`.'),
        p50: percentile('50th'),
        p95: percentile('95th'),
        totalCost: usd('USD of the traces.'),
      },
      {
        byLatency: {
          type: 'array',
          items: count('Traces.'),
          description:
            'Only with `by=latency`: traces below the first bound, below each next bound, and at or above the last one.',
        },
      },
    ),
  },
} satisfies Endpoint;
