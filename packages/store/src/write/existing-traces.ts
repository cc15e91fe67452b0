import type { PriceTable } from '@sluice/pricing';
import { type Micros, parseTime } from '@sluice/record';
import type { PoolClient } from 'pg';
import type { Pipeline } from '../session/pipeline';
import type { NewTrace } from './new-traces';
import type { ApplyTracesOptions, PendingRows } from './pending-rows';
import { type ObservationRow, fromObservationRow, storedCost, toObservationRow } from './sql/observation-row';
import type { RowValue } from './sql/row-values';
import { observationExtremes, selectObservations } from './sql/observations';
import {
  type StoredTrace,
  type TraceIoRow,
  effectiveTimestamp,
  fromTraceRow,
  toTraceIoRow,
  toTraceRow,
} from './sql/trace-row';
import { lockTraces, selectTraceIo, updateTraces, upsertTraceIo } from './sql/traces';
import { selectTraceUsage } from './sql/usage-tables';
import { RefusedRecordError, TryAgainError } from './sqlstate';
import { derive, deriveAgain } from './state/derive';
import { mergeObservations } from './state/observation-state';
import { SummaryChange } from './state/summary';
import { mergeTraces } from './state/trace-state';
import { UsageTable, contributionOf, dayOf } from './state/usage';

/** A trace that existed before the batch, on its way from its stored row to the new one. */
export interface ExistingTrace {
  /** What the batch has, as it would be stored if nothing of it existed. */
  readonly sent: NewTrace;
  readonly before: StoredTrace;
  readonly change: SummaryChange;
  /** The receipt that last changed a value of an observation or brought one; 0: nothing did. */
  touchedAt: Micros;
  /** A stored value of an observation was changed. */
  changedBelow: boolean;
}

export async function lockExisting(client: PoolClient, traces: readonly NewTrace[]): Promise<ExistingTrace[]> {
  if (traces.length === 0) return [];
  const rows = await lockTraces(
    client,
    traces.map(({ folded }) => folded.id),
  );
  const withIo = rows.filter((row) => row.has_io);
  const ioRows =
    withIo.length === 0
      ? []
      : await selectTraceIo(client, {
          parts: withIo.map((row) => row.part),
          traceIds: withIo.map((row) => row.id),
        });
  const io = new Map(ioRows.map((row) => [row.trace_id, row]));
  const stored = new Map(rows.map((row) => [row.id, fromTraceRow(row, io.get(row.id))]));
  return traces.map((sent) => {
    const { id, project, publicId } = sent.folded;
    const before = stored.get(id);
    // Only a trace that retention removed between the two statements; the batch is tried again.
    if (before === undefined) throw new TryAgainError(`trace ${id} was removed while it was being written`);
    if (before.project !== project.id || before.publicId !== publicId) {
      throw new RefusedRecordError('23505', 'a trace of another project has this key');
    }
    return { sent, before, change: new SummaryChange(), touchedAt: 0, changedBelow: false };
  });
}

export async function mergeExistingObservations(
  client: PoolClient,
  existing: readonly ExistingTrace[],
  pending: PendingRows,
  { prices }: ApplyTracesOptions,
): Promise<void> {
  const stored = await selectStored(client, existing);
  for (const trace of existing) {
    const { part, id } = trace.before;
    for (const { state, derived } of trace.sent.rows) {
      const row = stored.get(id + state.fields.id);
      if (row === undefined) {
        trace.change.add(contributionOf(derived, state.fields.model, state.fields.counted));
        trace.touchedAt = Math.max(trace.touchedAt, state.updatedAt);
        pending.newObservations.push({ part, traceId: id, state, derived });
        continue;
      }
      const before = { ...fromObservationRow(row), cost: storedCost(row) };
      const after = mergeObservations(before, state);
      const derivedBefore = { ...derive(before.fields, before.createdAt, NO_PRICES), cost: before.cost };
      const derivedAfter = deriveAgain(before, after, prices);
      const rowAfter = toObservationRow({ part, traceId: id, state: after, derived: derivedAfter });
      const rowBefore = toObservationRow({ part, traceId: id, state: before, derived: derivedBefore });
      if (sameRow(rowBefore, rowAfter)) {
        pending.duplicates.add(id + state.fields.id);
        continue;
      }
      if (after.updatedAt === before.updatedAt) pending.duplicates.add(id + state.fields.id);
      else trace.touchedAt = Math.max(trace.touchedAt, after.updatedAt);
      trace.changedBelow = true;
      trace.change.remove(contributionOf(derivedBefore, before.fields.model, before.fields.counted));
      trace.change.add(contributionOf(derivedAfter, after.fields.model, after.fields.counted));
      pending.changedObservations.push(rowAfter);
      pending.changedParts.push(part);
    }
  }
}

/** The stored cost stands in for a price. */
const NO_PRICES: PriceTable = { version: '', price: () => undefined };

