import type { NativeScore } from '@sluice/decode';
import {
  type Micros,
  type Score,
  type ScoreRecord,
  type Stamp,
  joinMembers,
  receiveStamp,
  recordSize,
} from '@sluice/record';
import type { NormalizeContext } from './context';
import type { Draft } from './draft';
import { put } from './draft';
import { redacted } from './redact';

/** Values that a score has from its request. */
interface ScoreHead {
  /** Id of a score without one. */
  readonly id: string;
  readonly stamp: Stamp;
  /** Time of a score without one. */
  readonly timestamp: Micros;
}

/** Converts a score (contract: Scores). */
export function scoreOf(sent: NativeScore, { id, stamp, timestamp }: ScoreHead): Score {
  const { name, dataType, source, trace, observation, metadata } = sent;
  const score: Draft<Score> = {
    id: sent.id ?? id,
    stamp,
    name,
    timestamp: sent.timestamp ?? timestamp,
    dataType,
    source,
  };
  put(score, 'value', sent.value);
  put(score, 'stringValue', sent.stringValue);
  put(score, 'traceId', trace?.id);
  put(score, 'sentTraceId', trace?.sentId);
  put(score, 'observationId', observation?.id);
  put(score, 'sentObservationId', observation?.sentId);
  put(score, 'sessionId', sent.sessionId);
  put(score, 'datasetRunId', sent.datasetRunId);
  put(score, 'comment', sent.comment);
  put(score, 'metadata', metadata && metadataText(metadata));
  put(score, 'environment', sent.environment);
  put(score, 'queueId', sent.queueId);
  return score;
}

const metadataText = (metadata: NonNullable<NativeScore['metadata']>): string =>
  joinMembers(new Map(Array.from(metadata, ([key, text]) => [key, redacted(key, text)]))) ?? '{}';

/**
 * Converts the scores of one request into records: those of one trace are together, within the limit of a record. Of two scores with one id
 * the later in the list wins.
 */
export function normalizeScores(sent: readonly NativeScore[], context: NormalizeContext): ScoreRecord[] {
  const { receivedAt, newRecordId, limits } = context;
  const records: ScoreRecord[] = [];
  const open = new Map<string, { scores: Score[]; bytes: number }>();
  for (const each of sent) {
    const id = newRecordId();
    const score = scoreOf(each, { id, stamp: receiveStamp(receivedAt, id), timestamp: receivedAt });
    const size = recordSize(score);
    const known = score.traceId === undefined ? undefined : open.get(score.traceId);
    if (known !== undefined && known.bytes + size <= limits.recordBytes) {
      known.scores.push(score);
      known.bytes += size;
      continue;
    }
    const scores = [score];
    records.push({ kind: 'score', recordId: newRecordId(), receivedAt, scores });
    if (score.traceId !== undefined) open.set(score.traceId, { scores, bytes: size });
  }
  return records;
}
