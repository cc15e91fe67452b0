import { asSent } from './restore-sent-ids';
import { heldBytes } from './portions';
import type { ProjectQueries } from './project';
import type { Extras, TraceSummary } from './trace';
import { type SizedTrace, sizeExtras } from './trace-extras';
import { type ReadTraceRow, sizeOfTrace } from './trace-row';
import { readSummaries, sizeOfSummary } from './trace-summary';

/** Rows that are answered together, and what is known of them before their text is read. */
export interface SizedItems {
  readonly traces: readonly SizedTrace[];
  /** Where they were asked for. */
  readonly summaries: readonly TraceSummary[];
}

export async function sizeItems(
  queries: ProjectQueries,
  rows: readonly ReadTraceRow[],
  include: Extras,
): Promise<SizedItems> {
  const shown = include.asSent === true ? await asSent(queries, rows) : rows;
  const traces = await sizeExtras(queries, shown, include);
  const summaries = include.summary === true ? await readSummaries(queries, rows) : [];
  return { traces, summaries };
}

/** Bytes of memory that they take while they are answered: all rows and summaries, and a portion of the rest. */
export function heldByItems({ traces, summaries }: SizedItems): number {
  const rows = traces.reduce((sum, { row }) => sum + sizeOfTrace(row).bytes, 0);
  return heldBytes(traces) + rows + summaries.reduce((sum, summary) => sum + sizeOfSummary(summary), 0);
}
