import type { AttributeValue, Attributes, OtlpEvent, OtlpScope, OtlpSpan } from '@sluice/decode';
import { exceedsBytes, MAX_NAMED, type Micros, shortened } from '@sluice/record';
import type { NormalizeLimits } from './context';

/** Attribute that belongs to a family: `<family>.<key>`. */
export interface Member {
  /** Name of the attribute. */
  readonly attribute: string;
  /** Rest of the name after that of the family. */
  readonly key: string;
  /** Key split at its dots, if it begins with a number: a list index. */
  readonly path: readonly string[] | undefined;
}

/** View of one span with its surroundings for the dialects, and notes of what they used. */
export interface SpanView {
  readonly span: OtlpSpan;
  readonly resource: Attributes;
  /** Service of the sender, by its resource. */
  readonly service: string | undefined;
  readonly scope: OtlpScope;
  /** Start of the span, if it has a time. */
  readonly start: Micros | undefined;
  readonly limits: NormalizeLimits;
  /** Tags that the trace has already from this request. */
  readonly traceTags: ReadonlySet<string>;
  /** Remaining length of text of resources and scopes that may be repeated in this request. */
  readonly repeatable: { length: number };
  /** Dialects of the span or its resource, as bit mask. */
  readonly dialects: number;
  /** Attributes of the span that belong to a family, by its name. */
  readonly families: ReadonlyMap<string, readonly Member[]>;
  /** Attributes that became a field and are not repeated in metadata. */
  usedKeys: Set<string>;
  /** Attributes that are the text of an object, parsed once; made by `objectAttribute`. */
  objects: Map<string, Readonly<Record<string, unknown>> | undefined> | undefined;
  /** Events that became a field; made by `useEvent`. */
  usedEvents: Set<OtlpEvent> | undefined;
  /** Values over their limit, with the reason of each; made by `omit`. */
  omitted: Map<string, string> | undefined;
}

const NO_MEMBERS: readonly Member[] = [];

/** Returns the attributes of the span that belong to a family, which a dialect has to name. */
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

/** Whether a text exceeds the limit of one value, which is noted (contract: Limits). */
export function isTooLarge(text: string, view: SpanView, name: string): boolean {
  const { valueBytes } = view.limits;
  if (!exceedsBytes(text, valueBytes)) return false;
  omit(view, name, `is larger than ${valueBytes} bytes and was left out`);
  return true;
}

/** Notes that an attribute was omitted for its name (contract: Limits). */
export function omitName(view: SpanView, name: string): void {
  omit(view, name, `has a name longer than ${view.limits.attributeNameLength} characters and was left out`);
}

/** Lists values over their limits for metadata: the first `MAX_NAMED`, then the number of the others (contract: OTLP). */
export function namedOmitted(omitted: ReadonlyMap<string, string>): readonly string[] {
  const names = Array.from(omitted.keys(), shortened);
  return names.length <= MAX_NAMED ? names : [...names.slice(0, MAX_NAMED), `and ${names.length - MAX_NAMED} more`];
}

/** Returns an attribute of the span; an empty value counts as absent. */
export function attribute(view: SpanView, key: string): Exclude<AttributeValue, null> | undefined {
  return view.span.attributes.get(key) ?? undefined;
}

/** Returns an attribute of the span that is text and not empty. */
export function textAttribute(view: SpanView, key: string): string | undefined {
  const value = view.span.attributes.get(key);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
