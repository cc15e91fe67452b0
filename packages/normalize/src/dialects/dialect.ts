import type { Fields } from '../fields';
import type { SpanView } from '../span-view';

/**
 * Where a field may be found: an attribute by its name, read as the field is read and then not repeated in metadata;
 * the same but also kept there; or a function for what is not one attribute. A function that meets nothing of a span is not
 * asked again of spans with the same names (`read-recorder.ts`): what it gives follows from the view alone.
 */
export type Source<T> = string | { readonly keep: string } | ((view: SpanView) => T | undefined);

/** The sources of each field, the first that has a value wins. */
export type FieldSources = { readonly [F in keyof Fields]?: readonly Source<Fields[F]>[] };

/** A family of attributes that does not have all that begin with its name. */
export interface Family {
  readonly name: string;
  readonly has: (attribute: string) => boolean;
}

/** One way in which senders write LLM telemetry into spans. */
export interface Dialect extends FieldSources {
  /**
   * First segments of the names of its attributes and events; where a span and its resource have none of them the
   * dialect is not asked. `'*'`: always asked.
   */
  readonly namespaces: readonly string[];
  /** Whether an empty input or output is meant, and does not give way to those of other dialects. */
  readonly meansEmpty?: boolean;
  /** Names under which several attributes are read together: `<name>.<key>`. */
  readonly families?: readonly (string | Family)[];
  /** Attributes whose members, and whose `<name>.<key>`, are top-level metadata of the observation. */
  readonly metadata?: readonly string[];
  /** The same for the trace. */
  readonly traceMetadata?: readonly string[];
  /** Finds what the sender of a span writes as JSON among its metadata that is text; undefined: nothing but objects and arrays. */
  readonly jsonOfMetadata?: (view: SpanView) => IsJson | undefined;
}

/** Whether a text was written as JSON that is neither object nor array. */
export type IsJson = (text: string) => boolean;

/** Reads an attribute and keeps it in metadata as well. */
export function keep(key: string): { readonly keep: string } {
  return { keep: key };
}
