import { ANSWER_LIMITS, TRACE_FLAG_ORDERS, TRACE_ORDERS } from '@sluice/record';
import type { Endpoints, Operation } from '../document';
import { expression, fields, ifNoneMatch, paging, query, receipt, sdkName, search, traceFilters } from '../parameters';
import { VERSIONED, answer, json, notModified, readRefusals } from '../responses';
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

const listTraces: Operation = {
  operationId: 'listTraces',
  tags: ['Traces'],
  summary: 'List traces',
  description:
    'Filtered, ordered and page by page, with an exact total. With `q`: the newest that have a text, as far as can be searched in some time; `meta.searchedTo` is where to go on.',
  parameters: [
    ...paging(ANSWER_LIMITS.traces),
    ...traceFilters('name'),
    expression,
    query(
      'orderBy',
      'A member and a direction, which may be in any case. null is the smallest value; ties go by id in the same direction; text compares by code point.',
      {
        type: 'string',
        enum: [...TRACE_ORDERS, ...TRACE_FLAG_ORDERS].flatMap((field) => [`${field}.asc`, `${field}.desc`]),
        default: 'timestamp.desc',
      },
    ),
    ...search,
    fields,
    receipt,
    ifNoneMatch,
    sdkName,
  ],
  responses: {
    '200': answer(
      'A page of traces.',
      json(ref('TraceList'), {
        data: [TRACE_EXAMPLE],
        meta: { page: 1, limit: 10, totalItems: 1, totalPages: 1 },
      }),
      VERSIONED,
    ),
    ...notModified,
    ...readRefusals,
  },
};

export const traceList: Endpoints = {
  paths: { '/api/public/traces': { get: listTraces } },
};
