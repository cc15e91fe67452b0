import { dailyShard } from '../projects';
import type { ObservationSource } from './sql/observation-row';
import { isOpen } from './sql/model-io';
import { type StoredTrace, effectiveTimestamp } from './sql/trace-row';
import { longTexts } from './packs/pack-texts';
import type { ApplyTracesOptions, PendingRows } from './pending-rows';
import { derive } from './state/derive';
import type { MergedTrace } from './state/merge-records';
import { SEVERAL, countedElsewhere, isCounted } from './state/repeated-calls';
import { NO_OBSERVATIONS, SummaryChange } from './state/summary';
import { type UsageTable, contributionOf, dayOf } from './state/usage';

/** A merged trace with the rows that its observations have by themselves. */
export interface SentTrace {
  readonly merged: MergedTrace;
  readonly rows: readonly SentRow[];
}

/** Part of the row of an observation that does not depend on its trace. */
export type SentRow = Pick<ObservationSource, 'state' | 'derived' | 'countedIn'>;

/** A trace as it is stored if it does not exist yet. */
export interface NewTrace extends SentTrace {
  readonly stored: StoredTrace;
  readonly usage: UsageTable;
}

export function sentTrace(merged: MergedTrace, { prices }: ApplyTracesOptions): SentTrace {
  const rows = merged.observations.map((state) => ({
    state,
    derived: derive(state.fields, state.createdAt, prices),
    countedIn: undefined,
  }));
  return { merged, rows };
}

export function newTrace(trace: SentTrace, { partOf, transaction, isPacked }: ApplyTracesOptions): NewTrace {
  const { merged } = trace;
  const { id, publicId, project } = merged;
  const rows = merged.state.callScope === SEVERAL ? withCountedIn(trace.rows) : trace.rows;
  const change = new SummaryChange();
  let { updatedAt } = merged.state;
  for (const { state, derived, countedIn } of rows) {
    const { fields } = state;
    change.add(contributionOf(derived, fields, isCounted(fields.id, fields.counted, countedIn)), fields);
    updatedAt = Math.max(updatedAt, state.updatedAt);
  }
  const { summary } = change.applyTo(NO_OBSERVATIONS);
  const texts = longTexts(merged, rows);
  return {
    merged,
    stored: {
      id,
      publicId,
      project: project.id,
      part: partOf(merged.state.createdAt, project.firstOpen),
      shard: dailyShard(project.id, transaction.shard),
      state: { ...merged.state, updatedAt },
      summary,
      chosen: {},
      deadBytes: texts.length > 0 && isPacked(texts) ? 0 : undefined,
    },
    rows,
    usage: change.usage,
  };
}

function withCountedIn(rows: readonly SentRow[]): readonly SentRow[] {
  const countedIn = countedElsewhere(
    rows.map(({ state: { fields }, derived: { tokens } }) => {
      const { id, parentId, type, counted, scope } = fields;
      return { id, parentId, type, counted, scope, tokens };
    }),
  );
  return rows.map((row) => ({ ...row, countedIn: countedIn.get(row.state.fields.id) }));
}

/** Adds the rows of a trace that did not exist. The trace row itself is already inserted. */
export function addNewTrace({ stored, rows, usage }: NewTrace, pending: PendingRows): void {
  const { id: traceId, part } = stored;
  for (const { state, derived, countedIn } of rows) {
    pending.newObservations.push({ part, traceId, state, derived, countedIn, texts: undefined });
  }
  if (stored.deadBytes !== undefined) pending.longTraces.add(traceId);
  for (const { key, sums } of usage.entries()) pending.newUsage.push({ part, traceId, key, sums });
  if (isOpen(stored)) {
    pending.openTraces.push({ trace: stored, isWhole: false, candidates: rows.map(({ state }) => state.fields.id) });
  }
  const traceDay = dayOf(effectiveTimestamp(stored));
  pending.daily.countTrace(stored.shard, traceDay, 1);
  pending.daily.moveUsage(stored.shard, traceDay, usage, 1);
}
