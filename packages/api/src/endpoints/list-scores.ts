import { ANSWER_LIMITS, SCORE_TYPES } from '@sluice/record';
import type { Endpoint } from '../endpoint';
import { names, texts } from '../kinds/lists';
import { unsupported } from '../kinds/refused';
import { finite, optionalChoice, text } from '../kinds/scalars';
import { textsOrNone } from '../kinds/separated';
import { time, traceId } from '../kinds/times';
import { ifNoneMatch, inPath, paging, receipt, sdkName } from '../parameters';
import { VERSIONED, answer, json, notFound, notModified } from '../responses';
import { page } from '../schemas/answers';
import { SCORE_SOURCES } from '../schemas/scores';
import { ref } from '../schemas/values';

const EXAMPLE = {
  id: '4f1c0f9e2a7b6d35',
  projectId: 'default',
  traceId: '5b8efff7-9803-8103-d269-b633813fc60c',
  observationId: null,
  name: 'helpful',
  source: 'API',
  dataType: 'NUMERIC',
  value: 0.9,
  timestamp: '2026-11-20T10:00:03.000Z',
  environment: 'default',
  createdAt: '2026-11-20T10:00:04.120Z',
  updatedAt: '2026-11-20T10:00:04.120Z',
  comment: null,
  metadata: {},
  authorUserId: null,
  configId: null,
  queueId: null,
};

const EXAMPLE_2 = { ...EXAMPLE, sessionId: null, datasetRunId: null };

const TRACE = { userId: 'ada', tags: ['web'], environment: 'default' };

const equals = (what: string) => ({ about: `Only scores with exactly this ${what}.`, kind: text() });

/** Filters of both versions; all given conditions hold together. */
const filters = {
  userId: { about: 'Only scores of traces with exactly this user.', kind: text() },
  traceTags: { about: 'Only scores of traces that have all of these tags.', kind: texts() },
  name: equals('name'),
  environment: { about: 'Only scores of one of these environments.', kind: texts() },
  source: { about: 'Only scores of this source.', kind: optionalChoice(SCORE_SOURCES) },
  dataType: { about: 'Only scores of this type.', kind: optionalChoice(SCORE_TYPES) },
  configId: equals('score config'),
  queueId: equals('annotation queue'),
  scoreIds: { about: 'Only scores with one of these ids, separated by commas.', kind: textsOrNone() },
  operator: {
    about: 'Only scores of type NUMERIC whose value compares so with `value`, which is then required.',
    kind: optionalChoice(['=', '!=', '<', '<=', '>', '>=']),
  },
  value: { about: 'The number that `operator` compares with.', kind: finite() },
  fromTimestamp: { about: 'Only scores with a timestamp at or after this time.', kind: time() },
  toTimestamp: { about: 'Only scores with a timestamp before this time.', kind: time() },
};

const NEWEST = 'newest first by timestamp, then by id by code point, downwards';

export const listTraceScores = {
  method: 'get',
  path: '/api/public/scores',
  scope: 'read',
  tag: 'Scores',
  summary: 'List scores of traces',
  description: `A page of the filtered scores of traces and their observations, without corrections, ${NEWEST}, with an exact total.`,
  query: { ...paging(ANSWER_LIMITS.scores), ...filters },
  headers: [receipt, ifNoneMatch, sdkName],
  answers: {
    '200': answer(
      'A page of scores.',
      json(ref('TraceScoreList'), {
        data: [{ ...EXAMPLE, trace: TRACE }],
        meta: { page: 1, limit: ANSWER_LIMITS.items, totalItems: 1, totalPages: 1 },
      }),
      VERSIONED,
    ),
    ...notModified,
  },
  schemas: { TraceScoreList: page('ListedTraceScore', 'One page of scores of traces.') },
} satisfies Endpoint;

export const listScores = {
  method: 'get',
  path: '/api/public/v2/scores',
  scope: 'read',
  tag: 'Scores',
  summary: 'List scores',
  description: `A page of the filtered scores, ${NEWEST}, with an exact total.`,
  query: {
    ...paging(ANSWER_LIMITS.scores),
    ...filters,
    traceId: { about: 'Only scores of this trace; an id in any form.', kind: traceId() },
    observationId: {
      about: 'Only scores of these observations, separated by commas; ids in any form.',
      kind: textsOrNone(),
    },
    sessionId: equals('session of their own'),
    datasetRunId: equals('run of a dataset'),
    fields: {
      about:
        'Groups of members, separated by commas: `score`, which must be there, and `trace`, which must be there with `userId` or `traceTags`. Default: both. Other names are ignored.',
      kind: names(['score', 'trace']),
      examples: ['score', 'trace'],
    },
  },
  refused: { filter: unsupported() },
  headers: [receipt, ifNoneMatch, sdkName],
  answers: {
    '200': answer(
      'A page of scores.',
      json(ref('ScoreList'), {
        data: [{ ...EXAMPLE_2, trace: { ...TRACE, sessionId: null } }],
        meta: { page: 1, limit: ANSWER_LIMITS.items, totalItems: 1, totalPages: 1 },
      }),
      VERSIONED,
    ),
    ...notModified,
  },
  schemas: { ScoreList: page('ListedScore', 'One page of scores.') },
} satisfies Endpoint;

const scoreId = inPath('scoreId', 'Id as sent, any text.', { type: 'string', minLength: 1 });

export const getTraceScore = {
  method: 'get',
  path: '/api/public/scores/{scoreId}',
  scope: 'read',
  tag: 'Scores',
  summary: 'Get a score of a trace',
  description: 'A score of a trace or an observation. Another score, and a correction, is 404.',
  inPath: [scoreId],
  query: {},
  headers: [receipt, ifNoneMatch, sdkName],
  answers: {
    '200': answer('The score.', json(ref('TraceScore'), EXAMPLE), VERSIONED),
    ...notModified,
    ...notFound,
  },
} satisfies Endpoint;

export const getScore = {
  method: 'get',
  path: '/api/public/v2/scores/{scoreId}',
  scope: 'read',
  tag: 'Scores',
  summary: 'Get a score',
  description: 'A score of any type, of whatever it belongs to.',
  inPath: [scoreId],
  query: {},
  headers: [receipt, ifNoneMatch, sdkName],
  answers: {
    '200': answer('The score.', json(ref('Score'), EXAMPLE_2), VERSIONED),
    ...notModified,
    ...notFound,
  },
} satisfies Endpoint;
