import { ANSWER_LIMITS, SESSION_ORDERS } from '@sluice/record';
import type { Endpoint } from '../endpoint';
import { texts } from '../kinds/lists';
import { choice, text } from '../kinds/scalars';
import { positionOr, time } from '../kinds/times';
import { fieldsOr, ifNoneMatch, inPath, paging, receipt, sdkName, sessionFields } from '../parameters';
import { VERSIONED, answer, json, notFound, notModified } from '../responses';
import { ref } from '../schemas/values';
import { TRACE_EXAMPLE } from './list-traces';

const EXAMPLE = {
  id: 'chat-1',
  createdAt: '2026-11-20T10:00:00.000Z',
  projectId: 'default',
  environment: 'production',
};

export const listSessions = {
  method: 'get',
  path: '/api/public/sessions',
  scope: 'read',
  tag: 'Traces',
  summary: 'List sessions',
  description:
    'A page of sessions, newest first by the timestamp of their first trace, then by id, with an exact total. A session consists of the traces that have its id. With `cursor` nothing is counted, so the time of an answer does not depend on the number of sessions. `orderBy` sorts by the latest trace or by figures of all traces of a session. If the sessions are too many to be sorted in time, the answer is 503: request a shorter time.',
  query: {
    ...paging(ANSWER_LIMITS.sessions),
    fromTimestamp: {
      about:
        'Only sessions that began at or after this time. With another `orderBy` than `createdAt`: whose latest trace did.',
      kind: time(),
    },
    toTimestamp: {
      about:
        'Only sessions that began before this time. With another `orderBy` than `createdAt`: whose latest trace did.',
      kind: time(),
    },
    environment: { about: 'Only sessions whose first trace is of any of these environments.', kind: texts() },
    userId: { about: 'Only sessions whose first trace is of this user.', kind: text() },
    orderBy: {
      about:
        'Order, the greatest first: begin, time of the latest trace, cost, traces with an observation of the level ERROR, or traces. Ties are ordered by the latest trace, then by id. With `cursor` only `createdAt` and `lastTimestamp`.',
      kind: choice(SESSION_ORDERS, 'createdAt'),
    },
    cursor: {
      about:
        'Replaces `page`: `newest` first, then the `nextCursor` of the previous answer, until it is null. An answer can have fewer sessions than `limit`, or none, if many traces begin no session. Sessions of the same microsecond are ordered by the ids of their traces of that time. `totalItems` and `totalPages` count this answer alone.',
      kind: positionOr('newest', 'the nextCursor of an answer'),
      examples: ['newest', '2026-11-20T10:00:00.000000Z,7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e'],
    },
    ...sessionFields,
  },
  headers: [receipt, ifNoneMatch],
  answers: {
    '200': answer(
      'A page of sessions.',
      json(ref('SessionList'), { data: [EXAMPLE], meta: { page: 1, limit: 50, totalItems: 1, totalPages: 1 } }),
      VERSIONED,
    ),
    ...notModified,
  },
} satisfies Endpoint;

export const getSession = {
  method: 'get',
  path: '/api/public/sessions/{sessionId}',
  scope: 'read',
  tag: 'Traces',
  summary: 'Get a session',
  description:
    'A session with all its traces, which are read while the answer is sent. For pages, list traces with `sessionId` and `orderBy=timestamp.asc`.',
  inPath: [inPath('sessionId', 'The session id of its traces.', { type: 'string', minLength: 1 })],
  query: fieldsOr('`core`, `io` and `metrics`'),
  headers: [receipt, ifNoneMatch, sdkName],
  answers: {
    '200': answer(
      'The session.',
      json(ref('SessionWithTraces'), { ...EXAMPLE, traces: [{ ...TRACE_EXAMPLE, observations: [] }] }),
      VERSIONED,
    ),
    ...notModified,
    ...notFound,
  },
} satisfies Endpoint;
