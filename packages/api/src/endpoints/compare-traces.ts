import { ANSWER_LIMITS, TRACE_COMPARED } from '@sluice/record';
import type { Endpoint } from '../endpoint';
import { expression } from '../kinds/expression';
import { atMost, receipt, traceFilters, traceName } from '../parameters';
import { IGNORED, answer, json } from '../responses';
import { count, exactly, orNull, ref, text, usd } from '../schemas/values';

const spread = (description: string, value: ReturnType<typeof usd>) =>
  exactly(description, {
    p50: orNull({ ...value, description: 'Half of them are above; null without any.' }),
    p95: orNull({ ...value, description: 'One of twenty is above; null without any.' }),
  });

export const compareTraces = {
  method: 'get',
  path: '/api/public/traces/compare',
  scope: 'read',
  tag: 'Traces',
  summary: 'By which values some traces differ from the others',
  description:
    'What the slow, the dear or the failed ones have more often than the rest: names, models, users, tags, environments, releases and versions by the difference of their share. `picked` says which traces of the selection are compared with its others; of tags and models a trace counts in each of its own. Everything is exact; where there are too many traces to be read in time it is 503, and a shorter time may be asked for.',
  query: {
    picked: {
      about:
        'Which traces of the selection are compared with its others: an expression as `filter` takes it. Without one all are, and only `meta` tells of them.',
      kind: expression(),
      examples: ['[{"type":"stringOptions","column":"level","operator":"any of","value":["ERROR"]}]'],
    },
    ...atMost(ANSWER_LIMITS.differences, 'At most so many values.', ANSWER_LIMITS.usualDifferences),
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
    TraceComparison: exactly('Values by which traces differ, the greatest difference of share first.', {
      data: { type: 'array', maxItems: ANSWER_LIMITS.differences, items: ref('TraceDifference') },
      meta: exactly('About the traces.', {
        totalItems: count('Values in all.'),
        picked: count('Traces that are picked.'),
        rest: count('Traces of the selection that are not.'),
        latency: spread('Latency of all of them in seconds, linearly interpolated.', usd('')),
        totalCost: spread('USD of those whose cost is known, linearly interpolated.', usd('')),
      }),
    }),
    TraceDifference: exactly('How often traces have a value.', {
      field: { type: 'string', enum: TRACE_COMPARED, description: 'Of what.' },
      value: orNull(text('As traces have it; null: they have none.')),
      picked: count('Picked traces with it.'),
      rest: count('Others with it.'),
    }),
  },
} satisfies Endpoint;
