import { asSent } from './restore-sent-ids';
import { heldBytes } from './portions';
import type { ProjectQueries } from './project';
import type { Extras, TraceSummary } from './trace';
import { type SizedTrace, sizeExtras } from './trace-extras';
import { type ReadTraceRow, sizeOfTrace } from './trace-row';
import { readSummaries, sizeOfSummary } from './trace-summary';

/** Rows of one portion or page, with the sizes of their text before it is read. */
export interface SizedItems {
  readonly traces: readonly SizedTrace[];
  /** Present if requested. */
  readonly summaries: readonly TraceSummary[];
}

export async function sizeItems(
  queries: ProjectQueries,
  rows: readonly ReadTraceRow[],
  include: Extras,
): Promise<SizedItems> {
  const shown = include.asSent === true ? await asSent(queries, rows) : rows;
  const traces = await sizeExtras(queries, shown, include);
  const summaries = include.summary === true ? await readSummaries(queries, shown) : [];
  return { traces, summaries };
}

/** Returns a text that changes with the ids of scores of items. */
export const versionOfItems = ({ traces }: SizedItems): string =>
  traces.map(({ scoreIds }) => scoreIds?.revision ?? '').join();

/** Returns the bytes of memory of an answer of items: all rows and summaries, and a portion of the rest. */
export function heldByItems({ traces, summaries }: SizedItems): number {
  const rows = traces.reduce((sum, { row }) => sum + sizeOfTrace(row).bytes, 0);
  return heldBytes(traces) + rows + summaries.reduce((sum, summary) => sum + sizeOfSummary(summary), 0);
}
