import { type JsonText, sentObservationId } from '@sluice/record';
import { type Statement, microsOf } from './database';
import { PORTION_BYTES, type Sized, splitBySize } from './portions';
import type { ProjectQueries } from './project';
import type { Score } from './answered-score';
import { removedMeanwhile } from './store-error';
import type { Portions } from './trace';
import { type ReadTraceRow, answeredIdOf } from './trace-row';

/** SQL: the columns of texts of a score. */
const TEXTS = [
  ...['sent_id', 'name', 'string_value', 'comment', 'metadata', 'sent_trace_id', 'sent_observation_id', 'session_id'],
  ...['dataset_run_id', 'environment', 'config_id', 'queue_id', 'author_user_id'],
];

/** Bytes of a row without its texts. */
const ROW_BYTES = 1000;

/** SQL: bytes of a score `s` in memory. No stored text is read for its length. */
const BYTES = `${ROW_BYTES} + ${TEXTS.map((name) => `coalesce(octet_length(s.${name}), 0)`).join(' + ')}`;

/** SQL: newest first, ties by the answered id. */
export const NEWEST_SCORES = 's."timestamp" desc, s.sent_id desc';

/** Place of a score in an answer, with its size. */
export interface ScorePlace extends Sized {
  readonly key: string;
  readonly id: string;
  /** Key of its trace. */
  readonly trace: string | null;
  readonly timestamp: number;
  /** Changes with every change of the score. */
  readonly revision: string;
}

/** SQL: the columns of `ScorePlace` from `sluice.scores s`. */
export const SCORE_PLACE = `
  s.id as key, s.sent_id as id, s.trace_id as trace, ${microsOf('s."timestamp"')} as "timestamp",
  ${BYTES} as bytes, 0 as longest, s.xmin::text || ' ' || s.updated_at as revision`;

/** Returns a text that changes as soon as the answer for any of the scores would. */
export const versionOfScores = (places: readonly ScorePlace[]): string =>
  places.map(({ key, revision }) => `${key} ${revision}`).join();

/** Bytes of a place in memory. */
const PLACE_BYTES = 2000;

/** Returns the bytes of places, which an answer holds until its end. */
export const heldByPlaces = (places: readonly ScorePlace[]): number => places.length * PLACE_BYTES;

interface ReadScoreRow extends Omit<Score, 'traceId' | 'observationId' | 'metadata'> {
  readonly trace: string | null;
  /** Id of its trace, without the form in which that was sent. */
  readonly traceId: string | null;
  readonly sentTraceId: string | null;
  readonly observationId: string | null;
  readonly sentObservationId: string | null;
  readonly metadata: JsonText | null;
}

const COLUMNS = `
  s.sent_id as id, s.trace_id as trace, coalesce(s.public_trace_id, s.trace_id) as "traceId", s.sent_trace_id as "sentTraceId",
  s.observation_id as "observationId", s.sent_observation_id as "sentObservationId", s.session_id as "sessionId",
  s.dataset_run_id as "datasetRunId", s.name, s.data_type as "dataType", s.value, s.string_value as "stringValue", s.source,
  s.comment, s.metadata, s.environment, s.config_id as "configId", s.queue_id as "queueId",
  s.author_user_id as "authorUserId", ${microsOf('s."timestamp"')} as "timestamp",
  ${microsOf('s.created_at')} as "createdAt", ${microsOf('s.updated_at')} as "updatedAt"`;

/** Form of the ids in scores. */
export interface ScoreForm {
  readonly asSent: boolean;
  /** Rows of the traces of scores by their keys; scores of a trace that is not stored have none. */
  readonly traces: ReadonlyMap<string, ReadTraceRow>;
}

/** Score with the key of its trace. */
export interface ReadScore {
  readonly score: Score;
  readonly trace: string | null;
}

/** Reads scores portion by portion, in the order of their places. */
export async function* readScores(
  queries: ProjectQueries,
  places: readonly ScorePlace[],
  form: ScoreForm,
): Portions<ReadScore> {
  for (const portion of splitBySize(places)) {
    // Several statements, if scores have grown since their sizes were read.
    for (let left = portion; left.length > 0;) {
      const rows = await queries.query<ReadScoreRow & { readonly n: number }>(rowsStatement(queries, left));
      if (rows.some(({ n }, index) => n !== index + 1) || rows.length === 0) throw removedMeanwhile();
      yield rows.map(({ n: _n, ...row }) => ({ score: toScore(row, form), trace: row.trace }));
      left = left.slice(rows.length);
    }
  }
}

/** Builds the statement of the first scores that fit into a portion, and of one at least. */
function rowsStatement({ project }: ProjectQueries, places: readonly ScorePlace[]): Statement {
  const text = `
    select ${COLUMNS}, s.n
    from (
      select s.*, k.n, sum(${BYTES}) over (order by k.n rows unbounded preceding) - (${BYTES}) as before
      from unnest($1::uuid[]) with ordinality as k (id, n) join sluice.scores s on s.id = k.id
      where s.project = ${project.id}
    ) s
    where s.before < ${PORTION_BYTES}
    order by s.n`;
  return { text, values: [places.map(({ key }) => key)] };
}

function toScore(row: ReadScoreRow, { asSent, traces }: ScoreForm): Score {
  const { trace: key, sentTraceId, sentObservationId: sentId, traceId, observationId, ...score } = row;
  const trace = key === null ? undefined : traces.get(key);
  const plain = asSent && observationId !== null ? sentObservationId(observationId) : observationId;
  return {
    ...score,
    traceId: sentTraceId ?? (trace === undefined ? traceId : answeredIdOf(trace)),
    observationId: sentId ?? plain,
  };
}
