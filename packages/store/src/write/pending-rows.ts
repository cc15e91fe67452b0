import type { PriceTable } from '@sluice/pricing';
import type { Micros } from '@sluice/record';
import type { ObservationSource } from './sql/observation-row';
import type { RowValue } from './sql/row-values';
import type { OpenTrace } from './sql/model-io';
import type { TraceUsageRow } from './sql/usage-tables';
import type { KnownTraces } from './known-traces';
import type { HeldProject, ProjectOf } from './projects';
import { DailyChanges } from './state/daily';

export interface ApplyTracesOptions {
  readonly prices: PriceTable;
  /** The part in which a trace first received at this time is kept, of those from the first open one on. */
  readonly partOf: (receivedAt: Micros, firstOpen: number) => number;
  readonly projectOf: ProjectOf<HeldProject>;
  /** Number of the shard that new traces get, of those of their project. */
  readonly shard: number;
  /** What retention has removed of it is forgotten. */
  readonly known: KnownTraces;
  /** Collects garbage; called where there is much of it. */
  readonly freeMemory: () => void;
}

/** Rows gathered for the statements of one transaction. */
export interface PendingRows {
  readonly newObservations: ObservationSource[];
  readonly changedObservations: (readonly RowValue[])[];
  /** The parts and traces of those. */
  readonly changedKeys: { readonly parts: Set<number>; readonly traceIds: Set<string> };
  readonly newUsage: TraceUsageRow[];
  readonly changedUsage: TraceUsageRow[];
  /** Traces with values that are left to their model calls, which may be others now. */
  readonly openTraces: OpenTrace[];
  readonly daily: DailyChanges;
  /** Observations that changed nothing: the key of the trace and the id. */
  readonly duplicates: Set<string>;
}

export function noRows(): PendingRows {
  return {
    newObservations: [],
    changedObservations: [],
    changedKeys: { parts: new Set(), traceIds: new Set() },
    newUsage: [],
    changedUsage: [],
    openTraces: [],
    daily: new DailyChanges(),
    duplicates: new Set(),
  };
}
