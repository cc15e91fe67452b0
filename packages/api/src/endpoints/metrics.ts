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
    'UTC days, the newest first; `page` and `limit` count days. Traces count on the day of their timestamp; observations, tokens and cost count on the day of their start. The filters select traces, so an observation of a selected trace can count on the next day.',
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
    DailyMetrics: page('DailyMetricsItem', 'One page of days, the newest first. Days without data are left out.'),
    DailyMetricsItem: exactly('One day in UTC.', {
      date: { type: 'string', format: 'date', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
      countTraces: count('Traces with a timestamp on the day.'),
      countObservations: count('Observations with a start on the day.'),
      totalCost: usd('USD of these observations.'),
      usage: {
        type: 'array',
        items: ref('ModelUsage'),
        description:
          'Figures by model, ordered by code point. The last item has the observations without a model, if these have tokens or a cost; the figures then add up to those of the day.',
      },
    }),
    ModelUsage: exactly('One model on one day.', {
      model: orNull(text('The model; null: observations without a model.')),
      inputUsage: count('Input tokens. Sums have all their digits, also beyond 2^53.'),
      outputUsage: count('Output tokens.'),
      totalUsage: count('All tokens.'),
      countTraces: count('Distinct traces among these observations.'),
      countObservations: count(
        'Observations with this model; for null all observations without a model, also those without tokens and cost.',
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
  summary: 'Series of a metric',
  description: `Buckets begin at whole steps in UTC; empty ones are left out. An answer has at most ${ANSWER_LIMITS.series} series, by label value, and the newest ${ANSWER_LIMITS.points} points of each; \`meta.truncated\` reports that there are more. A bucket whose sum exceeds a finite double is left out and counted in \`meta.omitted_buckets\`. An unknown metric has no series.`,
  query: {
    ...metricName,
    from: { about: 'Start, inclusive. Default: one hour before the earlier of `to` and now.', kind: time() },
    to: {
      about:
        'End, inclusive. A time in milliseconds, seconds or minutes includes its whole last millisecond. Default: now.',
      kind: time(),
    },
    labels: {
      about: 'JSON object of strings: only points that have all of these labels.',
      kind: labels(),
      examples: ['{"queue":"mail"}', '{}'],
    },
    step: { about: 'Width of a bucket.', kind: choice(METRIC_STEPS, '1m') },
    agg: {
      about:
        'Aggregation of the points of a bucket. Percentiles are exact; `last` is the latest point, of equal times the last stored.',
      kind: choice(METRIC_AGGREGATIONS, 'avg'),
    },
    group_by: {
      about:
        'Label whose values become series; points without the label are left out. Default: one series of all points.',
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
        'Extent of the answer.',
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
            description: 'Time of the newest matching point, returned or not; absent without points.',
          },
          omitted_buckets: {
            type: 'integer',
            minimum: 1,
            description:
              'Number of buckets of these series without a value, because their sum exceeds a finite double; absent if there are none.',
          },
        },
      ),
    }),
    MetricSeries: exactly('Series of one value of the group label, or of all points.', {
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
        description: 'Buckets by time; empty if all were left out.',
      },
    }),
    MetricValue: exactly('One bucket.', {
      timestamp: { ...ref('OffsetTimestamp'), description: 'Start of the bucket.' },
      value: { type: 'number' },
    }),
  },
} satisfies Endpoint;

export const listMetricLabels = {
  method: 'get',
  path: '/api/public/metrics/labels',
  scope: 'read',
  tag: 'Metrics',
  summary: 'Labels of a metric, or values of a label',
  description: 'Names or values, sorted by code point, without duplicates. An unknown metric or label has none.',
  query: {
    ...metricName,
    key: { about: 'Label whose values are listed. Default: the labels of the metric.', kind: textKind() },
    prefix: { about: 'Only values with this prefix, case-sensitive.', kind: textKind() },
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
    MetricLabels: exactly('Labels of a metric, or values of a label.', {
      data: { type: 'array', uniqueItems: true, maxItems: ANSWER_LIMITS.labels, items: { type: 'string' } },
      meta: exactly('Extent of the answer.', {
        truncated: { type: 'boolean', description: 'There are more values than `limit`.' },
      }),
    }),
  },
} satisfies Endpoint;

export const listMetricNames = {
  method: 'get',
  path: '/api/public/metrics/names',
  scope: 'read',
  tag: 'Metrics',
  summary: 'All metric names',
  description: 'Names, sorted, without duplicates.',
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
