import type { Database } from './database';
import { readObservations, sizeObservations } from './observations';
import { totalBytes } from './portions';
import type { DetailQuery, TraceDetail } from './trace';
import { readTraceIo, sizeExtras } from './trace-extras';
import { ABOVE_FLOOR } from './trace-filter';
import { TRACE_COLUMNS, fromTraceRow } from './trace-row';
import type { TraceRow } from './trace-row';

/** Reads one trace; its observations in portions, as they are taken. */
export async function getTrace(database: Database, { id, include }: DetailQuery): Promise<TraceDetail | undefined> {
  const [row] = await database.query<TraceRow>({
    text: `select ${TRACE_COLUMNS} from sluice.traces t where t.id = $1 and ${ABOVE_FLOOR}`,
    values: [id],
  });
  if (row === undefined) return undefined;
  const own = await sizeExtras(database, [row], { io: include.io, observations: false });
  const observations = include.observations ? await sizeObservations(database, row) : [];
  const [io] = include.io ? await readTraceIo(database, [row]) : [];
  return {
    trace: fromTraceRow(row),
    io: io ?? { input: null, output: null, metadata: null },
    bytes: totalBytes(own) + totalBytes(observations),
    observations: readObservations(database, row, observations),
  };
}
