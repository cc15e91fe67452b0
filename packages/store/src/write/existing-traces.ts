import type { PriceTable } from '@sluice/pricing';
import { type Micros, parseTime } from '@sluice/record';
import type { PoolClient } from 'pg';
import type { Pipeline } from '../session/pipeline';
import { hasId, withIds } from './active-traces';
import type { LockedTrace } from './locked-traces';
import type { SentTrace } from './new-traces';
import type { BatchPacks } from './packs/batch-packs';
import { eraseDeadPieces, mayBeErased, releasedTexts } from './packs/dead-pieces';
import { packIoRow, packState, withStoredIo, withStoredTexts, withoutTexts } from './packs/pack-texts';
import { readMetadata, readPacks } from './packs/read-packs';
import { type UsageMove, moveUsage, usedAfter } from './move-usage';
import type { ApplyTracesOptions, PendingRows } from './pending-rows';
import { isOpen } from './sql/model-io';
import { type ObservationRow, fromObservationRow, storedCost, toObservationRow } from './sql/observation-row';
import { sameColumn } from './sql/row-values';
import { observationExtremes, selectObservations } from './sql/observations';
import {
  type StoredTrace,
  type TraceIoRow,
  type TraceRow,
  addChangedColumns,
  effectiveTimestamp,
  fromTraceRow,
  hasSameFields,
  toTraceIoRow,
} from './sql/trace-row';
import { selectTraceIo, updateTraces, upsertTraceIo } from './sql/traces';
import { readRoots } from './sql/roots';
import { RefusedRecordError } from './sqlstate';
import { derive, deriveAgain } from './state/derive';
import { mergeObservations } from './state/observation-state';
import { SummaryChange } from './state/summary';
import { IO_SIDES, type TraceState, isLeftToCalls, mergeTraces } from './state/trace-state';
import { contributionOf, dayOf } from './state/usage';

/** A trace that existed before the batch, between its stored row and the new one. */
export interface ExistingTrace {
  /** Part of the batch for this trace. */
  readonly sent: SentTrace;
  readonly before: StoredTrace;
  /** See `ActiveTrace`. */
  readonly ids: LockedTrace['ids'];
  readonly used: LockedTrace['used'];
  readonly change: SummaryChange;
  /** Receipt time of the record that last changed or added an observation; 0: none did. */
  touchedAt: Micros;
  /** Ids of observations of which a stored value was changed. */
  readonly changedBelow: string[];
  /** Ids of new observations. */
  readonly added: string[];
  /** Bytes of packs that replaced texts of its observations have released. */
  releasedBytes: number;
  /** Stored row of its own texts, with references. */
  readonly io: TraceIoRow | undefined;
}

/** An observation as it is stored. */
interface StoredObservation {
  readonly row: ObservationRow;
  /** Text of the metadata, for which `row` may contain a reference. */
  readonly metadata: string | null;
}

/** Locked traces, as they are stored. */
interface StoredTraces {
  readonly existing: readonly ExistingTrace[];
  /** Observations that the batch contains too, by trace key and id. */
  readonly observations: ReadonlyMap<string, StoredObservation>;
  /** Characters of all their free-form values. */
  readonly characters: number;
}

/**
 * Reads the stored part of locked traces that the batch merges with, in one round trip.
 * @param sent the same traces in the batch
 */
