import type { TraceRecord } from '@sluice/record';
import { traceKey } from '../projects';
import type { Pipeline } from '../session/pipeline';
import { type WrittenTrace, withIds, withUsed } from './active-traces';
import { mergeExistingObservations, readExisting, updateExisting } from './existing-traces';
import { type LockedTrace, lockAndRead } from './locked-traces';
import { type SentTrace, addNewTrace, newTrace, sentTrace } from './new-traces';
import type { TextBytes } from './port';
import { type ApplyTracesOptions, type PendingRows, noRows } from './pending-rows';
import { packObservations, packedIoRows } from './packs/pack-texts';
import { insertPacks } from './sql/text-packs';
import { insertObservations, updateObservations } from './sql/observations';
import { chooseModelIo } from './sql/model-io';
import { recountCalls } from './recount-calls';
import { replaceHidden } from './orphaned-traces';
import { insertTraces, upsertTraceIo } from './sql/traces';
import { addDailyTraces, addDailyUsage, insertTraceUsage } from './sql/usage-tables';
import { TryAgainError } from './sqlstate';
import type { DailyChanges } from './state/daily';
import { type MergedTrace, mergeRecords } from './state/merge-records';

/** Characters of stored free-form values that a batch merges with, beyond which garbage is collected; ordinary batches have fewer. */
const LONG_TEXTS = 4 * 1024 * 1024;

export interface AppliedTraces {
  /** For each observation that changed nothing, the first record that contains it. */
  readonly duplicates: readonly TraceRecord[];
  /** Changes that the caller writes by `applyDaily`. */
  readonly daily: DailyChanges;
  /** Keys of the traces: they exist after the commit. */
  readonly keys: readonly string[];
  readonly texts: TextBytes;
  /** Traces that can be remembered after the commit. */
  readonly written: readonly WrittenTrace[];
}

/**
 * Applies records to the tables within the caller's transaction (READ COMMITTED). The order of the steps is the locking rule:
 * 1. New traces are inserted complete with their sums.
 * 2. Existing traces are locked; the trace row is the lock of everything below it. Hidden traces become new ones.
 * 3. Observations are inserted or merged.
 * 4. Sums and usage change by the difference, after `recountCalls` has decided again about model calls that may count elsewhere.
 * 5. The caller runs `applyDaily`, once in a transaction.
 *
 * The last statements may still be in the pipeline when the promise resolves.
 */
export async function applyTraces(
  pipeline: Pipeline,
  records: readonly TraceRecord[],
  options: ApplyTracesOptions,
): Promise<AppliedTraces> {
  const pending = noRows(options);
  const merged = mergeRecords(records, options.projectOf);
  if (merged.length === 0)
    return { duplicates: [], daily: pending.daily, keys: [], texts: pending.packs.bytes(), written: [] };

  const { sent, locked } = await takeTraces(pipeline, merged, pending, options);
  const { existing, characters } = await mergeBelow(pipeline, locked, sent, pending, options);
  // The garbage of reading and merging is several times as large as the rows that are written now.
  if (characters > LONG_TEXTS) options.freeMemory();
  const added = packObservations(pending);
  await insertObservations(pipeline, added);
  updateObservations(pipeline, pending.changedKeys, pending.changedObservations);
  await recountCalls(pipeline, existing);
  await updateExisting(pipeline, existing, pending, options);
  await insertPacks(pipeline, pending.packs.take());
  chooseModelIo(pipeline, pending.openTraces);

  await insertTraceUsage(pipeline, pending.newUsage);
  return {
    duplicates: bringers(records, pending.duplicates, options),
    daily: pending.daily,
    keys: merged.map(({ id }) => id),
    texts: pending.packs.bytes(),
    written: pending.written,
  };
}

/**
 * Merges the observations. A function of its own, like `takeTraces`, so that the stored observations are not referenced while the merged
 * ones are written.
 */
async function mergeBelow(
  { client }: Pipeline,
  locked: readonly LockedTrace[],
  sent: readonly SentTrace[],
  pending: PendingRows,
  options: ApplyTracesOptions,
) {
  const { existing, observations, characters } = await readExisting(client, locked, sent, pending.packs);
  mergeExistingObservations(existing, observations, pending, options);
  return { existing, characters };
}

/** Returns the records that contain the observations. @param keys of observations */
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
 * Writes the daily rows, which all writers share. They are written last, so that their locks are short, and all at once in the order of
 * their keys, so that no two transactions deadlock. Sums of counts up to `MAX_COUNT` fit for years. A sender of nothing but the largest
 * counts can still fill a sum; Postgres then refuses the records that do not fit.
 */
export function applyDaily(pipeline: Pipeline, changes: DailyChanges): void {
  addDailyUsage(pipeline, changes.usage());
  addDailyTraces(pipeline, changes.traces());
}

/**
 * Inserts the traces that do not exist yet, locks the others, and replaces the hidden ones among these. A function of its own, because the
 * rows of new traces would otherwise be referenced until the transaction ends, in addition to the rows of merged ones.
 * @returns the traces that exist, as in the batch and as stored
 */
async function takeTraces(
  pipeline: Pipeline,
  merged: readonly MergedTrace[],
  pending: PendingRows,
  options: ApplyTracesOptions,
): Promise<{ readonly sent: readonly SentTrace[]; readonly locked: readonly LockedTrace[] }> {
  const { client } = pipeline;
  const { known } = options;
  const all = merged.map((trace) => sentTrace(trace, options));
  const unknown = all.filter((trace) => !known.has(keyOf(trace))).map((trace) => newTrace(trace, options));
  const inserting = new Set(unknown.map(({ stored }) => stored.id));
  // All of them: an unknown trace may exist as well, and all transactions lock in one order.
  const isAnyKnown = unknown.length < all.length;
  const [inserted, first] = await Promise.all([
    insertTraces(
      client,
      unknown.map(({ stored }) => stored),
    ),
    isAnyKnown ? lockAndRead(client, all.map(keyOf), options, inserting) : [],
  ]);
  const fresh = unknown.filter(({ stored }) => inserted.has(stored.id));
  for (const trace of fresh) {
    addNewTrace(trace, pending);
    const [ids, used] = [withIds('', idsOf(trace)), withUsed([], trace.usage.entries())];
    pending.written.push({ key: trace.stored.id, stored: undefined, ids, used });
  }
  upsertTraceIo(pipeline, packedIoRows(fresh, pending.packs));
  const sent = all.filter((trace) => !inserted.has(keyOf(trace)));
  const locked =
    isAnyKnown || sent.length === 0
      ? first.filter(({ stored: { id } }) => !inserted.has(id))
      : await lockAndRead(client, sent.map(keyOf), options);
  if (locked.length < sent.length) {
    // Retention has removed these traces since they became known; the batch is retried.
    const found = new Set(locked.map(({ stored }) => stored.id));
    const gone = sent.map(keyOf).filter((id) => !found.has(id));
    known.forget(gone);
    throw new TryAgainError(`traces were removed while they were being written: ${gone.slice(0, 3).join(', ')}`);
  }
  const hidden = await replaceHidden(pipeline, sent, locked, pending, options);
  if (hidden.size === 0) return { sent, locked };
  return {
    sent: sent.filter((trace) => !hidden.has(keyOf(trace))),
    locked: locked.filter(({ stored: { id } }) => !hidden.has(id)),
  };
}

const idsOf = ({ rows }: SentTrace): string[] => rows.map(({ state: { fields } }) => fields.id);

const keyOf = ({ merged }: SentTrace): string => merged.id;
