import { ANSWER_LIMITS, TRACE_ORDERS, TRACE_ROW_ORDERS, TRACE_SEARCHED } from '@sluice/record';
import type { Endpoint } from '../endpoint';
import { words } from '../kinds/lists';
import { order, text } from '../kinds/scalars';
import { position } from '../kinds/times';
import { fields, ifNoneMatch, paging, receipt, sdkName, traceFilters, traceName } from '../parameters';
import { VERSIONED, answer, json, notModified } from '../responses';
import { ref } from '../schemas/values';

export const TRACE_EXAMPLE = {
  id: '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e',
  timestamp: '2026-11-20T10:00:00.000Z',
  name: 'support-chat',
  userId: 'ada',
  sessionId: 'chat-1',
  release: '2026.11',
  version: null,
  environment: 'production',
  public: false,
  bookmarked: false,
  tags: ['beta', 'billing'],
  latency: 2.5,
  totalCost: 0.0038,
  usage: { input: 1200, output: 80, total: 1280 },
  input: null,
  output: null,
  metadata: { region: 'eu' },
  scores: [],
  htmlPath: '/project/default/traces/7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e',
  projectId: 'default',
  externalId: null,
  createdAt: '2026-11-20T10:00:03.120Z',
  updatedAt: '2026-11-20T10:00:03.120Z',
  observations: ['1f0e4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e', '2f0e4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e'],
};

export const listTraces = {
  method: 'get',
  path: '/api/public/traces',
  scope: 'read',
  tag: 'Traces',
  summary: 'List traces',
  description:
    'A page of the filtered and ordered traces, with an exact total. With `q`: the newest traces that contain a text. The search has a time limit; `meta.searchedTo` is the cursor for its continuation.',
  query: {
    ...paging(ANSWER_LIMITS.traces),
    name: traceName,
    ...traceFilters,
    orderBy: {
      about:
        'A member and a direction, in upper or lower case. null is the smallest value. Ties are ordered by id in the same direction. Text is compared by code point.',
      kind: order([...TRACE_ORDERS, ...TRACE_ROW_ORDERS], { field: 'timestamp', direction: 'desc' }),
    },
    q: {
      about:
        'Only traces that contain this text, in their own texts or in those of their observations. `match` of a trace is where. The search is case-insensitive and literal: there are no patterns. JSON is searched without its escapes. Only with `orderBy=timestamp.desc` and `page=1`; `totalItems` and `totalPages` count this answer alone.',
      kind: text(ANSWER_LIMITS.searched),
    },
    searchIn: {
      about:
        'Texts that `q` searches. `name`, `id`, `tags`, `input` and `output` are those of the trace, `status` the status messages of its observations, `metadata` that of both, and `observations` all texts of its observations. Default: all.',
      kind: words(TRACE_SEARCHED),
      examples: TRACE_SEARCHED,
    },
    searchFrom: {
      about: 'Only with `q`: the `searchedTo` of the previous answer, which this answer continues.',
      kind: position('the searchedTo of an answer'),
      examples: ['2026-11-20T10:00:00.000000Z,7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e'],
    },
    ...fields,
  },
  headers: [receipt, ifNoneMatch, sdkName],
  answers: {
    '200': answer(
      'A page of traces.',
      json(ref('TraceList'), {
        data: [TRACE_EXAMPLE],
        meta: { page: 1, limit: 10, totalItems: 1, totalPages: 1 },
      }),
      VERSIONED,
    ),
    ...notModified,
  },
} satisfies Endpoint;