async function selectStored(
  client: PoolClient,
  existing: readonly ExistingTrace[],
): Promise<ReadonlyMap<string, ObservationRow>> {
  const keys = existing.flatMap(({ before, sent }) =>
    sent.folded.observations.map(({ fields }) => ({ part: before.part, traceId: before.id, id: fields.id })),
  );
  if (keys.length === 0) return new Map();
  const rows = await selectObservations(client, {
    parts: keys.map((key) => key.part),
    traceIds: keys.map((key) => key.traceId),
    ids: keys.map((key) => key.id),
  });
  return new Map(rows.map((row) => [row.trace_id + row.id, row]));
}

/** Moves summaries, usage and trace rows of traces that existed; observations are already in place. */
export async function updateExisting(
  pipeline: Pipeline,
  existing: readonly ExistingTrace[],
  pending: PendingRows,
): Promise<void> {
  const applied = existing.map((trace) => ({ ...trace, ...trace.change.applyTo(trace.before.summary) }));
  const extremes = await readExtremes(
    pipeline.client,
    applied.filter((trace) => trace.extremesMoved).map((trace) => trace.before),
  );
  const moves = applied.map<Move>(({ sent, before, change, touchedAt, changedBelow, summary }) => {
    const state = mergeTraces(before.state, sent.folded.state);
    const updatedAt = Math.max(state.updatedAt, touchedAt);
    const after: StoredTrace = {
      ...before,
      state: { ...state, updatedAt },
      summary: { ...summary, ...extremes.get(before.id) },
    };
    const days = { before: dayOf(effectiveTimestamp(before)), after: dayOf(effectiveTimestamp(after)) };
    return { before, after, changedBelow, usage: change.usage, days };
  });

  updateRows(pipeline, moves);
  await moveUsage(pipeline.client, moves, pending);
}

/** A trace before and after the batch, and what the batch adds to its usage. */
interface Move {
  readonly before: StoredTrace;
  readonly after: StoredTrace;
  readonly changedBelow: boolean;
  readonly usage: UsageTable;
  /** The UTC days of the timestamp. */
  readonly days: { readonly before: string; readonly after: string };
}

/**
 * Writes the rows that differ. The row of a trace is written anew with anything below it, even where it stays what it was:
 * what a late record fills in moves no time, and readers know by the row whether they have seen the trace as it is.
 */
function updateRows(pipeline: Pipeline, moves: readonly Move[]): void {
  const rows: (readonly RowValue[])[] = [];
  const ioRows: TraceIoRow[] = [];
  for (const { before, after, changedBelow } of moves) {
    const [row, io] = [toTraceRow(after), toTraceIoRow(after)];
    const changedIo = !sameRow(toTraceIoRow(before), io);
    if (changedIo && io !== undefined) ioRows.push(io);
    if (changedIo || changedBelow || !sameRow(toTraceRow(before), row)) rows.push(row);
  }
  updateTraces(pipeline, rows);
  upsertTraceIo(pipeline, ioRows);
}

/** Moves usage rows and the daily sums by the difference. */
async function moveUsage(client: PoolClient, moves: readonly Move[], pending: PendingRows): Promise<void> {
  const usageMoves = moves.filter(({ usage, days }) => usage.entries().length > 0 || days.before !== days.after);
  if (usageMoves.length === 0) return;
  const tables = await selectTraceUsage(client, {
    parts: usageMoves.map(({ before }) => before.part),
    traceIds: usageMoves.map(({ before }) => before.id),
  });
  for (const { before, usage, days } of usageMoves) {
    const rowsBefore = tables.get(before.id) ?? new UsageTable();
    const rowsAfter = new UsageTable();
    for (const { key, sums } of [...rowsBefore.entries(), ...usage.entries()]) rowsAfter.add(key, sums);
    for (const { key } of usage.entries()) {
      pending.changedUsage.push({ part: before.part, traceId: before.id, key, sums: rowsAfter.get(key) });
    }
    pending.daily.moveUsage(before.shard, days.before, rowsBefore, -1);
    pending.daily.moveUsage(before.shard, days.after, rowsAfter, 1);
    if (days.before !== days.after) {
      pending.daily.countTrace(before.shard, days.before, -1);
      pending.daily.countTrace(before.shard, days.after, 1);
    }
  }
}

async function readExtremes(
  client: PoolClient,
  traces: readonly StoredTrace[],
): Promise<ReadonlyMap<string, { minStart: Micros | undefined; maxEnd: Micros | undefined }>> {
  if (traces.length === 0) return new Map();
  const rows = await observationExtremes(client, {
    parts: traces.map((trace) => trace.part),
    traceIds: traces.map((trace) => trace.id),
  });
  return new Map(
    rows.map((row) => [
      row.trace_id,
      { minStart: parseTime(row.min_start)?.micros, maxEnd: parseTime(row.max_end)?.micros },
    ]),
  );
}

/** Column by column: texts of many megabytes are compared where they are. */
function sameRow<Row extends object>(a: Row | undefined, b: Row | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const columns = Object.keys(b) as (keyof Row)[];
  return Object.keys(a).length === columns.length && columns.every((column) => sameColumn(a[column], b[column]));
}

/** Absent and null are the same in a row. */
const sameColumn = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) ||
  (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
