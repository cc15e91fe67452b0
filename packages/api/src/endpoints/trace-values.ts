import { ANSWER_LIMITS, TRACE_VALUES } from '@sluice/record';
import type { Endpoints, Operation } from '../document';
import { expression, query, receipt, textQuery, traceFilters } from '../parameters';
import { IGNORED, answer, json, readRefusals } from '../responses';
import { exactly, ref, text } from '../schemas/values';

const listTraceValues: Operation = {
  operationId: 'listTraceValues',
  tags: ['Traces'],
  summary: 'The values that traces have in a field',
  description:
    'Sorted by code point, each once; for completion. Where nothing else is asked of the traces all values are looked at, else those of the newest 10,000 traces, for a bounded time. `meta.truncated` tells that there may be more.',
  parameters: [
    {
      name: 'field',
      in: 'query',
      description: 'Of what.',
      required: true,
      schema: { type: 'string', enum: TRACE_VALUES },
    },
    textQuery('prefix', 'Only what begins so; case counts.'),
    query('limit', 'At most so many.', {
      type: 'integer',
      minimum: 1,
      maximum: ANSWER_LIMITS.values,
      default: ANSWER_LIMITS.items,
    }),
    ...traceFilters('name'),
    expression,
    receipt,
  ],
  responses: {
    '200': answer(
      'The values.',
      json(ref('TraceValues'), { data: [{ value: 'beta' }, { value: 'billing' }], meta: { truncated: false } }),
      IGNORED,
    ),
    ...readRefusals,
  },
};

export const traceValues: Endpoints = {
  paths: { '/api/public/traces/values': { get: listTraceValues } },
  schemas: {
    TraceValues: exactly('Values of a field.', {
      data: {
        type: 'array',
        maxItems: ANSWER_LIMITS.values,
        items: exactly('One of them.', { value: text('As traces have it.') }),
      },
      meta: exactly('About them.', { truncated: { type: 'boolean', description: 'There may be more.' } }),
    }),
  },
};
