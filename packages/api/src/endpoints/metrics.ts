import { ANSWER_LIMITS, METRIC_AGGREGATIONS, METRIC_STEPS, POINT_LIMITS } from '@sluice/record';
import type { Endpoint } from '../endpoint';
import { labels } from '../kinds/json';
import { choice, requiredText, text as textKind } from '../kinds/scalars';
import { time } from '../kinds/times';
import { atMost, paging, receipt, traceFilters, traceName } from '../parameters';
import { IGNORED, answer, json } from '../responses';
import { page } from '../schemas/answers';
import { count, exactly, orNull, ref, text, usd } from '../schemas/values';

export const getDailyMetrics = {
  method: 'get',
  path: '/api/public/metrics/daily',
  scope: 'read',
  tag: 'Metrics',
  summary: 'Counts, tokens and cost by day and model',
  description:
    'UTC days, the newest first; `page` and `limit` count days. Traces count on the day of their timestamp; observations, tokens and cost on the day of their start. The filters select traces, so that an observation of a selected trace may show on the day after.',
  query: { ...paging(ANSWER_LIMITS.days), traceName, ...traceFilters },
  headers: [receipt],
  answers: {
    '200': answer(
      'A page of days.',
      json(ref('DailyMetrics'), {
        data: [
          {
            date: '2026-11-20',
            countTraces: 2,
            countObservations: 3,
            totalCost: 0.005,
            usage: [
              {
                model: 'gpt-4o',
                inputUsage: 1600,
                outputUsage: 100,
                totalUsage: 1700,
                countTraces: 2,
                countObservations: 2,
                totalCost: 0.005,
              },
            ],
          },
        ],
        meta: { page: 1, limit: 50, totalItems: 1, totalPages: 1 },
      }),
      IGNORED,
    ),
  },
  schemas: {
    DailyMetrics: page('DailyMetricsItem', 'One page of days, the newest first. Days without anything are left out.'),
    DailyMetricsItem: exactly('One day in UTC.', {
      date: { type: 'string', format: 'date', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
      countTraces: count('Traces whose timestamp is of the day.'),
      countObservations: count('Observations whose start is of the day.'),
      totalCost: usd('USD of these observations.'),
      usage: {
        type: 'array',
        items: ref('ModelUsage'),
        description:
          'By model, by code point; last that of observations without one, where these have tokens or a cost. Its figures then add up to those of the day.',
      },
    }),
    ModelUsage: exactly('One model on one day.', {
      model: orNull(text('The model. null: observations without one.')),
      inputUsage: count('Tokens read. Sums have all their digits, also beyond 2^53.'),
      outputUsage: count('Tokens written.'),
      totalUsage: count('All tokens.'),
      countTraces: count('Distinct traces among these observations.'),
      countObservations: count(
        'Observations with this model; of null all without one, also those without tokens and cost.',
      ),
      totalCost: usd('USD.'),
    }),
  },
} satisfies Endpoint;

const metricName = { name: { about: 'The metric.', kind: requiredText('the name of a metric') } };

export const queryMetric = {
  method: 'get',
  path: '/api/public/metrics/query',
  scope: 'read',
  tag: 'Metrics',
  summary: 'A metric as series of buckets',
  description: `Buckets begin at whole steps in UTC; empty ones are left out. At most ${ANSWER_LIMITS.series} series, by label value, and the newest ${ANSWER_LIMITS.points} points of each: \`meta.truncated\` tells when more were cut. A bucket whose sum no finite double can hold is left out and counted in \`meta.omitted_buckets\`. A metric that is not known has no series.`,
  query: {
    ...metricName,
    from: { about: 'Inclusive. Default: one hour before `to` or now, whichever is earlier.', kind: time() },
    to: {
      about: 'Inclusive; written in milliseconds or coarser, all of that millisecond. Default: now.',
      kind: time(),
    },
    labels: {
      about: 'A JSON object of strings: only points that have all of these labels.',
      kind: labels(),
      examples: ['{"queue":"mail"}', '{}'],
    },
    step: { about: 'Width of a bucket.', kind: choice(METRIC_STEPS, '1m') },
    agg: {
      about:
        'What becomes of the points of a bucket. Percentiles are exact; `last` is the latest, of equal ones the last stored.',
      kind: choice(METRIC_AGGREGATIONS, 'avg'),
    },
    group_by: {
      about:
        'A label: one series for each of its values, without the points that lack it. Without it one series of all points.',
      kind: textKind(),
    },
  },
  headers: [receipt],
  answers: {
    '200': answer(
      'The series.',
      json(ref('MetricResult'), {
        data: [
          { labels: { region: 'eu' }, values: [{ timestamp: '2026-11-20T22:00:00.000+00:00', value: 12 }] },
          { labels: { region: 'us' }, values: [{ timestamp: '2026-11-20T22:00:00.000+00:00', value: 30 }] },
        ],
        meta: { latest_ts: '2026-11-20T22:00:20.000+00:00', series_count: 2, truncated: false },
      }),
      IGNORED,
    ),
  },
  schemas: {
    MetricResult: exactly('Series of a metric.', {
      data: { type: 'array', maxItems: ANSWER_LIMITS.series, items: ref('MetricSeries') },
      meta: exactly(
        'About the series.',
        {
          series_count: count('Series in `data`.'),
          truncated: {
            type: 'boolean',
            description: `Series beyond ${ANSWER_LIMITS.series} or points beyond ${ANSWER_LIMITS.points} were cut.`,
          },
        },
        {
          latest_ts: {
            ...ref('OffsetTimestamp'),
            description: 'The newest point that matched, also one that was cut off; absent without any.',
          },
          omitted_buckets: {
            type: 'integer',
            minimum: 1,
            description:
              'Buckets of these series without a value, because no finite double is their sum; absent without any.',
          },
        },
      ),
    }),
    MetricSeries: exactly('One value of the group label, or everything together.', {
      labels: {
        type: 'object',
        maxProperties: 1,
        additionalProperties: { type: 'string' },
        description: 'The group label and its value; `{}` without `group_by`.',
      },
      values: {
        type: 'array',
        maxItems: ANSWER_LIMITS.points,
        items: ref('MetricValue'),
        description: 'By time; empty where all were left out.',
      },
    }),
    MetricValue: exactly('One bucket.', {
      timestamp: { ...ref('OffsetTimestamp'), description: 'Where the bucket begins.' },
      value: { type: 'number' },
    }),
  },
} satisfies Endpoint;

export const listMetricLabels = {
  method: 'get',
  path: '/api/public/metrics/labels',
  scope: 'read',
  tag: 'Metrics',
  summary: 'The labels of a metric, or the values of one',
  description: 'Sorted by code point, each once. A metric or a label that is not known has none.',
  query: {
    ...metricName,
    key: { about: 'A label: its values. Without it, the labels.', kind: textKind() },
    prefix: { about: 'Only what begins so; case counts.', kind: textKind() },
    ...atMost(ANSWER_LIMITS.labels),
  },
  headers: [receipt],
  answers: {
    '200': answer(
      'The labels, or the values.',
      json(ref('MetricLabels'), { data: ['queue', 'region'], meta: { truncated: false } }),
      IGNORED,
    ),
  },
  schemas: {
    MetricLabels: exactly('Labels of a metric, or values of one.', {
      data: { type: 'array', uniqueItems: true, maxItems: ANSWER_LIMITS.labels, items: { type: 'string' } },
      meta: exactly('About them.', { truncated: { type: 'boolean', description: 'There are more than `limit`.' } }),
    }),
  },
} satisfies Endpoint;

export const listMetricNames = {
  method: 'get',
  path: '/api/public/metrics/names',
  scope: 'read',
  tag: 'Metrics',
  summary: 'All metric names',
  description: 'Sorted, each once.',
  query: {},
  headers: [receipt],
  answers: {
    '200': answer('The names.', json(ref('MetricNames'), { data: ['queue_depth', 'request_seconds'] }), IGNORED),
  },
  schemas: {
    MetricNames: exactly('All metrics.', {
      data: { type: 'array', uniqueItems: true, items: { type: 'string', minLength: 1, maxLength: POINT_LIMITS.name } },
    }),
  },
} satisfies Endpoint;
