import { ANSWER_LIMITS, TRACE_GROUP_ORDERS, TRACE_GROUPS } from '@sluice/record';
import type { Endpoints, Operation } from '../document';
import { expression, query, receipt, traceFilters } from '../parameters';
import { IGNORED, answer, json, readRefusals } from '../responses';
import { count, exactly, orNull, ref, text, usd } from '../schemas/values';

const listTraceGroups: Operation = {
  operationId: 'listTraceGroups',
  tags: ['Traces'],
  summary: 'What traces sum up to by the values of a field',
  description:
    'Who has the most: users, names, sessions and others with their traces, errors, tokens and cost. Of tags a trace counts in each of its own. Everything is exact; where there are too many traces to be read in time it is 503, and a shorter time may be asked for.',
  parameters: [
    {
      name: 'by',
      in: 'query',
      description: 'Of what.',
      required: true,
      schema: { type: 'string', enum: TRACE_GROUPS },
    },
    query('orderBy', 'What the first group has the most of; ties go by value, without one last.', {
      type: 'string',
      enum: TRACE_GROUP_ORDERS,
      default: 'count',
    }),
    query('limit', 'At most so many.', {
      type: 'integer',
      minimum: 1,
      maximum: ANSWER_LIMITS.groups,
      default: ANSWER_LIMITS.items,
    }),
    ...traceFilters('name'),
    expression,
    receipt,
  ],
  responses: {
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
    ...readRefusals,
  },
};

export const traceGroups: Endpoints = {
  paths: { '/api/public/traces/groups': { get: listTraceGroups } },
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
};
