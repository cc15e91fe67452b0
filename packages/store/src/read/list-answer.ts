import { patiently } from './database';
import type { ProjectDatabase } from './project';
import type { Extras, TraceList } from './trace';
import { readExtras } from './trace-extras';
import { heldByItems, sizeItems, versionOfItems } from './trace-items';
import type { ReadTraceRow } from './trace-row';

/**
 * Builds the answer of traces: their rows are in memory; input, output and ids of observations and scores are read in portions, as the client
 * reads.
 * @param version of the answer without the scores of its traces
 */
export async function answerOf(
  database: ProjectDatabase,
  rows: readonly ReadTraceRow[],
  include: Extras,
  version: string,
): Promise<Pick<TraceList, 'heldBytes' | 'portions' | 'version'>> {
  const page = await sizeItems(database, rows, include);
  return {
    version: `${version},${versionOfItems(page)}`,
    heldBytes: heldByItems(page),
    portions: readExtras(patiently(database), page.traces, include, page.summaries),
  };
}
