import type { AttributeValue, Attributes, OtlpEvent, OtlpScope, OtlpSpan } from '@sluice/decode';
import { exceedsBytes, MAX_NAMED, type Micros, shortened } from '@sluice/record';
import type { NormalizeLimits } from './context';

/** An attribute that belongs to a family: `<family>.<key>`. */
export interface Member {
  /** The name of the attribute. */
  readonly attribute: string;
  /** What follows the name of the family. */
  readonly key: string;
  /** The key split at its dots, where it begins with a number: a place in a list. */
  readonly path: readonly string[] | undefined;
}

/** One span with its surroundings, as the dialects see it, and notes of what they took. */
export interface SpanView {
  readonly span: OtlpSpan;
  readonly resource: Attributes;
  readonly scope: OtlpScope;
  /** When the span started, where it has a time. */
  readonly start: Micros | undefined;
  readonly limits: NormalizeLimits;
  /** What the trace has of tags already from this request. */
  readonly traceTags: ReadonlySet<string>;
  /** How much text of resources and scopes may still be repeated in this request. */
  readonly repeatable: { length: number };
  /** The dialects that the span or its resource speaks, a bit for each. */
  readonly spoken: number;
  /** The attributes of the span that belong to a family, by its name. */
  readonly families: ReadonlyMap<string, readonly Member[]>;
  /** Attributes that became a field and are not repeated in metadata. */
  usedKeys: Set<string>;
  /** Attributes that are the text of an object, read once; made by `objectAttribute`. */
  objects: Map<string, Readonly<Record<string, unknown>> | undefined> | undefined;
  /** Events that became a field; made by `useEvent`. */
  usedEvents: Set<OtlpEvent> | undefined;
  /** Values over their limit, with the reason of each; made by `omit`. */
  omitted: Map<string, string> | undefined;
}

const NO_MEMBERS: readonly Member[] = [];

/** The attributes of the span that belong to a family, which a dialect has to name. */
export function membersOf(view: SpanView, family: string): readonly Member[] {
  return view.families.get(family) ?? NO_MEMBERS;
}

/** Notes that an event became a field and is not repeated in metadata. */
export function useEvent(view: SpanView, event: OtlpEvent): void {
  (view.usedEvents ??= new Set()).add(event);
}

/** Notes that the value of `name` is over a limit (contract: OTLP). */
export function omit(view: SpanView, name: string, reason: string): void {
  (view.omitted ??= new Map()).set(name, reason);
}

/** Whether a text is over the limit of one value, which is noted (contract: Limits). */
export function isTooLarge(text: string, view: SpanView, name: string): boolean {
  const { valueBytes } = view.limits;
  if (!exceedsBytes(text, valueBytes)) return false;
  omit(view, name, `is larger than ${valueBytes} bytes and was left out`);
  return true;
}

/** Notes that an attribute was left out for its name (contract: Limits). */
export function omitName(view: SpanView, name: string): void {
  omit(view, name, `has a name longer than ${view.limits.attributeNameLength} characters and was left out`);
}

/** The values over their limits as metadata names them: the first few, then how many more (contract: OTLP). */
export function namedOmitted(omitted: ReadonlyMap<string, string>): readonly string[] {
  const names = Array.from(omitted.keys(), shortened);
  return names.length <= MAX_NAMED ? names : [...names.slice(0, MAX_NAMED), `and ${names.length - MAX_NAMED} more`];
}

/** An attribute of the span; an empty value is none. */
export function attribute(view: SpanView, key: string): Exclude<AttributeValue, null> | undefined {
  return view.span.attributes.get(key) ?? undefined;
}

/** An attribute of the span that is text and not empty. */
export function textAttribute(view: SpanView, key: string): string | undefined {
  const value = view.span.attributes.get(key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
