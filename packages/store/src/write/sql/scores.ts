import type { ScoreType } from '@sluice/record';
import type { PoolClient } from 'pg';
import { type RowOf, type ValuesOf, columnNames, rowSet } from '../../columns';
import { DEFAULT_PROJECT, type StoredProject, traceKey } from '../../projects';
import { scores } from '../../schema/scores';
import { rowsOf } from '../../session/column-types';
import type { Pipeline } from '../../session/pipeline';
import { NO_ENVIRONMENT, type ScoreFields, type ScoreState } from '../state/score-state';
import { parseStamps, stampOf, stampsText } from '../state/stamped-fields';
import { type RowValue, arraysFrom, columnList, sameColumn, uuidArray } from './row-values';
import { timeOf } from './time-text';

/** A score with everything that its row contains. */
export interface StoredScore {
  /** Score key. */
  readonly id: string;
  readonly sentId: string;
  readonly project: StoredProject;
  readonly state: ScoreState;
}

type ScoreRow = RowOf<typeof scores>;

const NAMES = columnNames(scores);
const COLUMNS = columnList(NAMES);
const REPLACED = NAMES.filter((name) => name !== 'id').map((name) => `"${name}" = s."${name}"`);

/** Text of the stamps. A comment that was removed has an entry, so that an earlier comment does not replace it. */
function stampsOf({ fields, stamp, stamps }: ScoreState): string | null {
  if (fields.comment !== null) return stampsText(stamps);
  return stampsText(new Map([...stamps, ['comment', stampOf({ stamp, stamps }, 'comment')]]));
}

const VALUES: ValuesOf<typeof scores, StoredScore, RowValue> = {
  id: ({ id }) => id,
  project: ({ project }) => project.id,
  sentId: ({ sentId }) => sentId,
  name: ({ state }) => state.fields.name,
  dataType: ({ state }) => state.fields.value?.dataType,
  value: ({ state }) => state.fields.value?.value,
  stringValue: ({ state }) => state.fields.value?.stringValue,
  traceId: ({ state: { fields }, project }) => fields.trace && traceKey(project, fields.trace.id),
  sentTraceId: ({ state }) => state.fields.trace?.sentId,
  publicTraceId: ({ state, project }) => (project.id === DEFAULT_PROJECT ? null : state.fields.trace?.id),
  observationId: ({ state }) => state.fields.observation?.id,
  sentObservationId: ({ state }) => state.fields.observation?.sentId,
  sessionId: ({ state }) => state.fields.sessionId,
  datasetRunId: ({ state }) => state.fields.datasetRunId,
  source: ({ state }) => state.fields.source,
  comment: ({ state }) => state.fields.comment,
  metadata: ({ state }) => state.fields.metadata,
  environment: ({ state }) => state.fields.environment ?? NO_ENVIRONMENT,
  configId: ({ state }) => state.fields.configId,
  queueId: ({ state }) => state.fields.queueId,
  authorUserId: ({ state }) => state.fields.authorUserId,
  timestamp: ({ state }) => state.timestamp,
  createdAt: ({ state }) => state.createdAt,
  updatedAt: ({ state }) => state.updatedAt,
  stamp: ({ state }) => state.stamp,
  stamps: ({ state }) => stampsOf(state),
  receivedOn: ({ state }) => state.receivedOn,
};

const scoreArrays = arraysFrom(scores, VALUES);

/** Returns whether two states of a score have equal rows. */
export const hasSameRow = (a: StoredScore, b: StoredScore): boolean =>
  Object.values(VALUES).every((valueOf) => sameColumn(valueOf(a), valueOf(b)));

/** Locks and reads scores, in order of id: no other transaction changes or removes them until the end of ours. */
export async function lockScores(client: PoolClient, ids: readonly string[]): Promise<ScoreRow[]> {
  return rowsOf<ScoreRow>(
    client,
    `select ${COLUMNS} from sluice.scores where id = any($1::uuid[]) order by id for update`,
    [uuidArray(ids)],
  );
}

/**
 * Inserts scores in order of id. Waits for another transaction that is inserting one of them.
 * @returns number of inserted rows: less than all if another transaction has inserted one meanwhile
 */
export async function insertScores(client: PoolClient, rows: readonly StoredScore[]): Promise<number> {
  if (rows.length === 0) return 0;
  const { rowCount } = await client.query(
    `insert into sluice.scores (${COLUMNS}) select ${COLUMNS} from ${rowSet(scores)} s order by id on conflict (id) do nothing`,
    scoreArrays(rows),
  );
  return rowCount ?? 0;
}

/** Replaces locked scores. */
export function updateScores(pipeline: Pipeline, rows: readonly StoredScore[]): void {
  if (rows.length === 0) return;
  pipeline.send(
    `update sluice.scores t set ${REPLACED.join(', ')} from ${rowSet(scores)} s where t.id = s.id`,
    scoreArrays(rows),
  );
}

/** Restores a score from its row. */
export function fromScoreRow(row: ScoreRow, project: StoredProject): StoredScore {
  const stamps = parseStamps(row.stamps);
  const traceId = row.public_trace_id ?? row.trace_id;
  const fields: ScoreFields = {
    name: row.name,
    value: {
      dataType: row.data_type as ScoreType,
      value: row.value ?? undefined,
      stringValue: row.string_value ?? undefined,
    },
    trace: traceId === null ? undefined : { id: traceId, sentId: row.sent_trace_id ?? undefined },
    observation:
      row.observation_id === null
        ? undefined
        : { id: row.observation_id, sentId: row.sent_observation_id ?? undefined },
    sessionId: row.session_id ?? undefined,
    datasetRunId: row.dataset_run_id ?? undefined,
    source: row.source,
    comment: row.comment ?? (stamps.has('comment') ? null : undefined),
    metadata: row.metadata ?? undefined,
    environment: row.environment === NO_ENVIRONMENT ? undefined : row.environment,
    configId: row.config_id ?? undefined,
    queueId: row.queue_id ?? undefined,
    authorUserId: row.author_user_id ?? undefined,
  };
  const createdAt = timeOf(row.created_at) ?? 0;
  return {
    id: row.id,
    sentId: row.sent_id,
    project,
    state: {
      fields,
      stamp: row.stamp,
      stamps,
      updates: [],
      timestamp: timeOf(row.timestamp) ?? createdAt,
      createdAt,
      updatedAt: timeOf(row.updated_at) ?? createdAt,
      receivedOn: row.received_on,
    },
  };
}
