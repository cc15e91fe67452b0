import type { Micros, TRACE_SEARCHED } from '@sluice/record';
import type { Extras, Portions, TraceListItem, TraceSelection, Versioned } from './trace';

export type SearchedField = (typeof TRACE_SEARCHED)[number];

/** A place in the order of a search: newest first, ties by id downwards. */
export interface SearchCursor {
  readonly timestamp: Micros;
  /** Lower-case UUID. */
  readonly id: string;
}

/** Traces of a selection that have a text in one of some fields (contract: Text search). */
export interface TraceSearchQuery extends TraceSelection {
  readonly text: string;
  /** At least one. */
  readonly fields: readonly SearchedField[];
  /** Only what comes after; absent: all. */
  readonly after?: SearchCursor;
  /** Traces at most. */
  readonly limit: number;
  readonly include: Extras;
}

/** How long a search goes on. */
export interface SearchTime {
  /** In milliseconds; at least one trace is looked at. */
  readonly budgetMs: number;
  /** Whether nobody waits for the answer any more. */
  readonly isGone: () => boolean;
}

/** Why a search ended: as many were found as were asked for, everything was looked at, or its time was over. */
export type SearchEnd = 'limit' | 'all' | 'time';

export interface TraceSearch extends Versioned {
  readonly end: SearchEnd;
  /** Traces that were passed on the way. */
  readonly passed: number;
  readonly found: number;
  /** Up to here, itself among it, everything was looked at; absent: everything was. */
  readonly searchedTo?: SearchCursor;
  readonly portions: Portions<TraceListItem>;
}
