import type { Attributes, OtlpEvent } from '@sluice/decode';
import { hasContent } from './content';
import { precedence } from './dialects';
import type { Dialect, FieldSources, Source } from './dialects';
import { PARSERS } from './fields';
import type { Fields } from './fields';
import type { MetadataSource } from './sent-metadata';
import { useEvent } from './span-view';
import type { Member, SpanView } from './span-view';

/** How many names of attributes are remembered; senders use few, but they choose them. */
const MAX_REMEMBERED = 10_000;
const MAX_REMEMBERED_LENGTH = 200;

/** The dialects made ready for reading: for each field its sources of all dialects in order of precedence. */
export interface Plan {
  /** The value of a field: of its sources the first that has one wins, of inputs and outputs the first with content. */
  read<F extends keyof Fields>(field: F, view: SpanView): Fields[F] | undefined;
  /** What the names of attributes and events show before any value is read. */
  survey(attributes: Attributes, events: readonly OtlpEvent[]): Survey;
  readonly metadata: readonly MetadataSource[];
  readonly traceMetadata: readonly MetadataSource[];
}

export interface Survey {
  /** The dialects spoken, a bit for each; those that are always asked included. */
  readonly spoken: number;
  /** The attributes that belong to a family, by its name. */
  readonly families: ReadonlyMap<string, readonly Member[]>;
}

interface Step<T> {
  /** The bit of its dialect. */
  readonly dialect: number;
  readonly meansEmpty: boolean;
  readonly read: (view: SpanView) => T | undefined;
}

/** What is known of an attribute by its name. */
interface NameInfo {
  readonly dialects: number;
  readonly family: string;
  readonly member: Member | undefined;
}

const NO_FAMILIES: ReadonlyMap<string, readonly Member[]> = new Map();

const plans = new WeakMap<readonly string[], Plan>();

/** The plan for the product prefixes; made once for one array of them. */
export function planFor(prefixes: readonly string[]): Plan {
  let plan = plans.get(prefixes);
  if (plan === undefined) plans.set(prefixes, (plan = makePlan(prefixes)));
  return plan;
}

function makePlan(prefixes: readonly string[]): Plan {
  const { usual, exceptions } = precedence(prefixes);
  const bits = new Map(usual.map((dialect, index) => [dialect, 1 << index]));
  const sourcesOf = (names: (dialect: Dialect) => readonly string[] | undefined): readonly MetadataSource[] =>
    usual.flatMap((dialect) =>
      (names(dialect) ?? []).map((name) => ({
        name,
        dialect: bits.get(dialect) ?? 0,
        isJson: dialect.metadataIsJson,
      })),
    );
  const metadata = sourcesOf((dialect) => dialect.metadata);
  const traceMetadata = sourcesOf((dialect) => dialect.traceMetadata);
  return {
    read: fieldReader(usual, exceptions, bits),
    survey: surveyor(usual, bits),
    metadata,
    traceMetadata,
  };
}

function fieldReader(
  usual: readonly Dialect[],
  exceptions: { readonly [F in keyof Fields]?: readonly Dialect[] },
  bits: ReadonlyMap<Dialect, number>,
): Plan['read'] {
  const sourcesOf = <F extends keyof Fields>(dialect: FieldSources, field: F): readonly Source<Fields[F]>[] =>
    dialect[field] ?? [];
  const stepsOf = <F extends keyof Fields>(field: F): readonly Step<Fields[F]>[] =>
    (exceptions[field] ?? usual).flatMap((dialect) =>
      sourcesOf(dialect, field).map((source) => ({
        dialect: bits.get(dialect) ?? 0,
        meansEmpty: dialect.meansEmpty === true,
        read: reader(field, source),
      })),
    );
  const fields = Object.keys(PARSERS) as (keyof Fields)[];
  const steps = Object.fromEntries(fields.map((field) => [field, stepsOf(field)])) as {
    readonly [F in keyof Fields]: readonly Step<Fields[F]>[];
  };
  return (field, view) => {
    const isEnough = ENOUGH[field];
    if (isEnough !== undefined) return fullest(steps[field], view, isEnough);
    for (const { dialect, read } of steps[field]) {
      if ((dialect & view.spoken) === 0) continue;
      const value = read(view);
      if (value !== undefined) return value;
    }
    return undefined;
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

function surveyor(usual: readonly Dialect[], bits: ReadonlyMap<Dialect, number>): Plan['survey'] {
  const bitsOfNamespace = new Map<string, number>();
  for (const dialect of usual) {
    for (const name of dialect.namespaces) {
      bitsOfNamespace.set(name, (bitsOfNamespace.get(name) ?? 0) | (bits.get(dialect) ?? 0));
    }
  }
  const always = bitsOfNamespace.get('*') ?? 0;
  const starts = familyStarts(usual);
  const remembered = new Map<string, NameInfo>();
  const infoOf = (name: string): NameInfo => {
    const known = remembered.get(name);
    if (known !== undefined) return known;
    const dialects = bitsOfNamespace.get(NAMESPACE.exec(name)?.[0] ?? name) ?? 0;
    const start = starts.find((one) => name.startsWith(one) && name.length > one.length);
    const family = start?.slice(0, -1) ?? '';
    const info = { dialects, family, member: start === undefined ? undefined : memberOf(name, start) };
    if (name.length <= MAX_REMEMBERED_LENGTH && remembered.size < MAX_REMEMBERED) remembered.set(name, info);
    return info;
  };
  return (attributes, events) => {
    let spoken = always;
    let families: Map<string, Member[]> | undefined;
    for (const name of attributes.keys()) {
      const { dialects, family, member } = infoOf(name);
      spoken |= dialects;
      if (member === undefined) continue;
      const members = (families ??= new Map<string, Member[]>()).get(family);
      if (members === undefined) families.set(family, [member]);
      else members.push(member);
    }
    for (const { name } of events) spoken |= infoOf(name).dialects;
    return { spoken, families: families ?? NO_FAMILIES };
  };
}

/** The first segment of a name; Genkit's end with a colon. */
const NAMESPACE = /^[^.:]+/;

/** What the names of the members of each family begin with; the longer one first, of which another is a part. */
function familyStarts(usual: readonly Dialect[]): readonly string[] {
  const names = usual.flatMap(({ families = [], metadata = [], traceMetadata = [] }) => [
    ...families,
    ...metadata,
    ...traceMetadata,
  ]);
  return names.map((name) => `${name}${name.includes(':') ? ':' : '.'}`).sort((a, b) => b.length - a.length);
}

function memberOf(attribute: string, start: string): Member {
  const key = attribute.slice(start.length);
  return { attribute, key, path: /^\d/.test(key) ? key.split('.') : undefined };
}
