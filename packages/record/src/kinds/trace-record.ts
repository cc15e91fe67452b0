import type { FieldList, OBSERVATION_FIELDS, TRACE_FIELDS } from '../fields';
import type { JsonText } from '../json-object';
import type { Stamp } from '../stamp';
import type { Micros } from '../time';
import type { RecordHead } from './kind';

/** Token counts by bucket name, in the order sent; integers >= 0. */
export type TokenCounts = Readonly<Record<string, number>>;

/**
 * Token usage in a statement. Each group replaces as a whole, so that a new prompt count also replaces
 * the cached part of the old one. An empty group means that there are no such buckets (any more): what replaces all of
 * the usage has all groups. Buckets are disjoint (contract: Usage and cost).
 */
export interface Usage {
  /** Buckets of the side `input` (`sideOfUsageType`), likewise below. */
  readonly input?: TokenCounts;
  readonly output?: TokenCounts;
  /** Every other bucket but `total`. */
  readonly other?: TokenCounts;
  /** The total as sent; null: buckets were sent without a total, so an older sent total no longer holds. */
  readonly total?: number | LeastTotal | null;
}

/** A total as sent that gives way to the sum of the buckets where that is larger: no native one does. */
export interface LeastTotal {
  readonly atLeast: number;
}

/** What the value of a field is, by its kind. */
interface ValueOf {
  readonly text: string;
  readonly longText: string;
  readonly json: JsonText;
  /** Integer microseconds since the epoch, UTC. */
  readonly time: Micros;
  readonly integer: number;
  readonly flag: boolean;
  readonly members: ReadonlyMap<string, JsonText>;
  /** null: top-level. */
  readonly parent: string | null;
  readonly usage: Usage;
  readonly amounts: Readonly<Record<string, number>>;
  readonly io: TraceIo;
}

type Values<List extends FieldList> = { readonly [Name in keyof List]?: ValueOf[List[Name]['kind']] };

/**
 * What one request sent of one observation. A missing member was not sent (it never means a default); the writer
 * and the reader apply defaults (contract: Defaults are never stored as values).
 */
export interface Observation extends Values<typeof OBSERVATION_FIELDS> {
  /** Lower-case UUID; unique within its trace only. */
  readonly id: string;
  /** False where tokens and cost repeat those of children: shown, never summed. */
  readonly counted: boolean;
}

/**
 * A trace's input or output: its own text, that of one of its observations, or none, of a root that has none, so
 * that values of other spans from before it no longer hold.
 */
export type TraceIo = { readonly text: JsonText } | { readonly observationId: string } | { readonly none: true };

/** The fields of a trace from one source; a missing member was not sent. */
export type TraceFields = Values<typeof TRACE_FIELDS>;

/** Trace fields with the stamp that all of them carry. */
export interface TraceStatement {
  readonly stamp: Stamp;
  readonly fields: TraceFields;
}

/**
 * What one request sent of one trace. An observation id occurs at most once; a body that repeats one is folded in
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
