import type { Micros } from '@sluice/record';
import type { Score } from './answered-score';
import type { Page, Portions, TimeWindow, Trace, Versioned } from './trace';

/** Operators on the value of a score. */
export type ScoreOperator = '=' | '!=' | '<' | '<=' | '>' | '>=';

/** Comparison with the value of a score of type NUMERIC. */
export interface ScoreComparison {
  readonly operator: ScoreOperator;
  readonly value: number;
}

/** Filter of scores: all given conditions together. A list selects the scores with one of its values, and an empty list none. */
export interface ScoreFilter extends TimeWindow {
  /** Ids as sent. */
  readonly ids?: readonly string[];
  /** Lower-case UUIDs. */
  readonly traceIds?: readonly string[];
  /** Lower-case UUIDs. */
  readonly observationIds?: readonly string[];
  readonly names?: readonly string[];
  readonly sources?: readonly string[];
  readonly dataTypes?: readonly string[];
  readonly environments?: readonly string[];
  readonly configIds?: readonly string[];
  readonly queueIds?: readonly string[];
  readonly authorUserIds?: readonly string[];
  readonly sessionIds?: readonly string[];
  readonly datasetRunIds?: readonly string[];
  /** Values of the types that have a number. */
  readonly numbers?: readonly number[];
  /** Values of the types that have a text. */
  readonly texts?: readonly string[];
  readonly comparisons?: readonly ScoreComparison[];
  /** Scores of traces alone, without corrections. */
  readonly ofTraces?: boolean;
  /** User of the trace. */
  readonly userId?: string;
  /** The trace has all of these tags. */
  readonly traceTags?: readonly string[];
}

/** A score with its trace. */
export interface ListedScore {
  readonly score: Score;
  /** null: it belongs to no trace, or its trace is not stored. */
  readonly trace: Trace | null;
}

/** Place of a score in a list. */
export interface ScoreCursor {
  readonly timestamp: Micros;
  /** Id as sent. */
  readonly id: string;
}

export interface ScoreListQuery {
  readonly filter: ScoreFilter;
  /** Number of a page, whose answer has the total, or the place after which an answer begins. */
  readonly at: Pick<Page, 'page'> | { readonly after?: ScoreCursor };
  readonly limit: number;
  /** Ids in the form in which they were first sent, and tags sorted (contract: Ids). */
  readonly asSent?: boolean;
}

export interface ScoreList extends Versioned {
  /** Number of scores of all pages, exact; present if a page was requested. */
  readonly totalItems?: number;
  /** Place of the last score, if more follow and no page was requested. */
  readonly next?: ScoreCursor;
  /** Newest first, then by id, downwards by code point. */
  readonly scores: Portions<ListedScore>;
}
