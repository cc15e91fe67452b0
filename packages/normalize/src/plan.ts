import type { Attributes, OtlpSpan } from '@sluice/decode';
import { precedence } from './dialects';
import type { Dialect, FieldSources, Source } from './dialects';
import { PARSERS } from './fields';
import type { Fields } from './fields';
import type { SpanView } from './span-view';

/** The dialects made ready for reading: for each field its sources of all dialects in order of precedence. */
export interface Plan {
  /** What the sources of a field say; the first that says something wins. */
  read<F extends keyof Fields>(field: F, view: SpanView): Fields[F] | undefined;
  /** The dialects that attributes and events are written in, a bit for each. */
  spokenIn(attributes: Attributes, events: OtlpSpan['events']): number;
  /** The bits of dialects that are always asked. */
  readonly always: number;
  readonly metadata: readonly MetadataSource[];
  readonly traceMetadata: readonly MetadataSource[];
}

/** An attribute whose members are top-level metadata. */
export interface MetadataSource {
  readonly dialect: number;
  readonly name: string;
}

interface Step<T> {
  readonly dialect: number;
  readonly read: (view: SpanView) => T | undefined;
}

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
  const bitOf = (dialect: Dialect): number => bits.get(dialect) ?? 0;
  const bitsOfNamespace = new Map<string, number>();
  for (const dialect of usual) {
    for (const name of dialect.namespaces) {
      bitsOfNamespace.set(name, (bitsOfNamespace.get(name) ?? 0) | bitOf(dialect));
    }
  }
  const sourcesOf = <F extends keyof Fields>(dialect: FieldSources, field: F): readonly Source<Fields[F]>[] =>
    dialect[field] ?? [];
  const stepsOf = <F extends keyof Fields>(field: F): readonly Step<Fields[F]>[] =>
    (exceptions[field] ?? usual).flatMap((dialect) =>
      sourcesOf(dialect, field).map((source) => ({ dialect: bitOf(dialect), read: reader(field, source) })),
    );
  const fields = Object.keys(PARSERS) as (keyof Fields)[];
  const steps = Object.fromEntries(fields.map((field) => [field, stepsOf(field)])) as {
    readonly [F in keyof Fields]: readonly Step<Fields[F]>[];
  };
  const bitsOfName = (name: string): number => {
    const dot = name.indexOf('.');
    return bitsOfNamespace.get(dot === -1 ? name : name.slice(0, dot)) ?? 0;
  };
  return {
    read(field, view) {
      for (const { dialect, read } of steps[field]) {
        if ((dialect & view.spoken) === 0) continue;
        const value = read(view);
        if (value !== undefined) return value;
      }
      return undefined;
    },
    spokenIn(attributes, events) {
      let spoken = 0;
      for (const key of attributes.keys()) spoken |= bitsOfName(key);
      for (const { name } of events) spoken |= bitsOfName(name);
      return spoken;
    },
    always: bitsOfNamespace.get('*') ?? 0,
    metadata: usual.flatMap((dialect) => (dialect.metadata ?? []).map((name) => ({ dialect: bitOf(dialect), name }))),
    traceMetadata: usual.flatMap((dialect) =>
      (dialect.traceMetadata ?? []).map((name) => ({ dialect: bitOf(dialect), name })),
    ),
  };
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
    if (parsed !== undefined && !kept && !view.omitted.has(key)) view.usedKeys.add(key);
    return parsed;
  };
}
