import type { Micros } from '@sluice/record';
import type { ObservationCondition } from './observation-condition';
import type { Observation, Portions, TimeWindow, Trace, Versioned } from './trace';

/** Place of an observation in the list: newest first by start, ties by the ids of its trace and its own, both downwards. */
export interface ObservationCursor {
  readonly startTime: Micros;
  /** Lower-case UUIDs. */
  readonly traceId: string;
  readonly id: string;
}

/** Free-form values and details of an observation that are read on request. */
export type ObservationText = 'input' | 'output' | 'metadata' | 'modelParameters' | 'usageDetails' | 'costDetails';

/** Observations whose start is in a window, and that fulfil all conditions. */
export interface ObservationListQuery extends TimeWindow {
  readonly conditions: readonly ObservationCondition[];
  readonly limit: number;
  /** Number of the page, from 1, whose total is counted; or the place after which the list continues, absent: its beginning. */
  readonly at: { readonly page: number } | { readonly after?: ObservationCursor };
  /** Values that are read; the others are null. */
  readonly texts: readonly ObservationText[];
  /** Ids as sent, as for traces. */
  readonly asSent?: boolean;
}

/** An observation with its trace. */
export interface ListedObservation {
  readonly observation: Observation;
  readonly trace: Trace;
  /** True without a parent, and if its sender marked it as the root of an application. */
  readonly isRoot: boolean;
}

export interface ObservationList extends Versioned {
  /** Number of observations of all pages, exact; present if a page was requested. */
  readonly totalItems?: number;
  /** Place of the last observation, if more follow it and no page was requested. */
  readonly next?: ObservationCursor;
  /** Newest first. */
  readonly observations: Portions<ListedObservation>;
}
