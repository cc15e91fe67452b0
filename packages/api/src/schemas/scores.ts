import { ANSWER_LIMITS, LONGEST_ID, SCORE_TYPES } from '@sluice/record';
import type { Schema } from '../document';
import { type Properties, exactly, freeObject, orNull, ref, text } from './values';

/* Scores in answers (contract: Scores). Members are those of the Langfuse API of the same version. */

/** Sources of scores. */
export const SCORE_SOURCES = ['ANNOTATION', 'API', 'EVAL'] as const;

const time = (description: string): Schema => ({ ...ref('Timestamp'), description });
const id = (description: string): Schema => ({ ...ref('AnsweredId'), description });
const idOrNull = (description: string): Schema => ({ anyOf: [ref('AnsweredId'), { type: 'null' }], description });

/** Members of a score in every version. */
export const scoreCore: Properties = {
  id: { type: 'string', minLength: 1, maxLength: LONGEST_ID, description: 'Id as sent, any text.' },
  projectId: text('The project of the credentials.'),
  name: text('Name.'),
  source: { enum: SCORE_SOURCES, description: 'Source.' },
  dataType: { enum: SCORE_TYPES, description: 'Type, which defines the form of the value.' },
  timestamp: time('Time of the score.'),
  environment: text('Environment; `default` if none was sent.'),
  createdAt: time('Time of the first receipt.'),
  updatedAt: time('Time of the last receipt that changed something.'),
};

export const scoreMetadata = freeObject('Metadata as sent; `{}` without metadata.');

const common: Properties = {
  ...scoreCore,
  observationId: idOrNull('Id of its observation, which may not be stored; null: none.'),
  comment: orNull(text('Comment.')),
  metadata: scoreMetadata,
  authorUserId: orNull(text('User who made it.')),
  configId: orNull(text('Score config.')),
  queueId: orNull(text('Annotation queue.')),
};

const stringValue = text('CATEGORICAL, TEXT and CORRECTION: the text; BOOLEAN: `True` or `False`. Absent for NUMERIC.');
const value = (more: string): Schema => ({
  type: 'number',
  description: `NUMERIC: the number; BOOLEAN: 1 or 0; CATEGORICAL: 0${more}. Absent for TEXT.`,
});

const ofTrace: Properties = {
  ...common,
  traceId: id('Id of its trace, which may not be stored.'),
  dataType: { enum: SCORE_TYPES.filter((type) => type !== 'CORRECTION'), description: 'Type, as in `Score`.' },
};

const ofAnything: Properties = {
  ...common,
  traceId: idOrNull('Id of its trace, which may not be stored; null: none.'),
  sessionId: orNull(text('Its session; null: none.')),
  datasetRunId: orNull(text('Its run of a dataset; null: none.')),
};

const ofTraceValues: Properties = { value: value(''), stringValue };
const ofAnythingValues: Properties = { value: value('; CORRECTION: 0'), stringValue };

/** Conditions on the members of a value: each type has those of its form. */
const BY_TYPE = {
  allOf: [
    {
      if: { properties: { dataType: { const: 'TEXT' } } },
      then: { properties: { value: false } },
      else: { required: ['value'] },
    },
    {
      if: { properties: { dataType: { const: 'NUMERIC' } } },
      then: { properties: { stringValue: false } },
      else: { required: ['stringValue'] },
    },
  ],
};

const scoreOf = (description: string, members: Properties, optional: Properties): Schema => ({
  ...exactly(description, members, optional),
  ...BY_TYPE,
});

const trace = (members: Properties): Schema => ({
  anyOf: [exactly('Trace of the score.', members), { type: 'null' }],
  description: 'Its trace; null: it has none, or its trace is not stored.',
});

const traceMembers: Properties = {
  userId: orNull(text('User of the trace.')),
  tags: { type: 'array', items: { type: 'string' }, description: 'Tags of the trace.' },
  environment: text('Environment of the trace.'),
};

export const scoreSchemas: Properties = {
  TraceScore: scoreOf('A score of a trace, or of one of its observations.', ofTrace, ofTraceValues),
  ListedTraceScore: scoreOf(
    'A score of a trace, with what its trace has.',
    { ...ofTrace, trace: trace(traceMembers) },
    ofTraceValues,
  ),
  Score: scoreOf('A score of a trace, an observation, a session or a run of a dataset.', ofAnything, ofAnythingValues),
  ListedScore: scoreOf('A score, with what its trace has.', ofAnything, {
    ...ofAnythingValues,
    trace: trace({ ...traceMembers, sessionId: orNull(text('Session of the trace.')) }),
  }),
};

/** Limit of the scores of one trace, in words. */
export const TRACE_SCORES = ANSWER_LIMITS.traceScores.toLocaleString('en');
