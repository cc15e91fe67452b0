import { ANSWER_LIMITS, type JsonText } from '@sluice/record';
import { heldBytes } from './portions';
import { type ProjectQueries, isVisible } from './project';
import { OF_TRACES } from './score-conditions';
import type { Score } from './answered-score';
import { NEWEST_SCORES, SCORE_PLACE, type ScorePlace, heldByPlaces, readScores } from './score-rows';
import type { Portions } from './trace';
import type { ReadTraceRow } from './trace-row';

/** SQL: the scores of a trace that its answers have, newest first. @param trace SQL, its key */
const scoresOf = ({ project }: Pick<ProjectQueries, 'project'>, columns: string, trace: string): string => `
  select ${columns} from sluice.scores s
  where s.trace_id = ${trace} and s.project = ${project.id} and ${OF_TRACES}
  order by ${NEWEST_SCORES} limit ${ANSWER_LIMITS.traceScores}`;

/** Reads the places of the scores of a trace. */
export const placeTraceScores = (queries: ProjectQueries, { key }: ReadTraceRow): Promise<readonly ScorePlace[]> =>
  queries.query<ScorePlace>({ text: scoresOf(queries, SCORE_PLACE, '$1'), values: [key] });

/** Returns the bytes of memory of an answer of these scores. */
export const heldByScores = (places: readonly ScorePlace[]): number => heldBytes(places) + heldByPlaces(places);

/** Reads the scores of a trace, portion by portion. */
export async function* readTraceScores(
  queries: ProjectQueries,
  trace: ReadTraceRow,
  places: readonly ScorePlace[],
): Portions<Score> {
  const form = { asSent: trace.as_sent === true, traces: new Map([[trace.key, trace]]) };
  for await (const portion of readScores(queries, places, form)) yield portion.map(({ score }) => score);
}

/** Ids of the scores of a trace before they are read. */
export interface ScoreIdsSize {
  /** Bytes of their JSON. */
  readonly bytes: number;
  /** Changes with the ids. */
  readonly revision: string;
}

/** Bytes of JSON beside the text of an id, and the greatest growth of a byte of text in JSON. */
const ID_BYTES = 4;
const ESCAPED = 2;

/** Columns of a trace by which its scores are found. */
type Scored = Pick<ReadTraceRow, 'key' | 'has_scores'>;

/** Reads the sizes of the ids of scores of the given traces, in their order; undefined for a trace without scores. */
export async function sizeScoreIds(
  queries: ProjectQueries,
  traces: readonly Scored[],
): Promise<readonly (ScoreIdsSize | undefined)[]> {
  const columns = `
    sum(${ESCAPED} * octet_length(s.sent_id) + ${ID_BYTES}) as bytes,
    hashtextextended(string_agg(s.sent_id, ',' order by ${NEWEST_SCORES}), 0)::text as revision`;
  return byTrace<ScoreIdsSize & Numbered>(queries, columns, traces);
}

/** Reads the ids of the scores of the given traces: JSON arrays, newest first; undefined for a trace without scores. */
export async function readScoreIds(
  queries: ProjectQueries,
  traces: readonly Scored[],
): Promise<readonly (JsonText | undefined)[]> {
  const columns = `json_agg(s.sent_id order by ${NEWEST_SCORES})::text as ids`;
  const rows = await byTrace<Numbered & { readonly ids: JsonText }>(queries, columns, traces);
  return rows.map((row) => row?.ids);
}

interface Numbered {
  /** Number of the trace, from 1. */
  readonly n: number;
}

/** Reads a row for each of the traces that has scores, in the order of the traces. No statement is sent for traces without scores. */
async function byTrace<Row extends Numbered>(
  queries: ProjectQueries,
  columns: string,
  traces: readonly Scored[],
): Promise<readonly (Row | undefined)[]> {
  const scored = traces.filter(({ has_scores: hasScores }) => hasScores === true);
  if (scored.length === 0) return traces.map(() => undefined);
  const rows = await queries.query<Row>({
    text: `
      select t.n, ${columns}
      from unnest($1::uuid[]) with ordinality as t(id, n)
      cross join lateral (${scoresOf(queries, 's.sent_id, s."timestamp"', 't.id')}) s
      group by t.n`,
    values: [scored.map(({ key }) => key)],
  });
  const byKey = new Map(rows.map((row) => [scored[row.n - 1]?.key, row]));
  return traces.map(({ key }) => byKey.get(key));
}

/** Returns a text that changes with the ids of the scores of a session's traces, without reading these. */
export async function versionOfSessionScores({ query, project }: ProjectQueries, session: string): Promise<string> {
  const [row] = await query<{ readonly version: string | null }>({
    text: `
      select count(*) || ' ' || bit_xor(hashtextextended(s.sent_id || ' ' || s."timestamp", 0)) as version
      from sluice.traces t join sluice.scores s on s.trace_id = t.id
      where t.session_id = $1::text and ${isVisible(project)} and s.project = ${project.id} and ${OF_TRACES}`,
    values: [session],
  });
  return row?.version ?? '';
}
