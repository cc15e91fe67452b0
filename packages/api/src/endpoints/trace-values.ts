import { ANSWER_LIMITS, EXPRESSION_LIMITS, TRACE_VALUES } from '@sluice/record';
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
  summary: 'Values of traces in a field',
  description:
    'Values for completion, sorted by code point, without duplicates. Without a filter all values are read; with a filter the values of the newest 10,000 matching traces, for a bounded time. Metadata are those of the newest 1,000 matching traces. `meta.truncated` reports that there may be more.',
  query: {
    field: {
      about: 'Field. For `metadata` the names of members are listed, or the values of one.',
      kind: requiredChoice(TRACE_VALUES),
    },
    key: {
      about: 'Only with `field=metadata`: the member of metadata whose values are listed.',
      kind: textKind(EXPRESSION_LIMITS.key),
    },
    prefix: { about: 'Only values with this prefix, case-sensitive.', kind: textKind() },
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
        items: exactly('One value.', { value: text('Value of the traces.') }),
      },
      meta: exactly('Extent of the answer.', {
        truncated: { type: 'boolean', description: 'There may be more values.' },
      }),
    }),
  },
} satisfies Endpoint;
