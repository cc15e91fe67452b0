import { ITEM_LIMITS, LONGEST_ID, SCORE_LIMITS, SCORE_TYPES } from '@sluice/record';
import { type BodySchema, anyJson, object, ref, string, text, textAs, time } from './body-schema';

/* The body of `POST /api/public/scores`, and of the event `score-create` (contract: Scores). */

const ANY_TEXT = `Any text of 1 to ${LONGEST_ID} characters without line breaks`;
const HEX = '32 hex digits and UUIDs are those of OTLP.';

const value: BodySchema = {
  checked: { type: ['number', 'string', 'boolean'], description: 'a finite number, a text, true or false' },
  documented: {
    type: ['number', 'string', 'boolean'],
    description: `A number (NUMERIC), 0, 1, true or false (BOOLEAN), or a text: of up to ${SCORE_LIMITS.text} characters (CATEGORICAL, TEXT), or of up to ${SCORE_LIMITS.valueBytes / 2 ** 20} MiB (CORRECTION).`,
  },
};

const LARGE = `At most ${SCORE_LIMITS.valueBytes / 2 ** 20} MiB.`;

export const SCORE = object(
  'A score, or changes of it: of two scores with one id the later value of each member is stored, and the first `timestamp`. One of `traceId`, `sessionId` and `datasetRunId` is required.',
  ['name', 'value'],
  {
    id: text(`${ANY_TEXT}. Default: a new one.`, LONGEST_ID),
    name: string(
      { minLength: 1, maxLength: ITEM_LIMITS.name, description: 'Name; `output` for a CORRECTION.' },
      `a text of 1 to ${ITEM_LIMITS.name} characters`,
    ),
    value,
    dataType: textAs({
      enum: [...SCORE_TYPES, null],
      description:
        'Type of the value. Default: NUMERIC for a number, BOOLEAN for true or false, CATEGORICAL for a text.',
    }),
    traceId: text(`${ANY_TEXT}; ${HEX} The trace may be stored later.`, LONGEST_ID),
    observationId: text(`${ANY_TEXT}; ${HEX} Needs \`traceId\`.`, LONGEST_ID),
    sessionId: text('The session.', ITEM_LIMITS.text),
    datasetRunId: text('The run of a dataset.', ITEM_LIMITS.text),
    comment: text(`Comment; null removes it. ${LARGE}`),
    metadata: anyJson(
      `Facts about the score, replaced as a whole; a value that is no object becomes its member \`metadata\`. ${LARGE}`,
    ),
    environment: text('Environment. Default: `default`.', ITEM_LIMITS.text),
    source: textAs({ enum: ['API', 'ANNOTATION', null], description: 'Default: API. ANNOTATION needs `configId`.' }),
    configId: text('Id of a score config. There are none yet, so any id is refused.'),
    queueId: text('The annotation queue.', ITEM_LIMITS.text),
    timestamp: time('Time of the score. Default: the time of its receipt.'),
  },
);

export type ScoreMember = keyof typeof SCORE.members;

/** Components of the document that describe the body. */
export const SCORE_COMPONENTS = {
  ScoreInput: SCORE.documented,
  ScoreInputList: {
    type: 'array',
    maxItems: SCORE_LIMITS.list,
    items: ref('ScoreInput'),
    description: 'Scores, each of which is stored or refused by itself.',
  },
};
