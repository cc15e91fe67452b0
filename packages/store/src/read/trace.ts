import type {
  FieldList,
  JsonText,
  Micros,
  NameOf,
  PUBLIC_OBSERVATION_FIELDS,
  TRACE_FIELDS,
  TRACE_FILTERS,
  TRACE_ORDERS,
} from '@sluice/record';
import type { TraceCondition } from './trace-condition';

/** A half-open time range; a missing bound does not bound. */
export interface TimeWindow {
  /** Inclusive. */
  readonly from?: Micros;
  /** Exclusive. */
  readonly before?: Micros;
}

/** The fields of which a trace has exactly the value that is asked for. */
export type FieldFilter = { readonly [Name in keyof typeof TRACE_FILTERS]?: string };

/** Which traces: all given conditions together; a missing or empty one selects all. */
export interface TraceFilter extends TimeWindow, FieldFilter {
  readonly name?: string;
  /** All of them. */
  readonly tags: readonly string[];
  /** Any of them. */
  readonly environments: readonly string[];
}

/** What a list can be ordered by (contract: Reading traces). */
export type TraceOrderField = (typeof TRACE_ORDERS)[number] | 'public';

/** null is the smallest value; ties go by id in the same direction; text compares by code point. */
export interface TraceOrder {
  readonly field: TraceOrderField;
  readonly direction: 'asc' | 'desc';
}

/** A slice of an ordered result, both counts at least 1. */
export interface Page {
  readonly page: number;
  readonly limit: number;
}

/** What to read beside a trace's own fields. */
export interface Extras {
  readonly io: boolean;
  readonly observations: boolean;
  readonly summary?: boolean;
  /** Ids in the form in which they were first sent, and tags sorted (contract: Ids). */
  readonly asSent?: boolean;
}

/** Traces that match a filter, and what it cannot say. */
export interface TraceSelection {
  readonly filter: TraceFilter;
  /** All of them as well; absent: none. */
  readonly conditions?: readonly TraceCondition[];
}

export interface TraceListQuery extends Page, TraceSelection {
  readonly order: TraceOrder;
  readonly include: Extras;
}

/** What of observations is read: everything, or all but free-form values, whose sizes stand for them. */
export type ObservationDetail = 'all' | 'core';

export interface DetailQuery {
  /** Lower-case UUID. */
  readonly id: string;
  readonly include: Extras;
  /** Absent: all. */
  readonly detail?: ObservationDetail;
}

/** Text that is too long to be held: its UTF-8 bytes, read from the store as they are taken, once. */
export type LongText = AsyncIterable<Buffer>;

/** JSON text of any length. */
export type StoredText = JsonText | LongText;

/** An integer in decimal digits, which JSON takes as they are: a sum may be beyond what a double holds exactly. */
export type IntegerText = string;

/** Tokens of the observations that count (contract: Usage and cost). */
export interface TokenSums {
  readonly input: IntegerText;
  readonly output: IntegerText;
  readonly total: IntegerText;
}

/** What a field reads as, by its kind; the other kinds have rules of their own. */
interface ReadValue {
  readonly text: string;
  /** A JSON string. */
  readonly longText: StoredText;
  readonly json: StoredText;
  readonly members: StoredText;
  readonly time: Micros;
  readonly integer: number;
  readonly flag: boolean;
}

/** The fields of some kinds; null where there is none. */
type ReadFields<List extends FieldList, Kind extends keyof ReadValue> = {
  readonly [Name in NameOf<List, Kind>]: ReadValue[List[Name]['kind'] & Kind] | null;
};

/** A trace as it reads. */
export interface Trace extends ReadFields<typeof TRACE_FIELDS, 'text' | 'flag' | 'time'> {
  readonly id: string;
  readonly timestamp: Micros;
  readonly environment: string;
  readonly public: boolean;
  /** A JSON array of strings, in the order first seen, or sorted. */
  readonly tags: StoredText;
  /** Microseconds from the earliest start to the latest end; 0 without observations. */
  readonly latency: Micros;
  /** USD, 0 when unknown. */
  readonly totalCost: number;
  readonly usage: TokenSums;
  readonly createdAt: Micros;
  readonly updatedAt: Micros;
}

