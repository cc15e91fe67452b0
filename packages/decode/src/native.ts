import type {
  FieldList,
  JsonText,
  Micros,
  NameOf,
  PUBLIC_OBSERVATION_FIELDS,
  PUBLIC_TRACE_FIELDS,
} from '@sluice/record';

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

/** Type of a field's value by kind; other kinds have rules of their own. */
interface NativeValue {
  readonly text: string;
  readonly longText: string;
  readonly json: JsonText;
  readonly io: JsonText;
  readonly time: Micros;
  readonly integer: number;
  readonly flag: boolean;
  readonly members: JsonTexts;
}

/** Fields that are sent under their own name. */
export type NativeFields<List extends FieldList> = {
  readonly [Name in NameOf<List, keyof NativeValue>]?: NativeValue[List[Name]['kind'] & keyof NativeValue];
};

export interface NativeTrace extends NativeFields<typeof PUBLIC_TRACE_FIELDS> {
  readonly id: string;
  readonly tags?: readonly string[];
  /** Id as sent, of an event whose id is any text. */
  readonly sentId?: string;
}

/** Its type and level are in upper case. */
export interface NativeObservation extends NativeFields<typeof PUBLIC_OBSERVATION_FIELDS> {
  readonly id: string;
  /** Ids as sent, of an event whose ids are any text. */
  readonly sentId?: string;
  readonly sentParentId?: string;
  /** null: top-level. */
  readonly parentObservationId?: string | null;
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