export async function readExisting(
  client: PoolClient,
  locked: readonly LockedTrace[],
  sent: readonly SentTrace[],
  batch: BatchPacks,
): Promise<StoredTraces> {
  if (locked.length === 0) return { existing: [], observations: new Map(), characters: 0 };
  const stored = new Map(locked.map((trace) => [trace.stored.id, trace]));
  const withIo = locked.flatMap(({ row }) => row ?? []);
  const [ioRows, observations] = await Promise.all([
    withIo.length === 0 ? [] : selectTraceIo(client, keysOf(withIo)),
    selectStored(client, stored, sent),
    readPacks(
      client,
      locked.map((trace) => trace.stored),
      batch,
    ),
  ]);
  const io = new Map(ioRows.map((row) => [row.trace_id, row]));
  const ioMetadata = await readMetadata(client, ioRows);
  const existing = sent.map<ExistingTrace>((trace) => {
    const { id, project, publicId } = trace.merged;
    const { stored: withoutIo, row, ids, used } = stored.get(id) as LockedTrace;
    const ioRow = io.get(id);
    const before =
      row === undefined || ioRow === undefined
        ? withoutIo
        : fromTraceRow(row, { ...ioRow, metadata: ioMetadata.get(ioRow) ?? null });
    if (before.project !== project.id || before.publicId !== publicId) {
      throw new RefusedRecordError('23505', 'a trace of another project has this key');
    }
    return {
      sent: trace,
      before,
      ids,
      used,
      change: new SummaryChange(),
      touchedAt: 0,
      changedBelow: [],
      added: [],
      releasedBytes: 0,
      io: ioRow,
    };
  });
  const characters =
    charactersOf(ioRows) +
    charactersOf(Array.from(observations.values(), ({ row, metadata }) => ({ ...row, metadata })));
  return { existing, observations, characters };
}

const keysOf = (rows: readonly TraceRow[]) => ({
  parts: rows.map((row) => row.part),
  traceIds: rows.map((row) => row.id),
});

/**
 * Merges the observations of the batch with the stored ones.
 * @param stored observations by trace key and id
 */
export function mergeExistingObservations(
  existing: readonly ExistingTrace[],
  stored: ReadonlyMap<string, StoredObservation>,
  pending: PendingRows,
  { prices }: ApplyTracesOptions,
): void {
  for (const trace of existing) {
    const { part, id } = trace.before;
    pending.longTraces.add(id);
    for (const { state, derived } of trace.sent.rows) {
      const found = stored.get(id + state.fields.id);
      if (found === undefined) {
        trace.change.add(contributionOf(derived, state.fields, state.fields.counted), state.fields);
        trace.touchedAt = Math.max(trace.touchedAt, state.updatedAt);
        pending.newObservations.push({ part, traceId: id, state, derived, countedIn: undefined, texts: undefined });
        trace.added.push(state.fields.id);
        continue;
      }
      const { row, metadata } = found;
      const packs = pending.packs.of(trace.before);
      const before = { ...fromObservationRow({ ...row, metadata }), cost: storedCost(row) };
      const after = mergeObservations(before, withStoredTexts(state, row, packs));
      const derivedBefore = { ...derive(before.fields, before.createdAt, NO_PRICES), cost: before.cost };
      const derivedAfter = deriveAgain(before, after, prices);
      const countedIn = row.counted_in ?? undefined;
      const texts = packState(after, row, packs);
      const sourceAfter = { part, traceId: id, state: after, derived: derivedAfter, countedIn, texts };
      const rowBefore = toObservationRow({ ...sourceAfter, state: before, derived: derivedBefore, texts: row });
      if (sameRow(rowBefore, toObservationRow(sourceAfter))) {
        pending.duplicates.add(id + state.fields.id);
        continue;
      }
      if (after.updatedAt === before.updatedAt) pending.duplicates.add(id + state.fields.id);
      else trace.touchedAt = Math.max(trace.touchedAt, after.updatedAt);
      trace.changedBelow.push(state.fields.id);
      trace.releasedBytes += releasedTexts(row, texts);
      // Counted by itself for now: `recountCalls` reads the whole trace after it is written.
      trace.change.remove(contributionOf(derivedBefore, before.fields, row.counted), before.fields);
      trace.change.add(contributionOf(derivedAfter, after.fields, after.fields.counted), after.fields);
      pending.changedObservations.push({ ...sourceAfter, state: withoutTexts(after), countedIn: undefined });
      pending.changedKeys.parts.add(part);
      pending.changedKeys.traceIds.add(id);
    }
  }
}

