import type { Attributes, OtlpEvent } from '@sluice/decode';
import { hasContent } from './content';
import { precedence } from './dialects';
import type { Dialect, FieldSources, Source } from './dialects';
import { PARSERS } from './fields';
import type { Fields } from './fields';
import type { MetadataSource } from './sent-metadata';
import { AttributeNamesTrie } from './attribute-names-trie';
import type { AttributeNames } from './attribute-names-trie';
import { useEvent } from './span-view';
import type { SpanView } from './span-view';
import { DialectDetector } from './detect-dialects';
import type { DetectedDialects } from './detect-dialects';
import { ReadRecorder } from './read-recorder';

/** Reader of a span: for each field the sources of all dialects in order of precedence. */
export interface SpanReader {
  /** Returns the value of a field: of the first source with a value, for input and output of the first with content. */
  read<F extends keyof Fields>(field: F, view: SpanView): Fields[F] | undefined;
  /** Whether the span itself has an attribute of the product. */
  hasProduct(view: SpanView): boolean;
  readonly metadata: readonly MetadataSource[];
  readonly traceMetadata: readonly MetadataSource[];
}

/** Cached facts about spans with the same attribute names. */
interface CachedReaders {
  readonly detected: DetectedDialects;
  /** By the dialects of span, resource and events: the number of such spans so far, and their reader after `SEEN_BEFORE_READER`. */
  readonly readers: Map<number, { seen: number; reader: SpanReader | undefined }>;
}

/** Facts that the attribute names of a resource show about the spans in it. */
export interface Surroundings {
  /** Dialects of the resource's names, as bit mask. */
  readonly dialects: number;
  /** Node of the resource in the trie; undefined if its names exceed the trie's limits. */
  readonly names: AttributeNames<CachedReaders> | undefined;
}

interface Step<T> {
  /** Bit of its dialect. */
  readonly dialect: number;
  readonly meansEmpty: boolean;
  readonly read: (view: SpanView) => T | undefined;
}

/** Steps of each field, in order of precedence; fields without steps are missing. */
type Steps = ReadonlyMap<keyof Fields, readonly Step<unknown>[]>;

/**
 * Number of spans with the same names that the general reader reads before they get a reader of their own: to make it costs as much as
 * reading several spans.
 */
const SEEN_BEFORE_READER = 8;

/** Limit of readers for the same attribute names, because senders choose the names of events too. */
const MAX_READERS = 2;

const readersByPrefixes = new WeakMap<readonly string[], SpanReaders>();

/** Returns the readers for the product prefixes; cached by the array. */
export function spanReadersFor(prefixes: readonly string[]): SpanReaders {
  let readers = readersByPrefixes.get(prefixes);
  if (readers === undefined) readersByPrefixes.set(prefixes, (readers = new SpanReaders(prefixes)));
  return readers;
}

/**
 * Readers of spans. Most sources look for attributes that a span lacks. Spans with the same attribute names in the same order
 * therefore get a reader with the other sources alone, once they have occurred often enough.
 */
export class SpanReaders {
  readonly #detector: DialectDetector;
  readonly #names = new AttributeNamesTrie<CachedReaders>();
  readonly #steps: Steps;
  readonly #metadata: readonly MetadataSource[];
  readonly #traceMetadata: readonly MetadataSource[];
  readonly #hasProduct: SpanReader['hasProduct'];
  /** General reader, for any span. */
  readonly #general: SpanReader;

