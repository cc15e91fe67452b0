import type { Stamp } from './stamp';

/**
 * The text of one valid JSON value. Free-form values travel and are stored as such text and are spliced into answers
 * unchanged; a plain string is its JSON string. Never parsed and rebuilt on the way (design 2).
 */
export type JsonText = string;

/** Token counts by bucket name, in the order sent; integers >= 0. */
export type Buckets = Readonly<Record<string, number>>;

/**
 * What a statement says about token usage. Each group replaces as a whole, so that a new prompt count also replaces
 * the cached part of the old one. An empty group says that there are no such buckets (any more): what replaces all of the
 * usage names all groups. Buckets are disjoint (contract: Usage and cost).
 */
export interface Usage {
  /** Buckets whose name contains `input`. */
  readonly input?: Buckets;
  /** Buckets whose name contains `output` and not `input`. */
  readonly output?: Buckets;
  /** Every other bucket but `total`. */
  readonly other?: Buckets;
  /** The total as sent; null: buckets were sent without a total, so an older sent total no longer holds. */
  readonly total?: number | null;
}

/**
 * What one request says about one observation. A missing member says nothing (it never means a default); the writer
 * and the reader apply defaults (contract: Defaults are never stored as values). Times are integer microseconds
 * since the epoch, UTC.
 */
export interface Observation {
  /** Lower-case UUID; unique within its trace only. */
  readonly id: string;
  /** null: said to be top-level. */
  readonly parentId?: string | null;
  readonly type?: string;
  readonly name?: string;
  readonly startTime?: number;
  readonly endTime?: number;
  readonly completionStartTime?: number;
  readonly model?: string;
  /** The model that answered and is to be priced, where it differs from `model`. */
  readonly responseModel?: string;
  /** Who served the model (`openai`, `azure.ai.openai`), a hint for prices. */
  readonly provider?: string;
  readonly level?: string;
  readonly statusMessage?: string;
  readonly version?: string;
  readonly environment?: string;
  readonly input?: JsonText;
  readonly output?: JsonText;
  readonly modelParameters?: JsonText;
  readonly metadata?: ReadonlyMap<string, JsonText>;
  readonly usage?: Usage;
  /** USD by bucket as sent; finite numbers >= 0. */
  readonly costDetails?: Readonly<Record<string, number>>;
  /** False where tokens and cost repeat those of children: shown, never summed. */
  readonly counted: boolean;
}

/**
 * A trace's input or output: its own text, that of one of its observations, or none, said by a root that has none so
 * that what other spans said until it arrived no longer counts.
 */
export type TraceIo = { readonly text: JsonText } | { readonly observationId: string } | { readonly none: true };

/** What one source says about a trace; a missing member says nothing. */
export interface TraceFields {
  readonly name?: string;
  readonly userId?: string;
  readonly sessionId?: string;
  readonly release?: string;
  readonly version?: string;
  readonly environment?: string;
  readonly public?: boolean;
  /** Integer microseconds since the epoch, sent for the trace itself. */
  readonly timestamp?: number;
  readonly input?: TraceIo;
  readonly output?: TraceIo;
  readonly metadata?: ReadonlyMap<string, JsonText>;
}

/** Trace fields with the stamp that all of them carry. */
export interface TraceStatement {
  readonly stamp: Stamp;
  readonly fields: TraceFields;
}

/** What all records have in common. */
interface RecordHead {
  /** UUID: the identity of the record. A redelivered record has the same one. */
  readonly recordId: string;
  /** When the gateway received the request: integer microseconds since the epoch. */
  readonly receivedAt: number;
}

/**
 * What one request says about one trace. An observation id occurs at most once; a body that repeats one is folded in
 * array order before.
 */
export interface TraceRecord extends RecordHead {
  readonly kind: 'trace';
  /** Lower-case UUID. */
  readonly traceId: string;
  readonly statements: readonly TraceStatement[];
  /** Each once, in the order sent. */
  readonly tags: readonly string[];
  readonly observations: readonly Observation[];
}

/** One metric point (spec 2.6). */
export interface MetricPoint {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  /** Finite. */
  readonly value: number;
  /** Integer microseconds since the epoch. */
  readonly timestamp: number;
}

/** The points of one request. `recordId` is derived from the Idempotency-Key where one was sent. */
export interface MetricRecord extends RecordHead {
  readonly kind: 'metric';
  readonly points: readonly MetricPoint[];
}

export type SluiceRecord = TraceRecord | MetricRecord;
