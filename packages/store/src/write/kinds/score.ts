import { type Micros, type ScoreRecord, scoreIdOfText } from '@sluice/record';
import { type StoredProject, traceKey } from '../../projects';
import type { Pipeline } from '../../session/pipeline';
import type { ProjectOf } from '../projects';
import { type StoredScore, fromScoreRow, hasSameRow, insertScores, lockScores, updateScores } from '../sql/scores';
import { RefusedRecordError, TryAgainError } from '../sqlstate';
import { mergeScores, scoreOf } from '../state/score-state';
import { dayOf } from '../state/usage';
import type { Applied, KindStore, KindStoreDependencies, StoredKind } from './kind';

/** Store of scores. A row expires by the day of its last receipt: it may be stored before the trace that it belongs to. */
export const score: StoredKind<ScoreRecord> = {
  open: scoreStore,
  expiring: {
    // A writer that changes a score raises its day in the same transaction; the condition is tested again after the wait for its lock.
    scores: { table: 'scores', condition: 'received_on < $1', limit: dayOf },
  },
};

function scoreStore({ now, projects }: KindStoreDependencies): KindStore<ScoreRecord> {
  return {
    async begin(client, records) {
      const projectOf = await projects.of(client, records);
      return (pipeline, parts) => applyScores(pipeline, parts, projectOf, now);
    },
  };
}

/** Merges the scores of records into their rows. An item that leaves its row as it is is a duplicate. */
async function applyScores(
  pipeline: Pipeline,
  records: readonly ScoreRecord[],
  projectOf: ProjectOf<StoredProject>,
  now: () => Micros,
): Promise<Applied> {
  const sent = records.flatMap((record) => {
    const project = projectOf(record);
    const { receivedAt } = record;
    // A gateway whose clock is ahead has received the score by now.
    const receivedOn = dayOf(Math.min(receivedAt, now()));
    return record.scores.map((each) => {
      const state = scoreOf(each, receivedAt, receivedOn);
      const id = traceKey(project, scoreIdOfText(each.id) ?? '');
      return { record, score: { id, sentId: each.id, project, state } satisfies StoredScore };
    });
  });
  const ids = [...new Set(sent.map(({ score: { id } }) => id))];
  const ofId = new Map(sent.map(({ score: { id, project } }) => [id, project]));
  const stored = new Map<string, StoredScore>();
  for (const row of await lockScores(pipeline.client, ids)) {
    const project = ofId.get(row.id) as StoredProject;
    if (row.project !== project.id) throw new RefusedRecordError('23505', 'a score of another project has this key');
    stored.set(row.id, fromScoreRow(row, project));
  }
  const merged = new Map(stored);
  const duplicates: ScoreRecord[] = [];
  for (const { record, score: each } of sent) {
    const known = merged.get(each.id);
    const next = known === undefined ? each : { ...known, state: mergeScores(known.state, each.state) };
    if (known !== undefined && hasSameRow(known, next)) duplicates.push(record);
    else merged.set(each.id, next);
  }
  const added = Array.from(merged.values()).filter(({ id }) => !stored.has(id));
  if ((await insertScores(pipeline.client, added)) < added.length) {
    throw new TryAgainError('another writer was inserting a score meanwhile');
  }
  updateScores(
    pipeline,
    Array.from(merged.values()).filter((each) => stored.has(each.id) && stored.get(each.id) !== each),
  );
  return { duplicates };
}
