import type { Fields } from '../fields';
import type { SpanView } from '../span-view';

/**
 * Source of a field: the name of an attribute, which is parsed as the field and then omitted from metadata; the same but also kept in
 * metadata; or a function of several attributes. A function that finds nothing in a span is not called again for spans with the same names
 * (`read-recorder.ts`), so its result must depend on the view alone.
 */
export type Source<T> = string | { readonly keep: string } | ((view: SpanView) => T | undefined);

/** Sources of each field; the first with a value wins. */
export type FieldSources = { readonly [F in keyof Fields]?: readonly Source<Fields[F]>[] };

/** Family of attributes that contains only some of the names with its prefix. */
export interface Family {
  readonly name: string;
  readonly has: (attribute: string) => boolean;
}

/** Convention by which some senders write LLM telemetry into spans. */
export interface Dialect extends FieldSources {
  /**
   * First segments of the names of its attributes and events. A span is read by the dialect only if the span or its resource has one of
   * them. `'*'`: every span.
   */
  readonly namespaces: readonly string[];
  /** Whether an empty input or output counts as a value, instead of yielding to other dialects. */
  readonly meansEmpty?: boolean;
  /** Names under which several attributes are read together: `<name>.<key>`. */
  readonly families?: readonly (string | Family)[];
  /** Attributes whose members, and whose `<name>.<key>`, are top-level metadata of the observation. */
  readonly metadata?: readonly string[];
  /** The same for the metadata of the trace. */
  readonly traceMetadata?: readonly string[];
  /** Returns a test for metadata texts that the sender wrote as JSON; undefined: only objects and arrays are JSON. */
  readonly jsonOfMetadata?: (view: SpanView) => IsJson | undefined;
}

/** Whether a text was written as JSON that is neither object nor array. */
export type IsJson = (text: string) => boolean;

/** Source that reads an attribute and keeps it in metadata as well. */
export function keep(key: string): { readonly keep: string } {
  return { keep: key };
}