function charactersOf(rows: Iterable<Partial<Record<'input' | 'output' | 'metadata', string | null>>>): number {
  let sum = 0;
  for (const { input, output, metadata } of rows) {
    sum += (input?.length ?? 0) + (output?.length ?? 0) + (metadata?.length ?? 0);
  }
  return sum;
}

/** No prices: the stored cost is used. */
const NO_PRICES: PriceTable = { version: '', price: () => undefined };

/** Reads the stored observations that are sent. One that is not among all remembered ids is new. */
async function selectStored(
  client: PoolClient,
  stored: ReadonlyMap<string, LockedTrace>,
  sent: readonly SentTrace[],
): Promise<ReadonlyMap<string, StoredObservation>> {
  const keys = { parts: [] as number[], traceIds: [] as string[], ids: [] as string[] };
  for (const { merged } of sent) {
    const { stored: trace, ids } = stored.get(merged.id) as LockedTrace;
    const { part } = trace;
    for (const { fields } of merged.observations) {
      if (ids !== undefined && !hasId(ids, fields.id)) continue;
      keys.parts.push(part);
      keys.traceIds.push(merged.id);
      keys.ids.push(fields.id);
    }
  }
  if (keys.ids.length === 0) return new Map();
  const rows = await selectObservations(client, keys);
  if (rows.length === 0) return new Map();
  const metadata = await readMetadata(client, rows);
  return new Map(rows.map((row) => [row.trace_id + row.id, { row, metadata: metadata.get(row) ?? null }]));
}

/** Returns a state as of another time. Written out as `after` below. */
const withUpdatedAt = (
  { fields, stamp, stamps, updates, tags, callScope, createdAt }: TraceState,
  updatedAt: Micros,
) => ({
  fields,
  stamp,
  stamps,
  updates,
  tags,
  callScope,
  createdAt,
  updatedAt,
});

type Applied = ReturnType<SummaryChange['applyTo']>;

/** Updates sums, usage and trace rows of traces that existed; their observations are written before. */
export async function updateExisting(
  pipeline: Pipeline,
  existing: readonly ExistingTrace[],
  pending: PendingRows,
  { active }: Pick<ApplyTracesOptions, 'active'>,
): Promise<void> {
  const applied = existing.map(({ change, before }) => change.applyTo(before.summary));
  const [extremes, roots] = await Promise.all([
    readExtremes(
      pipeline.client,
      existing.filter((_, n) => applied[n]?.extremesMoved).map(({ before }) => before),
    ),
    readRoots(
      pipeline.client,
      existing.flatMap(({ before }, n) => {
        const { summary, rootsMoved } = applied[n] as Applied;
        return rootsMoved ? [{ ...before, summary }] : [];
      }),
    ),
  ]);
  const moves = existing.map<Move>((trace, n) => {
    const { sent, before, change, touchedAt, changedBelow, io, used } = trace;
    const { summary, extremesMoved, rootsMoved } = applied[n] as Applied;
    const sentState =
      io === undefined ? sent.merged.state : withStoredIo(sent.merged.state, io, pending.packs.of(before));
    const state = mergeTraces(before.state, sentState);
    const updatedAt = Math.max(state.updatedAt, touchedAt);
    // A row that has lost its last text stays without one.
    const ioRow =
      toTraceIoRow({ id: before.id, part: before.part, state }) ??
      (io && { ...io, input: null, output: null, metadata: null });
    const ioAfter = ioRow && packIoRow(ioRow, pending.packs.of(before), io);
    const { id, chosen } = before;
    const after: StoredTrace = {
      // Written out: a copy of all members and a change of some is slower.
      id,
      publicId: before.publicId,
      project: before.project,
      part: before.part,
      shard: before.shard,
      chosen,
      state: withUpdatedAt(state, updatedAt),
      summary:
        extremesMoved || rootsMoved
          ? { ...summary, ...extremes.get(id), roots: roots.get(id) ?? summary.roots }
          : summary,
      deadBytes: pending.packs.hasSome(before)
        ? (before.deadBytes ?? 0) + trace.releasedBytes + (io && ioAfter ? releasedTexts(io, ioAfter) : 0)
        : before.deadBytes,
    };
    if (isOpen(after)) {
      const calls = Object.values(chosen);
      pending.openTraces.push({
        trace: after,
        // A chosen call may now rank below a call that is not in the batch.
        isWhole: !hasSameOpen(before, after) || calls.some((call) => changedBelow.includes(call)),
        candidates: [...calls, ...sent.rows.map(({ state: { fields } }) => fields.id)],
      });
    }
    return {
      before,
      after,
      io: { before: io, after: ioAfter },
      ids: withIds(trace.ids, trace.added),
      changedBelow: changedBelow.length > 0,
      change,
      used,
      dayBefore: dayOf(effectiveTimestamp(before)),
      dayAfter: dayOf(effectiveTimestamp(after)),
    };
  });

  // The usage is sent first: its answer arrives while Postgres changes the rows.
  const [, erased] = await Promise.all([
    moveUsage(pipeline, moves, pending, active),
    writeMoves(pipeline, moves, pending),
  ]);
  const dead = moves.reduce((sum, { before, after }) => sum + (after.deadBytes ?? 0) - (before.deadBytes ?? 0), 0);
  pending.packs.countDead(dead, erased);
}

