import type { JsonText } from '@sluice/record';

/**
 * The native bodies after validation (spec 4.1, 4.5). Member names are the contract's, spellings are unified, null
 * members are left out, times are integer microseconds since the epoch, ids are lower-case UUIDs. Text is free of
 * U+0000 and lone surrogates. Free-form values are their JSON as it was sent, but for those characters. A missing member
 * was not sent.
 */

/** Free-form values by name. */
export type JsonTexts = ReadonlyMap<string, JsonText>;

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
  readonly metadata?: JsonTexts;
  readonly environment?: string;
  readonly public?: boolean;
  readonly input?: JsonText;
  readonly output?: JsonText;
}

export interface NativeObservation {
  readonly id: string;
  /** null: top-level. */
  readonly parentObservationId?: string | null;
  /** Upper case. */
  readonly type?: string;
  readonly name?: string;
  readonly startTime?: number;
  readonly endTime?: number;
  readonly completionStartTime?: number;
  readonly model?: string;
  readonly modelParameters?: JsonText;
  readonly input?: JsonText;
  readonly output?: JsonText;
  readonly metadata?: JsonTexts;
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
