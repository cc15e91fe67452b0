import { ANSWER_LIMITS } from '@sluice/record';
import type { Endpoints, Operation } from '../document';
import { fieldsOr, ifNoneMatch, paging, query, receipt, sdkName, textQuery, time, values } from '../parameters';
import { VERSIONED, answer, json, notFound, notModified, readRefusals } from '../responses';
import { ref } from '../schemas/values';
import { TRACE_EXAMPLE } from './list-traces';

const EXAMPLE = {
  id: 'chat-1',
  createdAt: '2026-11-20T10:00:00.000Z',
  projectId: 'default',
  environment: 'production',
};

const listSessions: Operation = {
  operationId: 'listSessions',
  tags: ['Traces'],
  summary: 'List sessions',
  description:
    'Newest first, by when their first trace began, then by id, with an exact total. A session is the traces that have its id; nothing else of it is stored. With `cursor` nothing is counted: an answer takes as long for many sessions as for few.',
  parameters: [
    ...paging(ANSWER_LIMITS.sessions),
    time('fromTimestamp', 'Only sessions that began then or later.'),
    time('toTimestamp', 'Only sessions that began before.'),
    values('environment', 'Only sessions whose first trace is of any of these environments'),
    textQuery('userId', 'Only sessions whose first trace is of this user.'),
    query(
      'cursor',
      'In place of `page`: `newest`, then the `nextCursor` of each answer, until that is null. An answer may have fewer sessions than `limit`, or none, where traces of no new session are many. Sessions that began in the same microsecond are in the order of the ids of their first traces. `totalItems` and `totalPages` are of the answer alone.',
      {
        type: 'string',
        examples: ['newest', '2026-11-20T10:00:00.000000Z,7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e'],
      },
    ),
    {
      name: 'fields',
      in: 'query',
      description: '`summary` adds members that are not there otherwise. Other names are ignored.',
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'string', examples: ['summary', 'core'] } },
    },
    receipt,
    ifNoneMatch,
  ],
  responses: {
    '200': answer(
      'A page of sessions.',
      json(ref('SessionList'), { data: [EXAMPLE], meta: { page: 1, limit: 50, totalItems: 1, totalPages: 1 } }),
      VERSIONED,
    ),
    ...notModified,
    ...readRefusals,
  },
};

const getSession: Operation = {
  operationId: 'getSession',
  tags: ['Traces'],
  summary: 'Get a session',
  description:
    'With all its traces, read while they are sent. For pages of them list traces with `sessionId` and `orderBy=timestamp.asc`.',
  parameters: [
    {
      name: 'sessionId',
      in: 'path',
      description: 'As its traces have it.',
      required: true,
      schema: { type: 'string', minLength: 1 },
    },
    fieldsOr('`core`, `io` and `metrics`'),
    receipt,
    ifNoneMatch,
    sdkName,
  ],
  responses: {
    '200': answer(
      'The session.',
      json(ref('SessionWithTraces'), { ...EXAMPLE, traces: [{ ...TRACE_EXAMPLE, observations: [] }] }),
      VERSIONED,
    ),
    ...notModified,
    ...notFound,
    ...readRefusals,
  },
};

export const sessions: Endpoints = {
  paths: {
    '/api/public/sessions': { get: listSessions },
    '/api/public/sessions/{sessionId}': { get: getSession },
  },
};
