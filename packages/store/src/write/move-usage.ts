import type { Pipeline } from '../session/pipeline';
import { type ActiveTraces, hasUsed, withUsed } from './active-traces';
import type { PendingRows } from './pending-rows';
import type { StoredTrace } from './sql/trace-row';
import { type TraceUsageRow, addTraceUsage, growTraceUsage, selectTraceUsage, setTraceUsage } from './sql/usage-tables';
import { TryAgainError } from './sqlstate';
import type { SummaryChange } from './state/summary';
import { type UsageKey, UsageTable, addUsage } from './state/usage';

/** Change of the usage of a trace that existed before the batch. */
export interface UsageMove {
  readonly before: StoredTrace;
  readonly change: SummaryChange;
  /** Days and models of all its usage before the batch; undefined: unknown. */
  readonly used: readonly UsageKey[] | undefined;
  /** UTC days of the timestamp. */
  readonly dayBefore: string;
  readonly dayAfter: string;
}

/**
 * Changes usage rows and daily sums by the difference. Stored usage is read only where a stored observation changed or the day
 * of the trace moves: usage of a day and model may then become zero, or all of it moves. New rows of `newUsage` are written by the caller.
 */
export async function moveUsage(
  pipeline: Pipeline,
  moves: readonly UsageMove[],
  { daily, newUsage }: Pick<PendingRows, 'daily' | 'newUsage'>,
  active: ActiveTraces,
): Promise<void> {
  const grown: TraceUsageRow[] = [];
  for (const { before, change, used, dayAfter } of moves.filter(isKnown)) {
    for (const { key, sums } of change.usage.entries()) {
      const isOld = hasUsed(used, key);
      (isOld ? grown : newUsage).push({ part: before.part, traceId: before.id, key, sums });
      daily.addRow(before.shard, dayAfter, key, sums, Number(!isOld));
    }
  }
  grow(pipeline, grown, active);
  const added = moves.filter((move) => isAddition(move) && !isKnown(move));
  const moved = moves.filter((move) => !isAddition(move) && hasChanged(move));
  const [isNew, stored] = await Promise.all([
    addTraceUsage(pipeline.client, added.flatMap(rowsOf)),
    selectTraceUsage(pipeline.client, {
      parts: moved.map(({ before }) => before.part),
      traceIds: moved.map(({ before }) => before.id),
    }),
  ]);
  for (const { before, change, dayAfter } of added) {
    for (const { key, sums } of change.usage.entries()) {
      daily.addRow(before.shard, dayAfter, key, sums, Number(isNew(before.id, key)));
    }
  }
  const changed: TraceUsageRow[] = [];
  for (const move of moved) {
    const { before, change, dayBefore, dayAfter } = move;
    const rowsBefore = stored.get(before.id) ?? new UsageTable();
    for (const row of rowsOf(move)) {
      const sums = { ...rowsBefore.get(row.key) };
      addUsage(sums, row.sums);
      changed.push({ ...row, sums });
    }
    if (dayBefore !== dayAfter) {
      daily.moveUsage(before.shard, dayBefore, rowsBefore, -1);
      daily.moveUsage(before.shard, dayAfter, rowsBefore, 1);
      daily.countTrace(before.shard, dayBefore, -1);
      daily.countTrace(before.shard, dayAfter, 1);
    }
    daily.changeUsage(before.shard, dayAfter, rowsBefore, change.usage);
  }
  setTraceUsage(pipeline, changed);
}

/** Adds to rows that exist by what is remembered of their traces. */
function grow(pipeline: Pipeline, rows: readonly TraceUsageRow[], active: ActiveTraces): void {
  const grown = growTraceUsage(pipeline.client, rows).then((count) => {
    if (count === rows.length) return;
    active.clear();
    throw new TryAgainError('usage of a trace was removed without a change of the trace');
  });
  pipeline.expect(grown);
}

const isAddition = ({ change, dayBefore, dayAfter }: UsageMove): boolean => change.isAddition && dayBefore === dayAfter;

/** Returns whether a move only adds, to usage whose rows are known. */
const isKnown = (move: UsageMove): move is UsageMove & { readonly used: readonly UsageKey[] } =>
  move.used !== undefined && isAddition(move);

/** Returns the days and models of all usage after a move; undefined: unknown. */
export const usedAfter = (move: UsageMove): readonly UsageKey[] | undefined =>
  isAddition(move) ? withUsed(move.used, move.change.usage.entries()) : undefined;

const hasChanged = ({ change, dayBefore, dayAfter }: UsageMove): boolean =>
  dayBefore !== dayAfter || change.usage.entries().length > 0;

/** Returns the differences of the usage rows of a trace. */
const rowsOf = ({ before, change }: UsageMove): TraceUsageRow[] =>
  change.usage.entries().map(({ key, sums }) => ({ part: before.part, traceId: before.id, key, sums }));
