import type { Pipeline } from '../session/pipeline';
import type { LockedTrace } from './locked-traces';
import { type SentTrace, addNewTrace, newTrace } from './new-traces';
import type { ApplyTracesOptions, PendingRows } from './pending-rows';
import { packedIoRows } from './packs/pack-texts';
import { isHidden } from './projects';
import { insertReplaced } from './sql/replaced-traces';
import { TRACE_COLUMNS, effectiveTimestamp } from './sql/trace-row';
import { updateTraces, upsertTraceIo } from './sql/traces';
import { selectTraceUsage } from './sql/usage-tables';
import { UsageTable, dayOf } from './state/usage';

/**
 * Replaces traces that retention has hidden by new ones: hidden traces do not exist for a writer. The row becomes that of the new trace,
 * and the daily sums lose the old one. Retention removes the rows below the old receipt hour, since one trace may have a million of them.
 * @param sent traces that exist
 * @param locked these traces
 * @returns the keys of the hidden traces
 */
export async function replaceHidden(
  pipeline: Pipeline,
  sent: readonly SentTrace[],
  locked: readonly LockedTrace[],
  pending: PendingRows,
  options: ApplyTracesOptions,
): Promise<ReadonlySet<string>> {
  const projects = new Map(sent.map(({ merged: { id, project } }) => [id, project]));
  const hidden = locked.flatMap(({ stored }) => {
    const project = projects.get(stored.id);
    return project !== undefined && isHidden(stored, project) ? [stored] : [];
  });
  const keys = new Set(hidden.map(({ id }) => id));
  if (hidden.length === 0) return keys;

  const parts = hidden.map(({ part }) => part);
  const usage = await selectTraceUsage(pipeline.client, { parts, traceIds: [...keys] });
  const nothing = new UsageTable();
  for (const trace of hidden) {
    const { id, shard } = trace;
    const day = dayOf(effectiveTimestamp(trace));
    pending.daily.countTrace(shard, day, -1);
    pending.daily.moveUsage(shard, day, usage.get(id) ?? nothing, -1);
  }
  insertReplaced(pipeline, parts, [...keys]);

  const made = sent.filter(({ merged }) => keys.has(merged.id)).map((trace) => newTrace(trace, options));
  for (const trace of made) addNewTrace(trace, pending);
  updateTraces(
    pipeline,
    made.map(({ stored }) => stored),
    new Set(TRACE_COLUMNS),
  );
  upsertTraceIo(pipeline, packedIoRows(made, pending.packs));
  return keys;
}
