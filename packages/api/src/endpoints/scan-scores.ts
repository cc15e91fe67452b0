import { ANSWER_LIMITS, SCORE_TYPES } from '@sluice/record';
import type { Endpoint } from '../endpoint';
import { finite } from '../kinds/scalars';
import { textsOrNone, wordsInAnyCase, wordsOrNone } from '../kinds/separated';
import { scorePosition, time } from '../kinds/times';
import { atMost, ifNoneMatch, receipt, sdkName } from '../parameters';
import { TAGGED, answer, empty, json } from '../responses';
import { SCORE_SOURCES, scoreCore, scoreMetadata } from '../schemas/scores';
import { type Properties, exactly, orNull, ref, text } from '../schemas/values';

/** Groups of a score's members in version 3 of the Langfuse API. */
export const SCORE_GROUPS = ['core', 'details', 'subject', 'annotation'] as const;

export type ScoreGroup = (typeof SCORE_GROUPS)[number];

const CURSOR = 'MjAyNi0xMS0yMFQxMDowMDowMy4wMDAwMDBaLDRmMWMwZjllMmE3YjZkMzU';

const among = (what: string) => ({
  about: `Only scores with one of these ${what}, separated by commas.`,
  kind: textsOrNone(),
});

const subject = (kind: string, more: Properties = {}) =>
  exactly(`Subject of a score of kind ${kind}.`, {
    kind: { const: kind },
    id: { type: 'string', description: 'Its id, in the form of other answers.' },
    ...more,
  });

/** Members of the groups that can be requested. */
const requested: Properties = {
  comment: orNull(text('details: comment.')),
  configId: orNull(text('details: score config.')),
  metadata: { ...scoreMetadata, description: 'details: metadata as sent; `{}` without metadata.' },
  authorUserId: orNull(text('annotation: user who made it.')),
  queueId: orNull(text('annotation: annotation queue.')),
  subject: {
    anyOf: [
      subject('trace'),
      subject('observation', { traceId: ref('AnsweredId') }),
      subject('session'),
      subject('experiment'),
    ],
    description: 'subject: its observation, its trace, its session, or its run of a dataset.',
  },
};

export const scanScores = {
  method: 'get',
  path: '/api/public/v3/scores',
  scope: 'read',
  tag: 'Scores',
  summary: 'List scores with a cursor',
  description:
    'The filtered scores, newest first by timestamp, then by id by code point, downwards. Nothing is counted. A parameter that is not named here is 400.',
  query: {
    ...atMost(ANSWER_LIMITS.scores),
    cursor: {
      about: 'The `cursor` of the previous answer, which this answer continues.',
      kind: scorePosition(),
      examples: [CURSOR],
    },
    fields: {
      about: 'Groups of members, separated by commas, beside `core`, which is always there.',
      kind: wordsOrNone(SCORE_GROUPS),
      examples: SCORE_GROUPS,
    },
    id: among('ids'),
    name: among('names'),
    source: {
      about: 'Only scores of one of these sources, in any case, separated by commas.',
      kind: wordsInAnyCase(SCORE_SOURCES),
    },
    dataType: {
      about: 'Only scores of one of these types, in any case, separated by commas.',
      kind: wordsInAnyCase(SCORE_TYPES),
    },
    environment: among('environments'),
    configId: among('score configs'),
    queueId: among('annotation queues'),
    authorUserId: among('authors'),
    value: {
      about:
        'Only scores with one of these values, separated by commas. Only with a single `dataType`: NUMERIC, BOOLEAN (`true`, `false`) or CATEGORICAL.',
      kind: textsOrNone(),
    },
    valueMin: { about: 'Only scores with at least this value. Only with `dataType=NUMERIC`.', kind: finite() },
    valueMax: { about: 'Only scores with at most this value. Only with `dataType=NUMERIC`.', kind: finite() },
    traceId: {
      about:
        'Only scores of these traces, separated by commas; ids in any form. Not with `sessionId` or `experimentId`.',
      kind: textsOrNone(),
    },
    observationId: {
      about: 'Only scores of these observations, separated by commas; ids in any form. Only with `traceId`.',
      kind: textsOrNone(),
    },
    sessionId: {
      about: 'Only scores of these sessions, separated by commas. Not with `traceId` or `experimentId`.',
      kind: textsOrNone(),
    },
    experimentId: {
      about: 'Only scores of these runs of datasets, separated by commas. Not with `traceId` or `sessionId`.',
      kind: textsOrNone(),
    },
    fromTimestamp: { about: 'Only scores with a timestamp at or after this time.', kind: time() },
    toTimestamp: { about: 'Only scores with a timestamp before this time.', kind: time() },
  },
  unknownParameters: 'refused',
  headers: [receipt, ifNoneMatch, sdkName],
  answers: {
    '200': answer(
      'The scores.',
      json(ref('ScoreScan'), {
        data: [
          {
            id: '4f1c0f9e2a7b6d35',
            projectId: 'default',
            name: 'helpful',
            source: 'API',
            dataType: 'NUMERIC',
            value: 0.9,
            timestamp: '2026-11-20T10:00:03.000Z',
            environment: 'default',
            createdAt: '2026-11-20T10:00:04.120Z',
            updatedAt: '2026-11-20T10:00:04.120Z',
          },
        ],
        meta: { limit: ANSWER_LIMITS.items, cursor: CURSOR },
      }),
      TAGGED,
    ),
    '304': empty('The answer with this `ETag` has not changed.', TAGGED),
  },
  schemas: {
    ScoreScan: exactly('Scores, newest first.', {
      data: { type: 'array', maxItems: ANSWER_LIMITS.scores, items: ref('ScannedScore') },
      meta: exactly(
        'Limit and continuation.',
        {
          limit: {
            type: 'integer',
            minimum: 1,
            maximum: ANSWER_LIMITS.scores,
            description: 'Maximum number of scores.',
          },
        },
        {
          cursor: {
            type: 'string',
            description: 'The `cursor` of the next answer. Absent: there are no more scores.',
            examples: [CURSOR],
          },
        },
      ),
    }),
    ScannedScore: exactly(
      'A score. Members that are not required are present with their group of `fields`, and `subject` if the score has one.',
      {
        ...scoreCore,
        value: {
          type: ['number', 'boolean', 'string'],
          description: 'NUMERIC: a number; BOOLEAN: a boolean; CATEGORICAL, TEXT and CORRECTION: a text.',
        },
      },
      requested,
    ),
  },
} satisfies Endpoint;
