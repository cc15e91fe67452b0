import type { FieldList, OBSERVATION_FIELDS, TRACE_FIELDS } from '../fields';
import type { JsonText } from '../json-object';
import type { Stamp } from '../stamp';
import type { Micros } from '../time';
import type { RecordHead } from './kind';

/** Token counts by usage type, in the order sent; integers >= 0. */
export type TokenCounts = Readonly<Record<string, number>>;

/**
 * Token usage in a trace update. Each group replaces as a whole, so that a new prompt count also replaces the cached part of the old one.
 * An empty group means that it has no counts (any more): an update that replaces all of the usage has all groups. Usage types are disjoint
 * (contract: Usage and cost).
 */
export interface Usage {
  /** Counts of the side `input` (`sideOfUsageType`); likewise below. */
  readonly input?: TokenCounts;
  readonly output?: TokenCounts;
  /** Counts of every other usage type but `total`. */
  readonly other?: TokenCounts;
  /** Total as sent; null: counts were sent without a total, so an older sent total is no longer valid. */
  readonly total?: number | LeastTotal | null;
}

/** Total as sent that is replaced by the sum of the counts if that is larger; never used for native totals. */
export interface LeastTotal {
  readonly atLeast: number;
}

/** Value of a field, by its kind. */
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
 * Fields of one observation from one request. A missing member was not sent (it never means a default); the writer and the reader apply
 * defaults (contract: Defaults are never stored as values).
 */
export interface Observation extends Values<typeof OBSERVATION_FIELDS> {
  /** Lower-case UUID; unique within its trace only. */
  readonly id: string;
  /** False if tokens and cost repeat those of children: shown, never summed. */
  readonly counted: boolean;
}

/**
 * A trace's input or output: its own text, that of one of its observations, or none. A root without a value sends `none`, so that earlier
 * values of other spans are no longer valid.
 */
export type TraceIo = { readonly text: JsonText } | { readonly observationId: string } | { readonly none: true };

/** Fields of a trace from one source; a missing member was not sent. */
export type TraceFields = Values<typeof TRACE_FIELDS>;

/** Trace fields with their common stamp. */
export interface TraceUpdate {
  readonly stamp: Stamp;
  readonly fields: TraceFields;
}

/** Stamps of the tags and observations of one event. */
export interface EventStamps {
  readonly stamp: Stamp;
  /** Stamp of `FIRST_FIELDS`; absent: as `stamp`. */
  readonly first?: Stamp;
}

/** Fields of an observation for which the first create wins (contract: Order of events). */
export const FIRST_FIELDS = ['startTime', 'environment'] as const satisfies readonly (keyof Observation)[];

/**
 * All that one request sent of one trace. An observation id occurs at most once; a body that repeats an id is merged in array order before.
 */
export interface TraceRecord extends RecordHead {
  readonly kind: 'trace';
  /** Lower-case UUID. */
  readonly traceId: string;
  readonly updates: readonly TraceUpdate[];
  /** Tags without duplicates, in the order sent. */
  readonly tags: readonly string[];
  readonly observations: readonly Observation[];
  /** Absent: the stamp of the receipt. */
  readonly stamps?: EventStamps;
}
