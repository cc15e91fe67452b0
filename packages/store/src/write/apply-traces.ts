import type { TraceRecord } from '@sluice/record';
import { traceKey } from '../projects';
import type { Pipeline } from '../session/pipeline';
import { lockExisting, mergeExistingObservations, updateExisting } from './existing-traces';
import { type NewTrace, addNewTrace, newTrace } from './new-traces';
import { type ApplyTracesOptions, type PendingRows, noRows } from './pending-rows';
import { insertObservations, updateObservations } from './sql/observations';
import { toTraceIoRow, toTraceRow } from './sql/trace-row';
import { insertTraces, upsertTraceIo } from './sql/traces';
import { addDailyTraces, addDailyUsage, insertTraceUsage, setTraceUsage } from './sql/usage-tables';
import type { DailyChanges } from './state/daily';
import { type FoldedTrace, foldRecords } from './state/fold';

export interface AppliedTraces {
  /** Of each observation that changed nothing the first record that brought it. */
  readonly duplicates: readonly TraceRecord[];
  /** What is left to be done with `applyDaily`. */
  readonly daily: DailyChanges;
}

/**
 * Applies records to the tables within the caller's transaction (READ COMMITTED). The order of the steps is the
 * locking rule: (1) new traces are inserted complete with their summary; (2) existing ones are locked, and the trace row
 * is the lock of everything below it; (3) observations come or are merged; (4) summaries and usage move by the
 * difference; (5) `applyDaily`, once in a transaction. What comes last may be on its way when it resolves.
 */
export async function applyTraces(
  pipeline: Pipeline,
  records: readonly TraceRecord[],
  options: ApplyTracesOptions,
): Promise<AppliedTraces> {
  const pending = noRows();
  const folded = foldRecords(records, options.projectOf);
  if (folded.length === 0) return { duplicates: [], daily: pending.daily };

  const existing = await lockExisting(pipeline.client, await insertNew(pipeline, folded, pending, options));
  await mergeExistingObservations(pipeline.client, existing, pending, options);
  await insertObservations(pipeline, pending.newObservations);
  updateObservations(pipeline, pending.changedParts, pending.changedObservations);
  await updateExisting(pipeline, existing, pending);

  await insertTraceUsage(pipeline, pending.newUsage);
  setTraceUsage(pipeline, pending.changedUsage);
  return { duplicates: bringers(records, pending.duplicates, options), daily: pending.daily };
}

/** @param keys of observations */
function bringers(
  records: readonly TraceRecord[],
  keys: ReadonlySet<string>,
  { projectOf }: ApplyTracesOptions,
): TraceRecord[] {
  if (keys.size === 0) return [];
  const left = new Set(keys);
  return records.flatMap((record) => {
    const trace = traceKey(projectOf(record), record.traceId);
    return record.observations.filter(({ id }) => left.delete(trace + id)).map(() => record);
  });
}

/**
 * Writes the daily rows, which all writers share. They come last, so that they are held shortly, and all at once in the
 * order of their keys, so that no two transactions wait for each other. Sums cannot be refused: `MAX_COUNT`, `MAX_COST`.
 */
export function applyDaily(pipeline: Pipeline, changes: DailyChanges): void {
  addDailyUsage(pipeline, changes.usage());
  addDailyTraces(pipeline, changes.traces());
}

/**
 * Inserts the traces that do not exist yet. It has an end of its own, because the rows of traces that are made here would otherwise be
 * held until the transaction ends, beside those that come of merging the ones that exist.
 * @returns those that exist
 */
async function insertNew(
  pipeline: Pipeline,
  folded: readonly FoldedTrace[],
  pending: PendingRows,
  options: ApplyTracesOptions,
): Promise<readonly NewTrace[]> {
  const asNew = folded.map((trace) => newTrace(trace, options));
  const inserted = await insertTraces(
    pipeline.client,
    asNew.map(({ stored }) => toTraceRow(stored)),
  );
  const fresh = asNew.filter(({ stored }) => inserted.has(stored.id));
  for (const trace of fresh) addNewTrace(trace, pending);
  upsertTraceIo(
    pipeline,
    fresh.map(({ stored }) => toTraceIoRow(stored)).filter((row) => row !== undefined),
  );
  return asNew.filter(({ stored }) => !inserted.has(stored.id));
}