/** Writes the rows of traces. @returns the dead bytes that these no longer have */
async function writeMoves(pipeline: Pipeline, moves: readonly Move[], pending: PendingRows): Promise<number> {
  updateRows(pipeline, moves, pending);
  return eraseDeadPieces(
    pipeline.client,
    moves.map(({ after }) => after),
  );
}

const hasSameOpen = (a: StoredTrace, b: StoredTrace): boolean =>
  IO_SIDES.every((side) => isLeftToCalls(a.state, side) === isLeftToCalls(b.state, side));

/** A trace before and after the batch. */
interface Move extends UsageMove {
  readonly after: StoredTrace;
  /** Ids of all its observations after the batch. */
  readonly ids: string | undefined;
  /** Rows of its own texts. */
  readonly io: { readonly before: TraceIoRow | undefined; readonly after: TraceIoRow | undefined };
  readonly changedBelow: boolean;
}

/**
 * Writes the rows that differ. The trace row is written again after any change below it, even without a change of its own: a field that a
 * late record fills in moves no time, so readers detect by the row whether they have read the current trace.
 */
function updateRows(pipeline: Pipeline, moves: readonly Move[], { written }: PendingRows): void {
  const rows: StoredTrace[] = [];
  const ioRows: TraceIoRow[] = [];
  const columns = new Set<string>();
  for (const move of moves) {
    const { before, after, io, ids, changedBelow } = move;
    const isIoChanged = !sameRow(io.before, io.after);
    if (isIoChanged && io.after !== undefined) ioRows.push(io.after);
    const isChanged = addChangedColumns(before, after, columns);
    if (!isChanged && !isIoChanged && !changedBelow) continue;
    rows.push(after);
    const stored = isRemembered(before, after, io.after) ? after : undefined;
    written.push({ key: after.id, stored, ids, used: usedAfter(move) });
  }
  if (columns.size === 0) columns.add('updated_at');
  updateTraces(pipeline, rows, columns);
  upsertTraceIo(pipeline, ioRows);
}

/**
 * Returns whether the row of a trace is what was computed, and its texts are those of a row that was read: a text of a record may be part of
 * a larger one, which would stay in memory. Left out are traces with texts of their own, and those that a later statement may change.
 */
const isRemembered = (before: StoredTrace, after: StoredTrace, io: TraceIoRow | undefined): boolean =>
  io === undefined && !isOpen(after) && !mayBeErased(after) && hasSameFields(before, after);

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

/** Compares column by column, without copies of texts of many megabytes. */
function sameRow<Row extends object>(a: Row | undefined, b: Row | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const columns = Object.keys(b) as (keyof Row)[];
  return Object.keys(a).length === columns.length && columns.every((column) => sameColumn(a[column], b[column]));
}
