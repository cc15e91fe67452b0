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
  summary: 'What traces sum up to by the values of a field',
  description:
    'Who has the most: users, names, sessions and others with their traces, errors, tokens and cost. Of tags a trace counts in each of its own. Everything is exact; where there are too many traces to be read in time it is 503, and a shorter time may be asked for.',
  query: {
    by: { about: 'Of what.', kind: requiredChoice(TRACE_GROUPS) },
    orderBy: {
      about: 'What the first group has the most of; ties go by value, without one last.',
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
            ...{ value: 'ada', count: 2, errors: 1, totalCost: 0.005 },
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
    TraceGroups: exactly('Groups of traces, those with the most first.', {
      data: { type: 'array', maxItems: ANSWER_LIMITS.groups, items: ref('TraceGroup') },
      meta: exactly('About them.', { totalItems: count('Groups in all.') }),
    }),
    TraceGroup: exactly('The traces that have the same value in a field.', {
      value: orNull(text('As traces have it; null: they have none.')),
      count: count('Traces.'),
      errors: count('Of them, those with an observation of the level ERROR.'),
      totalCost: usd('USD of all of them; what is unknown counts 0.'),
      fromTimestamp: { ...ref('Timestamp'), description: 'When the earliest one began.' },
      toTimestamp: { ...ref('Timestamp'), description: 'When the latest one began.' },
      inputTokens: count('Tokens read. Sums have all their digits, also beyond 2^53.'),
      outputTokens: count('Tokens written.'),
      totalTokens: count('All tokens.'),
    }),
  },
} satisfies Endpoint;
