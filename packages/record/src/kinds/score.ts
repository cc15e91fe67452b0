import type { sluice } from '../../generated/record';
import { scoreIdOfText } from '../ids';
import type { JsonText } from '../json-object';
import type { Stamp } from '../stamp';
import type { Micros } from '../time';
import { FieldError, stampFromWire, timeFromWire, uuidFromWire } from '../wire';
import type { RecordHead, RecordKind } from './kind';

/** Types of scores, which define the form of their value (contract: Scores). */
export const SCORE_TYPES = ['NUMERIC', 'CATEGORICAL', 'BOOLEAN', 'TEXT', 'CORRECTION'] as const;

export type ScoreType = (typeof SCORE_TYPES)[number];

/** Texts of a score that may be absent, and that a later one replaces as a whole. */
export const SCORE_TEXTS = ['sessionId', 'datasetRunId', 'environment', 'configId', 'queueId', 'authorUserId'] as const;

/** A score as one request sent it. A missing member was not sent. */
export interface Score extends Readonly<Partial<Record<(typeof SCORE_TEXTS)[number], string>>> {
  /** Id as sent, any text. */
  readonly id: string;
  /** Stamp of its values: of two values of one score the one with the higher stamp is stored. */
  readonly stamp: Stamp;
  readonly name: string;
  /** Integer microseconds since the epoch; the one with the lowest stamp stays. */
  readonly timestamp: Micros;
  readonly dataType: ScoreType;
  /** Finite; 0 or 1 for BOOLEAN, 0 for CATEGORICAL, absent for TEXT and CORRECTION. */
  readonly value?: number;
  /** Absent for NUMERIC. */
  readonly stringValue?: string;
  /** Lower-case UUID of the trace, and its id as sent, of an id that is any text. */
  readonly traceId?: string;
  readonly sentTraceId?: string;
  /** The same of the observation, which is unique within the trace. */
  readonly observationId?: string;
  readonly sentObservationId?: string;
  readonly source: string;
  /** null: the score has no comment any more. */
  readonly comment?: string | null;
  /** JSON object. */
  readonly metadata?: JsonText;
}

/** Scores of one trace, or one score of something else. */
export interface ScoreRecord extends RecordHead {
  readonly kind: 'score';
  readonly scores: readonly Score[];
}

/** Kind of records of scores. Scores of a trace are in the partition of their trace. */
export const score = {
  topic: 'sluice.traces.v1',
  key({ recordId, scores: [first] }) {
    return first === undefined ? recordId : (first.traceId ?? scoreIdOfText(first.id) ?? recordId);
  },
  items: 'scores',
  hasReceipt: false,
  *jsonTexts({ scores }) {
    for (const { metadata } of scores) yield ['metadata', metadata];
  },
  toWire: ({ scores }) => ({ scores: { scores: scores.map(scoreToWire) } }),
  fromWire({ scores }, head) {
    if (!scores) return undefined;
    return { kind: 'score', ...head, scores: (scores.scores ?? []).map(scoreFromWire) };
  },
} as const satisfies RecordKind<ScoreRecord>;

function scoreToWire({ comment, ...others }: Score): sluice.record.v1.Score.$Properties {
  if (comment === undefined) return others;
  return { ...others, ...(comment === null ? { noComment: true } : { comment }) };
}

const OPTIONAL = ['stringValue', 'sentTraceId', 'sentObservationId', 'metadata', 'comment', ...SCORE_TEXTS] as const;
const UUIDS = ['traceId', 'observationId'] as const;

function scoreFromWire(message: sluice.record.v1.Score.$Properties): Score {
  const { id = '', name, source, value } = message;
  const dataType = SCORE_TYPES.find((type) => type === message.dataType);
  if (dataType === undefined) throw new FieldError('data_type is not a type of scores');
  if (typeof id !== 'string' || scoreIdOfText(id) === undefined) throw new FieldError('id is not an id of a score');
  if (typeof value === 'number' && !Number.isFinite(value)) throw new FieldError('value is not a finite number');
  if (typeof message.metadata === 'string' && !message.metadata.startsWith('{')) {
    throw new FieldError('metadata is not a JSON object');
  }
  const read: { -readonly [Name in keyof Score]: Score[Name] } = {
    id,
    stamp: stampFromWire(message.stamp),
    name: name ?? '',
    timestamp: timeFromWire('timestamp', message.timestamp),
    dataType,
    source: source ?? '',
  };
  if (typeof value === 'number') read.value = value;
  for (const key of OPTIONAL) {
    const text = message[key];
    if (typeof text === 'string') read[key] = text;
  }
  for (const key of UUIDS) {
    const uuid = message[key];
    if (typeof uuid === 'string') read[key] = uuidFromWire(key, uuid);
  }
  if (message.noComment) read.comment = null;
  return read;
}
