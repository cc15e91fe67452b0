import type { SearchCursor } from '@sluice/record';
import type { Extras, Portions, TraceListItem, TraceSelection, Versioned } from './trace';
import type { SearchedField } from './trace-match';

/** Traces of a selection that contain a text in one of some fields (contract: Text search). */
export interface TraceSearchQuery extends TraceSelection {
  readonly text: string;
  /** Fields to search; at least one. */
  readonly fields: readonly SearchedField[];
  /** Cursor after which the search continues; absent: from the newest trace. */
  readonly after?: SearchCursor;
  /** Limit of the traces. */
  readonly limit: number;
  readonly include: Extras;
}

/** Time limit of a search. */
export interface SearchTime {
  /** Milliseconds; at least one trace is read. */
  readonly budgetMs: number;
  /** Returns whether the client has gone. */
  readonly isGone: () => boolean;
}

/** Reason of the end of a search: the limit of traces, all traces searched, or its time was over. */
export type SearchEnd = 'limit' | 'all' | 'time';

export interface TraceSearch extends Versioned {
  readonly end: SearchEnd;
  /** Number of traces that were read. */
  readonly passed: number;
  /** Bytes of the texts below their rows that were read. */
  readonly bytes: number;
  /** Number of traces of the selection; absent if the search continues another, and if counting takes longer than the search. */
  readonly selected?: number;
  readonly found: number;
  /** Cursor up to which, inclusive, everything was searched; absent: everything was. */
  readonly searchedTo?: SearchCursor;
  readonly portions: Portions<TraceListItem>;
}
