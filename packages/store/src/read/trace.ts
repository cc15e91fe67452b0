import {
  type FieldList,
  type JsonText,
  type Micros,
  type NameOf,
  type Outcome,
  type PUBLIC_OBSERVATION_FIELDS,
  type PUBLIC_TRACE_FIELDS,
  type TRACE_FILTERS,
  type TRACE_ORDERS,
  TRACE_ROW_ORDERS,
} from '@sluice/record';
import type { Score } from './answered-score';
import type { TraceMatch } from './trace-match';
import type { TraceCondition } from './trace-condition';

/** A half-open time range; unbounded without a bound. */
export interface TimeWindow {
  /** Inclusive. */
  readonly from?: Micros;
  /** Exclusive. */
  readonly before?: Micros;
}

/** Fields that must have exactly the given value. */
export type FieldFilter = { readonly [Name in keyof typeof TRACE_FILTERS]?: string };

/** Filter of traces: all given conditions together; a missing or empty one selects all. */
export interface TraceFilter extends TimeWindow, FieldFilter {
  readonly name?: string;
  /** All of these. */
  readonly tags: readonly string[];
  /** Any of these. */
  readonly environments: readonly string[];
  /** Any of these. */
  readonly outcomes?: readonly string[];
}

/** Orders of a list (contract: Reading traces). */
export type TraceOrderField = (typeof TRACE_ORDERS)[number] | RowOrder;

/** Orders that the trace index does not serve: all matches are sorted by their rows. */
export type RowOrder = Exclude<(typeof TRACE_ROW_ORDERS)[number], 'bookmarked'>;

export const isRowOrder = (field: TraceOrderField): field is RowOrder =>
  TRACE_ROW_ORDERS.some((each) => each === field);

/** Order of a list: null is the smallest value; ties are sorted by id in the same direction; text is compared by code point. */
export interface TraceOrder {
  readonly field: TraceOrderField;
  readonly direction: 'asc' | 'desc';
}

/** A slice of an ordered result, both counts at least 1. */
export interface Page {
  readonly page: number;
  readonly limit: number;
}

/** Parts of an answer in addition to a trace's own fields. */
export interface Extras {
  readonly io: boolean;
  readonly observations: boolean;
  readonly summary?: boolean;
  readonly scores?: boolean;
  /** Ids in the form in which they were first sent, and tags sorted (contract: Ids). */
  readonly asSent?: boolean;
}

/** Traces that match a filter and further conditions. */
export interface TraceSelection {
  readonly filter: TraceFilter;
  /** Further conditions, all of them; absent: none. */
  readonly conditions?: readonly TraceCondition[];
}

/** A page of traces in an order. */
export interface TracePageQuery extends Page, TraceSelection {
  readonly order: TraceOrder;
}

export interface TraceListQuery extends TracePageQuery {
  readonly include: Extras;
}

/** Fields of observations that are read: all, or all but free-form values, whose sizes replace them. */
export type ObservationDetail = 'all' | 'core';

export interface DetailQuery {
  /** Lower-case UUID. */
  readonly id: string;
  readonly include: Extras;
  /** Absent: all. */
  readonly detail?: ObservationDetail;
}

/** Text that is too long for memory: its UTF-8 bytes, read from the store as the consumer reads, once. */
export type LongText = AsyncIterable<Buffer>;

/** JSON text in the pieces that are stored, strings or UTF-8: an answer needs no string of all of them. */
export type PackedText = readonly (string | Buffer)[];

/** JSON text of any length. */
export type StoredText = JsonText | PackedText | LongText;

/** An integer in decimal digits, which JSON contains as they are: a sum may exceed the exact range of a double. */
export type IntegerText = string;

/** Tokens of the observations that count (contract: Usage and cost). */
export interface TokenSums {
  readonly input: IntegerText;
  readonly output: IntegerText;
  readonly total: IntegerText;
}

/** Types of fields in answers, by their kind; the other kinds have rules of their own. */
interface ReadValue {
  readonly text: string;
  /** Text of a JSON string. */
  readonly longText: StoredText;
  readonly json: StoredText;
  readonly members: StoredText;
  readonly time: Micros;
  readonly integer: number;
  readonly flag: boolean;
}

/** Fields of some kinds; null if a field has no value. */
type ReadFields<List extends FieldList, Kind extends keyof ReadValue> = {
  readonly [Name in NameOf<List, Kind>]: ReadValue[List[Name]['kind'] & Kind] | null;
};

/** A trace in answers. */
export interface Trace extends ReadFields<typeof PUBLIC_TRACE_FIELDS, 'text' | 'flag' | 'time'> {
  readonly id: string;
  readonly timestamp: Micros;
  readonly environment: string;
  readonly public: boolean;
  /** A JSON array of strings, in the order of first occurrence, or sorted. */
  readonly tags: StoredText;
  /** Microseconds from the earliest start to the latest end; 0 without observations. */
  readonly latency: Micros;
  /** USD, 0 when unknown. */
  readonly totalCost: number;
  readonly usage: TokenSums;
  readonly createdAt: Micros;
  readonly updatedAt: Micros;
}

