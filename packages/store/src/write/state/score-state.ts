import type { JsonText, Micros, Score, ScoreType, Stamp } from '@sluice/record';
import { FieldMerge, NO_STAMPS, type StampedFields } from './stamped-fields';

/** Id of a trace or an observation, and its text as sent, of an id that is any text. */
interface Target {
  readonly id: string;
  readonly sentId: string | undefined;
}

/** Fields of a score that a later record replaces, each as a whole. A member that is absent or undefined was not sent. */
export interface ScoreFields {
  readonly name?: string;
  readonly value?: {
    readonly dataType: ScoreType;
    readonly value: number | undefined;
    readonly stringValue: string | undefined;
  };
  readonly trace?: Target | undefined;
  readonly observation?: Target | undefined;
  readonly sessionId?: string | undefined;
  readonly datasetRunId?: string | undefined;
  readonly source?: string;
  /** null: the score has no comment any more. */
  readonly comment?: string | null | undefined;
  readonly metadata?: JsonText | undefined;
  /** Never `NO_ENVIRONMENT`. */
  readonly environment?: string | undefined;
  readonly configId?: string | undefined;
  readonly queueId?: string | undefined;
  readonly authorUserId?: string | undefined;
}

const FIELDS = [
  ...(['name', 'value', 'trace', 'observation', 'sessionId', 'datasetRunId', 'source', 'comment'] as const),
  ...(['metadata', 'environment', 'configId', 'queueId', 'authorUserId'] as const),
] as const satisfies readonly (keyof ScoreFields)[];

/** Environment of a score without one. A record that has it leaves another one as it is. */
export const NO_ENVIRONMENT = 'default';

/** Path of the time of a score among its stamps. */
const FIRST = 'timestamp';

/** Records of a score, merged. */
export interface ScoreState extends StampedFields<ScoreFields> {
  readonly timestamp: Micros;
  readonly createdAt: Micros;
  readonly updatedAt: Micros;
  /** UTC day of the last receipt. */
  readonly receivedOn: string;
}

/** Returns the state of a score in one record. */
export function scoreOf(score: Score, receivedAt: Micros, receivedOn: string): ScoreState {
  const { traceId, sentTraceId, observationId, sentObservationId, environment } = score;
  const { dataType, value, stringValue } = score;
  return {
    fields: {
      name: score.name,
      value: { dataType, value, stringValue },
      trace: traceId === undefined ? undefined : { id: traceId, sentId: sentTraceId },
      observation: observationId === undefined ? undefined : { id: observationId, sentId: sentObservationId },
      sessionId: score.sessionId,
      datasetRunId: score.datasetRunId,
      source: score.source,
      comment: score.comment,
      metadata: score.metadata,
      environment: environment === NO_ENVIRONMENT ? undefined : environment,
      configId: score.configId,
      queueId: score.queueId,
      authorUserId: score.authorUserId,
    },
    stamp: score.stamp,
    stamps: NO_STAMPS,
    updates: [],
    timestamp: score.timestamp,
    createdAt: receivedAt,
    updatedAt: receivedAt,
    receivedOn,
  };
}

/** Merges two states of one score, in any order: of each field the value with the higher stamp, and the time with the lowest. */
export function mergeScores(a: ScoreState, b: ScoreState): ScoreState {
  const merge = new FieldMerge(a, b);
  const fields = merge.pickMembers<ScoreFields>('', FIELDS, a.fields, b.fields);
  const merged = merge.result(fields);
  const [first, firstStamp] = earlier(a, b);
  const stamps = new Map(merged.stamps);
  if (firstStamp !== merged.stamp) stamps.set(FIRST, firstStamp);
  return {
    ...merged,
    stamps,
    timestamp: first.timestamp,
    createdAt: Math.min(a.createdAt, b.createdAt),
    updatedAt: merge.updatedAt(a.updatedAt, b.updatedAt),
    receivedOn: a.receivedOn < b.receivedOn ? b.receivedOn : a.receivedOn,
  };
}

function earlier(a: ScoreState, b: ScoreState): readonly [ScoreState, Stamp] {
  const ofA = a.stamps.get(FIRST) ?? a.stamp;
  const ofB = b.stamps.get(FIRST) ?? b.stamp;
  return ofB < ofA ? [b, ofB] : [a, ofA];
}
