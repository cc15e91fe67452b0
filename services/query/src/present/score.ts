import type { ScoreGroup } from '@sluice/api';
import { formatMicros } from '@sluice/record';
import type { ListedScore, Score, ScoreCursor, StoredText, Trace } from '@sluice/store/read';
import { spliceObject } from './splice';
import { presentTime } from './times';

type Members = Readonly<Record<string, unknown>>;

/** Version of the Langfuse API whose form scores have. */
export type ScoreVersion = 'v1' | 'v2';

export interface ScoreForm {
  readonly projectId: string;
  readonly version: ScoreVersion;
}

const coreOf = (score: Score, projectId: string): Members => ({
  id: score.id,
  projectId,
  name: score.name,
  source: score.source,
  dataType: score.dataType,
  timestamp: presentTime(score.timestamp),
  environment: score.environment,
  createdAt: presentTime(score.createdAt),
  updatedAt: presentTime(score.updatedAt),
});

/** Returns the value and the text of a score; a type has none of a member that is absent (contract: Scores). */
function valuesOf({ dataType, value, stringValue }: Score): Members {
  if (dataType === 'NUMERIC') return { value };
  if (dataType === 'TEXT') return { stringValue: stringValue ?? '' };
  return { value: value ?? 0, stringValue: stringValue ?? '' };
}

/** Writes a score in the form of version 1 or 2, in fragments. */
export function presentScore(score: Score, { projectId, version }: ScoreForm): StoredText[] {
  const { sessionId, datasetRunId } = score;
  const members = {
    ...coreOf(score, projectId),
    ...valuesOf(score),
    traceId: score.traceId,
    observationId: score.observationId,
    ...(version === 'v2' && { sessionId, datasetRunId }),
    comment: score.comment,
    authorUserId: score.authorUserId,
    configId: score.configId,
    queueId: score.queueId,
  };
  return spliceObject(members, [['metadata', score.metadata ?? '{}']]);
}

/** Writes a score with what its trace has, in fragments. */
export function presentListedScore({ score, trace }: ListedScore, form: ScoreForm): StoredText[] {
  const whole = presentScore(score, form);
  return [...whole.slice(0, -1), ',"trace":', ...(trace === null ? ['null'] : presentTraceOf(trace, form)), '}'];
}

const presentTraceOf = ({ userId, environment, sessionId, tags }: Trace, { version }: ScoreForm): StoredText[] =>
  spliceObject({ userId, environment, ...(version === 'v2' && { sessionId }) }, [['tags', tags]]);

/** Writes a score in the form of version 3 with the members of the requested groups, in fragments. */
export function presentScannedScore(
  { score }: ListedScore,
  { projectId, groups }: { readonly projectId: string; readonly groups: ReadonlySet<ScoreGroup> },
): StoredText[] {
  const { comment, configId, authorUserId, queueId } = score;
  const subject = subjectOf(score);
  const members = {
    ...coreOf(score, projectId),
    value: typedValue(score),
    ...(groups.has('details') && { comment, configId }),
    ...(groups.has('annotation') && { authorUserId, queueId }),
    ...(groups.has('subject') && subject !== undefined && { subject }),
  };
  return spliceObject(members, groups.has('details') ? [['metadata', score.metadata ?? '{}']] : []);
}

function typedValue({ dataType, value, stringValue }: Score): number | boolean | string {
  if (dataType === 'NUMERIC') return value ?? 0;
  return dataType === 'BOOLEAN' ? value === 1 : (stringValue ?? '');
}

function subjectOf({ traceId, observationId, sessionId, datasetRunId }: Score): Members | undefined {
  if (observationId !== null) {
    return { kind: 'observation', id: observationId, ...(traceId !== null && { traceId }) };
  }
  if (traceId !== null) return { kind: 'trace', id: traceId };
  if (sessionId !== null) return { kind: 'session', id: sessionId };
  return datasetRunId === null ? undefined : { kind: 'experiment', id: datasetRunId };
}

/** Meta of scores by a cursor, which is absent if no more follow. */
export const presentScoreMeta = (limit: number, next: ScoreCursor | undefined): object => ({
  limit,
  ...(next && { cursor: Buffer.from(`${formatMicros(next.timestamp)},${next.id}`).toString('base64url') }),
});
