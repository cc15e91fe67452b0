import type { TextCutter } from '../packs/cut-text';
import type { PriceTable } from '@sluice/pricing';
import type { Micros } from '@sluice/record';
import type { ObservationSource } from './sql/observation-row';
import type { OpenTrace } from './sql/model-io';
import type { TraceUsageRow } from './sql/usage-tables';
import { BatchPacks } from './packs/batch-packs';
import type { WrittenTrace } from './active-traces';
import type { KnownTraces } from './known-traces';
import type { Memory } from './locked-traces';
import type { HeldProject, ProjectOf } from './projects';
import { DailyChanges } from './state/daily';

export interface ApplyTracesOptions extends Memory {
  readonly prices: PriceTable;
  /** Returns the receipt hour of a trace first received at this time, at least the first open one. */
  readonly partOf: (receivedAt: Micros, firstOpen: number) => number;
  readonly projectOf: ProjectOf<HeldProject>;
  /** Known traces; those that retention has removed are deleted from it. */
  readonly known: KnownTraces;
  readonly cutter: TextCutter;
  /** Returns whether the long texts of a new trace are stored in packs. */
  readonly isPacked: (texts: readonly string[]) => boolean;
  /** Collects garbage; called when there is much of it. */
  readonly freeMemory: () => void;
}

/** Rows collected for the statements of one transaction. */
export interface PendingRows {
  readonly newObservations: ObservationSource[];
  /** Keys of traces whose new observations may have long texts. */
  readonly longTraces: Set<string>;
  /** Packs of the long texts of all these rows. */
  readonly packs: BatchPacks;
  readonly changedObservations: ObservationSource[];
  /** Receipt hours and trace keys of the changed observations. */
  readonly changedKeys: { readonly parts: Set<number>; readonly traceIds: Set<string> };
  readonly newUsage: TraceUsageRow[];
  /** Traces whose input or output is chosen from their model calls; the choice may have changed. */
  readonly openTraces: OpenTrace[];
  readonly daily: DailyChanges;
  readonly written: WrittenTrace[];
  /** Observations that changed nothing: trace key and id. */
  readonly duplicates: Set<string>;
}

export function noRows({ cutter }: Pick<ApplyTracesOptions, 'cutter'>): PendingRows {
  return {
    newObservations: [],
    longTraces: new Set(),
    packs: new BatchPacks(cutter),
    changedObservations: [],
    changedKeys: { parts: new Set(), traceIds: new Set() },
    newUsage: [],
    openTraces: [],
    daily: new DailyChanges(),
    written: [],
    duplicates: new Set(),
  };
}
