import { ANSWER_LIMITS, TRACE_VALUES } from '@sluice/record';
import type { Endpoint } from '../endpoint';
import { requiredChoice, text as textKind } from '../kinds/scalars';
import { atMost, receipt, traceFilters, traceName } from '../parameters';
import { IGNORED, answer, json } from '../responses';
import { exactly, ref, text } from '../schemas/values';

export const listTraceValues = {
  method: 'get',
  path: '/api/public/traces/values',
  scope: 'read',
  tag: 'Traces',
  summary: 'The values that traces have in a field',
  description:
    'Sorted by code point, each once; for completion. Where nothing else is asked of the traces all values are looked at, else those of the newest 10,000 traces, for a bounded time. `meta.truncated` tells that there may be more.',
  query: {
    field: { about: 'Of what.', kind: requiredChoice(TRACE_VALUES) },
    prefix: { about: 'Only what begins so; case counts.', kind: textKind() },
    ...atMost(ANSWER_LIMITS.values),
    name: traceName,
    ...traceFilters,
  },
  headers: [receipt],
  answers: {
    '200': answer(
      'The values.',
      json(ref('TraceValues'), { data: [{ value: 'beta' }, { value: 'billing' }], meta: { truncated: false } }),
      IGNORED,
    ),
  },
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
} satisfies Endpoint;
