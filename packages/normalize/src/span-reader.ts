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

/** How a span is read: for each field its sources of all dialects in order of precedence. */
export interface SpanReader {
  /** The value of a field: of its sources the first that has one wins, of inputs and outputs the first with content. */
  read<F extends keyof Fields>(field: F, view: SpanView): Fields[F] | undefined;
  /** Whether the span itself has an attribute of the product. */
  hasProduct(view: SpanView): boolean;
  readonly metadata: readonly MetadataSource[];
  readonly traceMetadata: readonly MetadataSource[];
}

/** What is known of the spans of one shape. */
interface CachedReaders {
  readonly survey: DetectedDialects;
  /** By the dialects that they speak with the resource and their events: how many were met, and their plan after enough. */
  readonly plans: Map<number, { met: number; plan: SpanReader | undefined }>;
}

/** What the names of a resource show of the spans in it. */
export interface Surroundings {
  /** The dialects that it speaks. */
  readonly spoken: number;
  /** Undefined where its names are too many to be remembered. */
  readonly shape: AttributeNames<CachedReaders> | undefined;
}

interface Step<T> {
  /** The bit of its dialect. */
  readonly dialect: number;
  readonly meansEmpty: boolean;
  readonly read: (view: SpanView) => T | undefined;
}

/** For each field its steps, in order of precedence; fields without any are missing. */
type Steps = ReadonlyMap<keyof Fields, readonly Step<unknown>[]>;

/** Spans of one shape that are read as any other before they have a plan of their own: to make it costs as much as a few of them. */
const MET_BEFORE_PLAN = 8;

/** Plans of one shape: the names of events are chosen by senders too. */
const MOST_PLANS = 2;

const planners = new WeakMap<readonly string[], Planner>();

/** The planner for the product prefixes; made once for one array of them. */
export function plannerFor(prefixes: readonly string[]): Planner {
  let planner = planners.get(prefixes);
  if (planner === undefined) planners.set(prefixes, (planner = new Planner(prefixes)));
  return planner;
}

/**
 * The dialects made ready for reading. Of spans whose attributes have the same names in the same order most sources ask for
 * what is not there: spans of a shape that comes again and again have a plan with the others alone.
 */
export class Planner {
  readonly #surveyor: DialectDetector;
  readonly #shapes = new AttributeNamesTrie<CachedReaders>();
  readonly #steps: Steps;
  readonly #metadata: readonly MetadataSource[];
  readonly #traceMetadata: readonly MetadataSource[];
  readonly #hasProduct: SpanReader['hasProduct'];
  /** Of any span. */
  readonly #plan: SpanReader;

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
    this.#surveyor = new DialectDetector(usual, bits);
    this.#steps = stepsOf(usual, exceptions, bits);
    this.#metadata = sourcesOf((dialect) => dialect.metadata);
    this.#traceMetadata = sourcesOf((dialect) => dialect.traceMetadata);
    this.#hasProduct = ({ span }) => {
      for (const name of span.attributes.keys())
        if (prefixes.some((prefix) => name.startsWith(`${prefix}.`))) return true;
      return false;
    };
    this.#plan = planOf(this.#steps, this.#metadata, this.#traceMetadata, this.#hasProduct);
  }

  /** What the attributes of a resource show of the spans in it. */
  surroundings(resource: Attributes): Surroundings {
    return { spoken: this.#surveyor.detect(resource).spokenDialects, shape: this.#shapes.of(resource)?.inside };
  }

  /** What the names of attributes and events of a span show. */
  survey(attributes: Attributes, events: readonly OtlpEvent[], around: Surroundings): Found {
    const shape = around.shape && this.#shapes.of(attributes, around.shape);
    const known = shape && (shape.known ??= { survey: this.#surveyor.detect(attributes), plans: new Map() });
    const { spokenDialects, families } = known?.survey ?? this.#surveyor.detect(attributes);
    return { spokenDialects: spokenDialects | around.spoken | this.#surveyor.spokenBy(events), families, known };
  }

  /** The plan for a span with what was found of it. */
  planOf(view: SpanView, { spokenDialects, known }: Found): SpanReader {
    if (known === undefined) return this.#plan;
    // Spans with events and without them have plans of their own.
    const key = spokenDialects * 2 + (view.span.events.length > 0 ? 1 : 0);
    let spans = known.plans.get(key);
    if (spans === undefined) {
      if (known.plans.size === MOST_PLANS) return this.#plan;
      known.plans.set(key, (spans = { met: 0, plan: undefined }));
    }
    if (spans.plan === undefined && ++spans.met > MET_BEFORE_PLAN) spans.plan = this.#learn(view);
    return spans.plan ?? this.#plan;
  }

  /** A plan with what meets anything in a span. */
  #learn(view: SpanView): SpanReader {
    const watch = new ReadRecorder(view);
    const isSpoken = ({ dialect }: { readonly dialect: number }): boolean => (dialect & view.spoken) !== 0;
    const steps = new Map<keyof Fields, readonly Step<unknown>[]>();
    for (const [field, all] of this.#steps) {
      const met = all.filter((step) => isSpoken(step) && watch.reads(step.read));
      if (met.length > 0) steps.set(field, met);
    }
    const isSent = (source: MetadataSource): boolean =>
      isSpoken(source) && (view.families.has(source.name) || view.span.attributes.has(source.name));
    return planOf(steps, this.#metadata.filter(isSent), this.#traceMetadata.filter(isSent), this.#hasProduct);
  }
}

/** A survey of a span and what is known of its shape, where that is remembered. */
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

function planOf(
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
        if ((dialect & view.spoken) === 0) continue;
        const value = read(view);
        if (value !== undefined) return value;
      }
      return undefined;
    },
  };
}

/** Fields of which a value with less content gives way to one with more, and what is enough there (contract: OTLP). */
const ENOUGH: { readonly [F in keyof Fields]?: (value: Fields[F]) => boolean } = {
  input: hasContent,
  output: hasContent,
};

/**
 * The first value that is enough, else the first of all. What was taken for a value that gave way is given back: it stays
 * in metadata.
 */
function fullest<T>(steps: readonly Step<T>[], view: SpanView, isEnough: (value: T) => boolean): T | undefined {
  const { usedKeys, usedEvents } = view;
  const taken = (view.usedKeys = new Set<string>());
  view.usedEvents = undefined;
  let weak: Step<T> | undefined;
  let value: T | undefined;
  for (const step of steps) {
    if ((step.dialect & view.spoken) === 0) continue;
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

/** One source of a field as a function. An attribute over a limit stays in metadata, whatever was taken of it. */
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
