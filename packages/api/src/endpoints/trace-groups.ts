import { ANSWER_LIMITS, TRACE_GROUPS, TRACE_GROUP_ORDERS } from '@sluice/record';
import type { Endpoint } from '../endpoint';
import { choice, requiredChoice } from '../kinds/scalars';
import { atMost, receipt, traceFilters, traceName } from '../parameters';
import { IGNORED, answer, json } from '../responses';
import { count, exactly, orNull, ref, text, usd } from '../schemas/values';

export const listTraceGroups = {
  method: 'get',
  path: '/api/public/traces/groups',
  scope: 'read',
  tag: 'Traces',
  summary: 'Totals of traces by the values of a field',
  description:
    'Users, names, sessions and other values with the traces, errors, tokens and cost of each. A trace counts for each of its tags. All figures are exact. If the traces are too many to be read in time, the answer is 503: request a shorter time.',
  query: {
    by: { about: 'Field.', kind: requiredChoice(TRACE_GROUPS) },
    orderBy: {
      about:
        'Figure that orders the groups, largest first. Ties are ordered by value; the group without a value is last.',
      kind: choice(TRACE_GROUP_ORDERS, 'count'),
    },
    ...atMost(ANSWER_LIMITS.groups),
    name: traceName,
    ...traceFilters,
  },
  headers: [receipt],
  answers: {
    '200': answer(
      'The groups.',
      json(ref('TraceGroups'), {
        data: [
          {
            ...{ value: 'ada', count: 2, errors: 1, failed: 0, totalCost: 0.005 },
            ...{ fromTimestamp: '2026-11-20T10:00:00.000Z', toTimestamp: '2026-11-20T10:05:00.000Z' },
            ...{ inputTokens: 1600, outputTokens: 100, totalTokens: 1700 },
          },
        ],
        meta: { totalItems: 1 },
      }),
      IGNORED,
    ),
  },
  schemas: {
    TraceGroups: exactly('Groups of traces, the largest first.', {
      data: { type: 'array', maxItems: ANSWER_LIMITS.groups, items: ref('TraceGroup') },
      meta: exactly('Extent of the answer.', { totalItems: count('Total number of groups.') }),
    }),
    TraceGroup: exactly('Traces that have the same value in a field.', {
      value: orNull(text('The value of the traces; null: they have none.')),
      count: count('Traces.'),
      errors: count('Traces with an observation of the level ERROR.'),
      failed: count('Traces with the outcome `failed`.'),
      totalCost: usd('USD of the traces; an unknown cost counts 0.'),
      fromTimestamp: { ...ref('Timestamp'), description: 'Timestamp of the earliest trace.' },
      toTimestamp: { ...ref('Timestamp'), description: 'Timestamp of the latest trace.' },
      inputTokens: count('Input tokens. Sums have all their digits, also beyond 2^53.'),
      outputTokens: count('Output tokens.'),
      totalTokens: count('All tokens.'),
    }),
  },
} satisfies Endpoint;