/** A trace's free-form values; null where absent or not asked for. */
export interface TraceIo {
  readonly input: StoredText | null;
  readonly output: StoredText | null;
  readonly metadata: StoredText | null;
}

/** What is to be known of a trace before it is opened (contract: Reading traces). */
export interface TraceSummary {
  readonly observations: number;
  /** Of them, those of the level. */
  readonly errors: number;
  readonly warnings: number;
  /** A JSON array, by code point, of bounded length. */
  readonly models: JsonText;
  /** As much of the JSON text of a value as its preview needs; null where there is none. */
  readonly input: string | null;
  readonly output: string | null;
}

export interface TraceListItem {
  readonly trace: Trace;
  readonly io: TraceIo;
  /** Where it was asked for. */
  readonly summary?: TraceSummary;
  /** A JSON array of ids, in their order; null where not asked for or none. */
  readonly observationIds: StoredText | null;
}

/** Runs of items of bounded size, read as they are taken, once; an empty result gives no portion. */
export type Portions<T> = AsyncIterable<readonly T[]>;

/** A result whose memory is known before it is answered. */
export interface Held {
  /** Bytes that it takes at a time, at most, until all of it is answered. */
  readonly heldBytes: number;
}

/** A result of which a client may have the same already. */
export interface Versioned extends Held {
  /** Differs from that of every other answer to the same question. */
  readonly version: string;
}

/**
 * How a page is found. `rows`: by the rows of traces and their indexes. The others go by what is folded
 * (docs/reference/reads.md), and give the same page:
 *
 * - `walk`: along the B-tree of the order, from its beginning, by the bits of the matches.
 * - `walk-back`: the same from its end.
 * - `gather`: all matches by their positions, then sorted.
 * - `runs`: matches are counted by the values of the order's field; only the values that the page lies in are walked.
 */
export type ListPlan = 'rows' | 'walk' | 'walk-back' | 'gather' | 'runs';

export interface TraceList extends Versioned {
  readonly plan: ListPlan;
  /** Of all pages, exact. */
  readonly totalItems: number;
  readonly portions: Portions<TraceListItem>;
}

/** An observation as it reads (contract: Reading traces). */
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
  /** Buckets as sent, a JSON object; its `total` is not to be used. */
  readonly usageDetails: StoredText | null;
  /** USD. */
  readonly inputCost: number | null;
  readonly outputCost: number | null;
  readonly totalCost: number | null;
  /** As sent, a JSON object; null where the cost was computed or is unknown. */
  readonly costDetails: StoredText | null;
  /** `sent`, or the prices that the cost was computed by and their version; null where it is unknown. */
  readonly costSource: string | null;
  /** The id of the observation that has the same model call, in which its usage counts. */
  readonly countedIn: string | null;
  readonly createdAt: Micros;
  readonly updatedAt: Micros;
  /** Bytes of the JSON text of the values that were not read, which are null then; 0 without any. Absent where they were read. */
  readonly inputBytes?: number;
  readonly outputBytes?: number;
  readonly metadataBytes?: number;
}

/** Which observations: those of the trace, or of the newest trace that has each. */
export interface ObservationsQuery extends Page {
  /** Lower-case UUIDs, each once. */
  readonly ids: readonly string[];
  /** Lower-case UUID. */
  readonly traceId?: string;
  /** As of traces. */
  readonly asSent?: boolean;
}

export interface FoundObservations extends Versioned {
  /** Of all pages, exact. */
  readonly totalItems: number;
  /** By trace, the one that was received last first; those of one trace by start time, then id. */
  readonly observations: Portions<Observation>;
}

export interface TraceDetail extends Versioned {
  readonly trace: Trace;
  /** Where it was asked for. */
  readonly summary?: TraceSummary;
  /** To be called once, before `observations` is read. */
  readonly readIo: () => Promise<TraceIo>;
  /** By start time, then id; none where not asked for. */
  readonly observations: Portions<Observation>;
}
