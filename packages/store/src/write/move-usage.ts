import type { Pipeline } from '../session/pipeline';
import type { PendingRows } from './pending-rows';
import type { StoredTrace } from './sql/trace-row';
import { type TraceUsageRow, addTraceUsage, selectTraceUsage, setTraceUsage } from './sql/usage-tables';
import type { SummaryChange } from './state/summary';
import { UsageTable, addUsage } from './state/usage';

/** Change of the usage of a trace that existed before the batch. */
export interface UsageMove {
  readonly before: StoredTrace;
  readonly change: SummaryChange;
  /** UTC days of the timestamp. */
  readonly days: { readonly before: string; readonly after: string };
}

/**
 * Changes usage rows and daily sums by the difference. Stored usage is read only where a stored observation changed or the day
 * of the trace moves: usage of a day and model may then become zero, or all of it moves.
 */
export async function moveUsage(
  pipeline: Pipeline,
  moves: readonly UsageMove[],
  { daily }: Pick<PendingRows, 'daily'>,
): Promise<void> {
  const added = moves.filter(isAddition);
  const moved = moves.filter((move) => !isAddition(move) && hasChanged(move));
  const [isNew, stored] = await Promise.all([
    addTraceUsage(pipeline.client, added.flatMap(rowsOf)),
    selectTraceUsage(pipeline.client, {
      parts: moved.map(({ before }) => before.part),
      traceIds: moved.map(({ before }) => before.id),
    }),
  ]);
  for (const { before, change, days } of added) {
    daily.addUsage(before.shard, days.after, change.usage, (key) => isNew(before.id, key));
  }
  const changed: TraceUsageRow[] = [];
  for (const move of moved) {
    const { before, change, days } = move;
    const rowsBefore = stored.get(before.id) ?? new UsageTable();
    for (const row of rowsOf(move)) {
      const sums = { ...rowsBefore.get(row.key) };
      addUsage(sums, row.sums);
      changed.push({ ...row, sums });
    }
    if (days.before !== days.after) {
      daily.moveUsage(before.shard, days.before, rowsBefore, -1);
      daily.moveUsage(before.shard, days.after, rowsBefore, 1);
      daily.countTrace(before.shard, days.before, -1);
      daily.countTrace(before.shard, days.after, 1);
    }
    daily.changeUsage(before.shard, days.after, rowsBefore, change.usage);
  }
  setTraceUsage(pipeline, changed);
}

const isAddition = ({ change, days }: UsageMove): boolean => change.isAddition && days.before === days.after;

const hasChanged = ({ change, days }: UsageMove): boolean =>
  days.before !== days.after || change.usage.entries().length > 0;

/** Returns the differences of the usage rows of a trace. */
const rowsOf = ({ before, change }: UsageMove): TraceUsageRow[] =>
  change.usage.entries().map(({ key, sums }) => ({ part: before.part, traceId: before.id, key, sums }));
