import { ANSWER_LIMITS, TRACE_COLUMNS, TRACE_COMPARED } from '@sluice/record';
import type { Endpoint } from '../endpoint';
import { expression } from '../kinds/expression';
import { atMost, receipt, traceFilters, traceName } from '../parameters';
import { IGNORED, answer, json } from '../responses';
import { count, exactly, orNull, ref, text, usd } from '../schemas/values';

const spread = (description: string, value: ReturnType<typeof usd>) =>
  exactly(description, {
    p50: orNull({ ...value, description: 'Median; null without traces.' }),
    p95: orNull({ ...value, description: '95th percentile; null without traces.' }),
  });

export const compareTraces = {
  method: 'get',
  path: '/api/public/traces/compare',
  scope: 'read',
  tag: 'Traces',
  summary: 'Values by which some traces differ from the others',
  description:
    'Names, models, users, tags, environments, releases and versions that the picked traces (for instance slow or failed ones) have more often than the others, by the difference of their share. A trace counts for each of its tags and models. All figures are exact. If the traces are too many to be read in time, the answer is 503: request a shorter time.',
  query: {
    picked: {
      about:
        'Expression, as in `filter`, for the traces of the selection that are compared with its others. Default: all traces are picked, and only `meta` has figures.',
      kind: expression(TRACE_COLUMNS),
      examples: ['[{"type":"stringOptions","column":"level","operator":"any of","value":["ERROR"]}]'],
    },
    ...atMost(ANSWER_LIMITS.differences, 'Maximum number of values.', ANSWER_LIMITS.usualDifferences),
    name: traceName,
    ...traceFilters,
  },
  headers: [receipt],
  answers: {
    '200': answer(
      'The values.',
      json(ref('TraceComparison'), {
        data: [{ field: 'release', value: '2026.11', picked: 18, rest: 10 }],
        meta: {
          ...{ totalItems: 1, picked: 20, rest: 100 },
          ...{ latency: { p50: 1.25, p95: 8.5 }, totalCost: { p50: 0.0038, p95: 0.02 } },
        },
      }),
      IGNORED,
    ),
  },
  schemas: {
    TraceComparison: exactly('Values by which traces differ, the largest difference of share first.', {
      data: { type: 'array', maxItems: ANSWER_LIMITS.differences, items: ref('TraceDifference') },
      meta: exactly('Figures of all traces.', {
        totalItems: count('Total number of values.'),
        picked: count('Number of picked traces.'),
        rest: count('Number of the other traces of the selection.'),
        latency: spread('Latency of all traces in seconds, linearly interpolated.', usd('')),
        totalCost: spread('USD of the traces with a known cost, linearly interpolated.', usd('')),
      }),
    }),
    TraceDifference: exactly('Number of traces that have a value.', {
      field: { type: 'string', enum: TRACE_COMPARED, description: 'Field.' },
      value: orNull(text('The value of the traces; null: they have none.')),
      picked: count('Picked traces with the value.'),
      rest: count('Other traces with the value.'),
    }),
  },
} satisfies Endpoint;
