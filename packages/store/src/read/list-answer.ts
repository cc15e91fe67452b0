import { patiently } from './database';
import type { ProjectDatabase } from './project';
import type { Extras, TraceList } from './trace';
import { readExtras } from './trace-extras';
import { heldByItems, sizeItems } from './trace-items';
import type { ReadTraceRow } from './trace-row';

/** Builds the answer of traces: their rows are in memory; input, output and observation ids are read in portions, as the client reads. */
export async function answerOf(
  database: ProjectDatabase,
  rows: readonly ReadTraceRow[],
  include: Extras,
): Promise<Pick<TraceList, 'heldBytes' | 'portions'>> {
  const page = await sizeItems(database, rows, include);
  return {
    heldBytes: heldByItems(page),
    portions: readExtras(patiently(database), page.traces, include, page.summaries),
  };
}