/** A trace's free-form values; null if absent or not requested. */
export interface TraceIo {
  readonly input: StoredText | null;
  readonly output: StoredText | null;
  readonly metadata: StoredText | null;
}

/** Failed step that explains the outcome of a trace (contract: Outcome). */
export interface TraceFailure {
  readonly observationId: string;
  readonly name: string | null;
  /** Beginning of its status message, as long as a preview. */
  readonly message: string;
}

/** Summary of a trace in a list (contract: Reading traces). */
export interface TraceSummary {
  readonly observations: number;
  /** Observations of the level. */
  readonly errors: number;
  readonly warnings: number;
  readonly outcome: Outcome;
  /** A root has not ended yet, or has not arrived (contract: Outcome). */
  readonly isOpen: boolean;
  /** null: no observation of level ERROR has a message. */
  readonly failure: TraceFailure | null;
  /** A JSON array, by code point, of bounded length. */
  readonly models: JsonText;
  /** Beginning of the JSON text of a value, as long as its preview needs; null without a value. */
  readonly input: string | null;
  readonly output: string | null;
}

export interface TraceListItem {
  readonly trace: Trace;
  readonly io: TraceIo;
  /** Present if requested. */
  readonly summary?: TraceSummary;
  /** A JSON array of ids, in their order; null if not requested or none. */
  readonly observationIds: StoredText | null;
  /** A JSON array of ids, newest first; absent if not requested or none. */
  readonly scoreIds?: JsonText;
  /** Present in a search. */
  readonly match?: TraceMatch;
}

/** Groups of items of bounded size, read as the consumer reads, once; an empty result has no portion. */
export type Portions<T> = AsyncIterable<readonly T[]>;

/** A result whose memory is known before it is answered. */
export interface Held {
  /** Bytes that it holds at a time, at most, until all of it is answered. */
  readonly heldBytes: number;
}

/** A result that a client may already have. */
export interface Versioned extends Held {
  /** Text that differs from that of every other answer to the same request. */
  readonly version: string;
}

/**
 * Plan by which a page is read. `rows`: by the rows of traces and their indexes. The others use the trace index (docs/reference/reads.md),
 * and return the same page:
 *
 * - `scan`: scan of the order's B-tree, from its beginning, with the bitmaps of the matches.
 * - `scan-back`: the same from its end.
 * - `fetch`: all matches by their index positions, then sorted.
 * - `by-values`: matches are counted by the values of the order's field; only the values on the page are scanned.
 */
export type ListPlan = 'rows' | 'scan' | 'scan-back' | 'fetch' | 'by-values';

export interface TraceList extends Versioned {
  readonly plan: ListPlan;
  /** Number of traces of all pages, exact. */
  readonly totalItems: number;
  readonly portions: Portions<TraceListItem>;
}

/** An observation in answers (contract: Reading traces). */
export interface Observation extends ReadFields<typeof PUBLIC_OBSERVATION_FIELDS, keyof ReadValue> {
  readonly id: string;
  readonly traceId: string;
  readonly parentId: string | null;
  readonly type: string;
  readonly startTime: Micros;
  /** Never before `startTime`. */
  readonly endTime: Micros | null;
  readonly level: string;
  readonly environment: string;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly totalTokens: number | null;
  /** Token counts as sent, a JSON object; its `total` is not to be used. */
  readonly usageDetails: StoredText | null;
  /** USD. */
  readonly inputCost: number | null;
  readonly outputCost: number | null;
  readonly totalCost: number | null;
  /** Cost as sent, a JSON object; null if the cost was computed or is unknown. */
  readonly costDetails: StoredText | null;
  /** `sent`, or the prices that the cost was computed by and their version; null if unknown. */
  readonly costSource: string | null;
  /** Id of the observation with the same model call in which its usage counts. */
  readonly countedIn: string | null;
  readonly createdAt: Micros;
  readonly updatedAt: Micros;
  /** Bytes of the JSON text of values that were not read, which are null then; 0 without a value. Absent if they were read. */
  readonly inputBytes?: number;
  readonly outputBytes?: number;
  readonly metadataBytes?: number;
}

/** Selection of observations: those of the trace, or of the newest trace that has each. */
export interface ObservationsQuery extends Page {
  /** Lower-case UUIDs without duplicates. */
  readonly ids: readonly string[];
  /** Lower-case UUID. */
  readonly traceId?: string;
  /** Ids as sent, as for traces. */
  readonly asSent?: boolean;
}

export interface FoundObservations extends Versioned {
  /** Number of observations of all pages, exact. */
  readonly totalItems: number;
  /** Sorted by trace, the one that was received last first; within a trace by start time, then id. */
  readonly observations: Portions<Observation>;
}

export interface TraceDetail extends Versioned {
  readonly trace: Trace;
  /** Present if requested. */
  readonly summary?: TraceSummary;
  /** Reads the free-form values; to be called once, before `observations` is read. */
  readonly readIo: () => Promise<TraceIo>;
  /** Its newest scores, newest first; empty if not requested. To be read after the free-form values. */
  readonly scores: Portions<Score>;
  /** Observations by start time, then id; empty if not requested. */
  readonly observations: Portions<Observation>;
}
