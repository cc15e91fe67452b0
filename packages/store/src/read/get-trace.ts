import { traceKey } from '../projects';
import { patiently } from './database';
import { NO_OBSERVATIONS, heldByObservations, readObservations, sizeObservations } from './observations';
import { heldBytes } from './portions';
import { type ProjectDatabase, isVisible } from './project';
import type { DetailQuery, TraceDetail } from './trace';
import { NO_IO, readTraceIo, sizeExtras } from './trace-extras';
import { READ_TRACE_COLUMNS, toTrace, versionOf } from './trace-row';
import type { ReadTraceRow } from './trace-row';
import { readSummaries, sizeOfSummary } from './trace-summary';

/** Reads one trace; its text and its observations as they are taken. */
export async function getTrace(
  database: ProjectDatabase,
  { id, include, detail = 'all' }: DetailQuery,
): Promise<TraceDetail | undefined> {
  const [row] = await database.query<ReadTraceRow>({
    text: `select ${READ_TRACE_COLUMNS} from sluice.traces t where t.id = $1 and ${isVisible(database.project)}`,
    values: [traceKey(database.project, id)],
  });
  if (row === undefined) return undefined;
  const own = await sizeExtras(database, [row], { io: include.io, observations: false });
  const window = include.observations ? await sizeObservations(database, row, detail) : NO_OBSERVATIONS;
  const [summary] = include.summary === true ? await readSummaries(database, [row]) : [];
  const patient = patiently(database);
  return {
    trace: toTrace(patient, row),
    ...(summary && { summary }),
    version: versionOf([row]),
    heldBytes: heldBytes(own) + heldByObservations(window) + (summary ? sizeOfSummary(summary) : 0),
    readIo: async () => (include.io ? ((await readTraceIo(patient, [row]))[0] ?? NO_IO) : NO_IO),
    observations: readObservations(patient, row, detail, window),
  };
}
