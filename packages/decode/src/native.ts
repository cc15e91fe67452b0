/**
 * The native bodies after validation (spec 4.1, 4.5). Member names are the contract's, spellings are unified, null
 * members are left out, times are integer microseconds since the epoch, ids are lower-case UUIDs. Text is free of
 * U+0000 and lone surrogates, free-form values included. A missing member was not sent.
 */

/** Any JSON value as parsed: numbers are IEEE doubles. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export type JsonObject = { readonly [key: string]: JsonValue };

/** Counts by name, integers >= 0, and under the names of OpenAI's shapes (`prompt_tokens_details`) the parts of a count. */
export type NativeUsage = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

export interface NativeTrace {
  readonly id: string;
  readonly timestamp?: number;
  readonly name?: string;
  readonly userId?: string;
  readonly sessionId?: string;
  readonly release?: string;
  readonly version?: string;
  readonly tags?: readonly string[];
  readonly metadata?: JsonObject;
  readonly environment?: string;
  readonly public?: boolean;
  readonly input?: JsonValue;
  readonly output?: JsonValue;
}

export interface NativeObservation {
  readonly id: string;
  /** null: said to be top-level. */
  readonly parentObservationId?: string | null;
  /** Upper case. */
  readonly type?: string;
  readonly name?: string;
  readonly startTime?: number;
  readonly endTime?: number;
  readonly completionStartTime?: number;
  readonly model?: string;
  readonly modelParameters?: JsonValue;
  readonly input?: JsonValue;
  readonly output?: JsonValue;
  readonly metadata?: JsonObject;
  readonly level?: 'DEBUG' | 'DEFAULT' | 'WARNING' | 'ERROR';
  readonly statusMessage?: string;
  readonly version?: string;
  readonly environment?: string;
  /** Inclusive counts, integers >= 0. */
  readonly promptTokens?: number;
  readonly completionTokens?: number;
  readonly totalTokens?: number;
  /** `usage` and `usageDetails` as sent (the latter's keys win), without `unit` and the cost members of `usage`. */
  readonly usageDetails?: NativeUsage;
  /** USD by name, finite, >= 0: `costDetails`, and inputCost, outputCost, totalCost of `usage` as input, output, total. */
  readonly costDetails?: Readonly<Record<string, number>>;
}

export interface NativeBatch {
  readonly trace: NativeTrace;
  /** In array order; an id may occur more than once. */
  readonly observations: readonly NativeObservation[];
}

export interface NativeMetricPoint {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
  /** Absent: now. */
  readonly timestamp?: number;
}
