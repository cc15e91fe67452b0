import { keyHash } from '@sluice/record';
import { dailyShard } from '../projects';
import type { ObservationSource } from './sql/observation-row';
import { type StoredTrace, effectiveTimestamp } from './sql/trace-row';
import type { ApplyTracesOptions, PendingRows } from './pending-rows';
import { derive } from './state/derive';
import type { FoldedTrace } from './state/fold';
import { NO_OBSERVATIONS, SummaryChange } from './state/summary';
import { type UsageTable, contributionOf, dayOf } from './state/usage';

export interface NewTrace {
  readonly folded: FoldedTrace;
  readonly stored: StoredTrace;
  readonly rows: readonly ObservationSource[];
  readonly usage: UsageTable;
}

/** A folded trace as it is stored if nothing of it exists. */
export function newTrace(folded: FoldedTrace, { prices, partOf }: ApplyTracesOptions): NewTrace {
  const { id, publicId, project } = folded;
  const part = partOf(folded.state.createdAt, project.firstOpen);
  const change = new SummaryChange();
  const rows: ObservationSource[] = [];
  let { updatedAt } = folded.state;
  for (const state of folded.observations) {
    const derived = derive(state.fields, state.createdAt, prices);
    change.add(contributionOf(derived, state.fields.model, state.fields.counted));
    updatedAt = Math.max(updatedAt, state.updatedAt);
    rows.push({ part, traceId: id, state, derived });
  }
  const { summary } = change.applyTo(NO_OBSERVATIONS);
  return {
    folded,
    stored: {
      id,
      publicId,
      project: project.id,
      part,
      shard: dailyShard(project.id, keyHash(id)),
      state: { ...folded.state, updatedAt },
      summary,
    },
    rows,
    usage: change.usage,
  };
}

/** Adds the rows of a trace that did not exist. Its own row is in place. */
export function addNewTrace({ stored, rows, usage }: NewTrace, pending: PendingRows): void {
  const { id: traceId, part } = stored;
  for (const row of rows) pending.newObservations.push(row);
  for (const { key, sums } of usage.entries()) pending.newUsage.push({ part, traceId, key, sums });
  const traceDay = dayOf(effectiveTimestamp(stored));
  pending.daily.countTrace(stored.shard, traceDay, 1);
  pending.daily.moveUsage(stored.shard, traceDay, usage, 1);
}