  constructor(prefixes: readonly string[]) {
    const { usual, exceptions } = precedence(prefixes);
    const bits = new Map(usual.map((dialect, index) => [dialect, 1 << index]));
    const sourcesOf = (names: (dialect: Dialect) => readonly string[] | undefined): readonly MetadataSource[] =>
      usual.flatMap((dialect) =>
        (names(dialect) ?? []).map((name) => ({
          name,
          dialect: bits.get(dialect) ?? 0,
          jsonIn: dialect.jsonOfMetadata,
        })),
      );
    this.#detector = new DialectDetector(usual, bits);
    this.#steps = stepsOf(usual, exceptions, bits);
    this.#metadata = sourcesOf((dialect) => dialect.metadata);
    this.#traceMetadata = sourcesOf((dialect) => dialect.traceMetadata);
    this.#hasProduct = ({ span }) => {
      for (const name of span.attributes.keys())
        if (prefixes.some((prefix) => name.startsWith(`${prefix}.`))) return true;
      return false;
    };
    this.#general = readerOf(this.#steps, this.#metadata, this.#traceMetadata, this.#hasProduct);
  }

  /** Detects what the attributes of a resource show about the spans in it. */
  surroundings(resource: Attributes): Surroundings {
    return { dialects: this.#detector.detect(resource).detectedDialects, names: this.#names.of(resource)?.inside };
  }

  /** Detects what the names of attributes and events of a span show. */
  detect(attributes: Attributes, events: readonly OtlpEvent[], around: Surroundings): Found {
    const names = around.names && this.#names.of(attributes, around.names);
    const known = names && (names.known ??= { detected: this.#detector.detect(attributes), readers: new Map() });
    const { detectedDialects, families } = known?.detected ?? this.#detector.detect(attributes);
    return {
      detectedDialects: detectedDialects | around.dialects | this.#detector.detectInEvents(events),
      families,
      known,
    };
  }

  /** Returns the reader for a span with the detected names. */
  readerFor(view: SpanView, { detectedDialects, known }: Found): SpanReader {
    if (known === undefined) return this.#general;
    // Spans with events and spans without events have separate readers.
    const key = detectedDialects * 2 + (view.span.events.length > 0 ? 1 : 0);
    let spans = known.readers.get(key);
    if (spans === undefined) {
      if (known.readers.size === MAX_READERS) return this.#general;
      known.readers.set(key, (spans = { seen: 0, reader: undefined }));
    }
    if (spans.reader === undefined && ++spans.seen > SEEN_BEFORE_READER) spans.reader = this.#learn(view);
    return spans.reader ?? this.#general;
  }

  /** Makes a reader of the steps that read anything in a span. */
  #learn(view: SpanView): SpanReader {
    const watch = new ReadRecorder(view);
    const isDetected = ({ dialect }: { readonly dialect: number }): boolean => (dialect & view.dialects) !== 0;
    const steps = new Map<keyof Fields, readonly Step<unknown>[]>();
    for (const [field, all] of this.#steps) {
      const matching = all.filter((step) => isDetected(step) && watch.reads(step.read));
      if (matching.length > 0) steps.set(field, matching);
    }
    const isSent = (source: MetadataSource): boolean =>
      isDetected(source) && (view.families.has(source.name) || view.span.attributes.has(source.name));
    return readerOf(steps, this.#metadata.filter(isSent), this.#traceMetadata.filter(isSent), this.#hasProduct);
  }
}

/** Detected dialects of a span, with the cached facts about its names, if they are remembered. */
interface Found extends DetectedDialects {
  readonly known: CachedReaders | undefined;
}

function stepsOf(
  usual: readonly Dialect[],
  exceptions: { readonly [F in keyof Fields]?: readonly Dialect[] },
  bits: ReadonlyMap<Dialect, number>,
): Steps {
  const sourcesOf = <F extends keyof Fields>(dialect: FieldSources, field: F): readonly Source<Fields[F]>[] =>
    dialect[field] ?? [];
  const stepsOfField = <F extends keyof Fields>(field: F): readonly Step<Fields[F]>[] =>
    (exceptions[field] ?? usual).flatMap((dialect) =>
      sourcesOf(dialect, field).map((source) => ({
        dialect: bits.get(dialect) ?? 0,
        meansEmpty: dialect.meansEmpty === true,
        read: reader(field, source),
      })),
    );
  const fields = Object.keys(PARSERS) as (keyof Fields)[];
  return new Map(fields.map((field) => [field, stepsOfField(field)]));
}

function readerOf(
  steps: Steps,
  metadata: readonly MetadataSource[],
  traceMetadata: readonly MetadataSource[],
  hasProduct: SpanReader['hasProduct'],
): SpanReader {
  return {
    hasProduct,
    metadata,
    traceMetadata,
    read<F extends keyof Fields>(field: F, view: SpanView): Fields[F] | undefined {
      const ofField = steps.get(field) as readonly Step<Fields[F]>[] | undefined;
      if (ofField === undefined) return undefined;
      const isEnough = ofField.length > 1 ? ENOUGH[field] : undefined;
      if (isEnough !== undefined) return fullest(ofField, view, isEnough);
      for (const { dialect, read } of ofField) {
        if ((dialect & view.dialects) === 0) continue;
        const value = read(view);
        if (value !== undefined) return value;
      }
      return undefined;
    },
  };
}

/** Fields of which a value with less content yields to one with more, each with the test for enough content (contract: OTLP). */
const ENOUGH: { readonly [F in keyof Fields]?: (value: Fields[F]) => boolean } = {
  input: hasContent,
  output: hasContent,
};

/**
 * Returns the first value with enough content, otherwise the first of all. Attributes used for a value that yielded are released: they stay
 * in metadata.
 */
function fullest<T>(steps: readonly Step<T>[], view: SpanView, isEnough: (value: T) => boolean): T | undefined {
  const { usedKeys, usedEvents } = view;
  const taken = (view.usedKeys = new Set<string>());
  view.usedEvents = undefined;
  let weak: Step<T> | undefined;
  let value: T | undefined;
  for (const step of steps) {
    if ((step.dialect & view.dialects) === 0) continue;
    value = step.read(view);
    if (value === undefined) continue;
    if (step.meansEmpty || isEnough(value)) break;
    weak ??= step;
    value = undefined;
    taken.clear();
    view.usedEvents = undefined;
  }
  value ??= weak?.read(view);
  for (const key of taken) usedKeys.add(key);
  view.usedKeys = usedKeys;
  for (const event of usedEvents ?? []) useEvent(view, event);
  return value;
}

/** Converts one source of a field into a function. An attribute over a limit stays in metadata, even if it was partly used. */
function reader<F extends keyof Fields>(
  field: F,
  source: Source<Fields[F]>,
): (view: SpanView) => Fields[F] | undefined {
  if (typeof source === 'function') return source;
  const parse = PARSERS[field];
  const kept = typeof source === 'object';
  const key = kept ? source.keep : source;
  return (view) => {
    const value = view.span.attributes.get(key);
    if (value === undefined || value === null) return undefined;
    const parsed = parse(value, view, key);
    if (parsed !== undefined && !kept && view.omitted?.has(key) !== true) view.usedKeys.add(key);
    return parsed;
  };
}
