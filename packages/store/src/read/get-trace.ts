import { traceKey } from '../projects';
import { asSent } from './restore-sent-ids';
import { patiently } from './database';
import { NO_OBSERVATIONS, heldByObservations, readObservations, sizeObservations } from './observations';
import { heldBytes } from './portions';
import { type ProjectDatabase, type ProjectQueries, isVisible } from './project';
import { versionOfScores } from './score-rows';
import type { DetailQuery, TraceDetail } from './trace';
import { NO_IO, readTraceIo, sizeExtras } from './trace-extras';
import { heldByScores, placeTraceScores, readTraceScores } from './trace-scores';
import { SCORED_TRACE_COLUMNS, toTrace, versionOf } from './trace-row';
import type { ReadTraceRow } from './trace-row';
import { readSummaries, sizeOfSummary } from './trace-summary';

/** Reads the row of a trace. @param id as sent */
export async function readTraceRow({ query, project }: ProjectQueries, id: string): Promise<ReadTraceRow | undefined> {
  const [row] = await query<ReadTraceRow>({
    text: `select ${SCORED_TRACE_COLUMNS} from sluice.traces t where t.id = $1 and ${isVisible(project)}`,
    values: [traceKey(project, id)],
  });
  return row;
}

/** Reads one trace; its text and its observations are read as the client reads. */
export async function getTrace(
  database: ProjectDatabase,
  { id, include, detail = 'all' }: DetailQuery,
): Promise<TraceDetail | undefined> {
  const found = await readTraceRow(database, id);
  if (found === undefined) return undefined;
  const [row = found] = include.asSent === true ? await asSent(database, [found]) : [];
  const own = await sizeExtras(database, [row], { io: include.io, observations: false });
  const window = include.observations ? await sizeObservations(database, row, detail) : NO_OBSERVATIONS;
  const scores = include.scores === true && found.has_scores === true ? await placeTraceScores(database, row) : [];
  const [summary] = include.summary === true ? await readSummaries(database, [row]) : [];
  const patient = patiently(database);
  return {
    trace: toTrace(patient, row),
    ...(summary && { summary }),
    version: [versionOf([row]), versionOfScores(scores)].join(),
    heldBytes:
      heldBytes(own) + heldByObservations(row, window) + heldByScores(scores) + (summary ? sizeOfSummary(summary) : 0),
    readIo: async () => (include.io ? ((await readTraceIo(patient, own))[0] ?? NO_IO) : NO_IO),
    scores: readTraceScores(patient, row, scores),
    observations: readObservations(patient, row, detail, window),
  };
}
