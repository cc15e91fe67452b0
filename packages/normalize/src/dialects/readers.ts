import type { AttributeValue } from '@sluice/decode';
import { exceedsBytes, isLonger, ITEM_LIMITS, storable, storableJson, TIME_END } from '@sluice/record';
import type { JsonText, Micros } from '@sluice/record';
import { isScalar, parse, quote } from '../json-text';
import { countOf, freeForm, objectOf, shortText } from '../parsers';
import { attributeText } from '../redact';
import { attribute, membersOf, omit, textAttribute } from '../span-view';
import type { SpanView } from '../span-view';

/** Reads a time as an offset from the start of the span, in units of `microsPerUnit`. */
export function startPlus(key: string, microsPerUnit: number): (view: SpanView) => Micros | undefined {
  return (view) => {
    const distance = attribute(view, key);
    if (view.start === undefined || typeof distance !== 'number' || !(distance >= 0)) return undefined;
    const micros = view.start + Math.round(distance * microsPerUnit);
    return micros < TIME_END ? micros : undefined;
  };
}

/** Reads the time of the first event with a name. The event stays in metadata. */
export function timeOfEvent(name: string): (view: SpanView) => Micros | undefined {
  return ({ span }) => {
    const time = span.events.find((event) => event.name === name)?.time;
    return time !== undefined && time > 0 ? time : undefined;
  };
}

/**
 * Marks several attributes as used by one text, so that metadata does not repeat them. If the text is too large they stay there, which is
 * noted.
 */
export function takeTogether(view: SpanView, attributes: readonly string[], text: JsonText): JsonText | undefined {
  const { valueBytes } = view.limits;
  if (exceedsBytes(text, valueBytes)) {
    for (const key of attributes)
      omit(view, key, `is part of a value larger than ${valueBytes} bytes and was kept in metadata`);
    return undefined;
  }
  for (const key of attributes) view.usedKeys.add(key);
  return text;
}

/** Reads the attributes of a family as one object, except those in `without`. */
export function objectOfFamily(
  family: string,
  without: readonly string[] = [],
): (view: SpanView) => JsonText | undefined {
  return (view) => {
    let text = '';
    const taken: string[] = [];
    for (const { attribute: name, key } of membersOf(view, family)) {
      const value = attribute(view, name);
      if (value === undefined || without.includes(key)) continue;
      text += `${text === '' ? '' : ','}${quote(key)}:${attributeText(name, value)}`;
      taken.push(name);
    }
    return taken.length === 0 ? undefined : takeTogether(view, taken, `{${text}}`);
  };
}

/** Reads a type by a table, from the text of an attribute in any case. */
export function typeOf(key: string, types: ReadonlyMap<string, string>): (view: SpanView) => string | undefined {
  return (view) => types.get((textAttribute(view, key) ?? '').toLowerCase());
}

/** Reads a free-form value; values listed in `nothing` count as absent. */
export function freeFormUnless(
  key: string,
  nothing: readonly AttributeValue[],
): (view: SpanView) => JsonText | undefined {
  return (view) => {
    const value = attribute(view, key);
    if (value === undefined || nothing.includes(value)) return undefined;
    const text = freeForm(value, view, key);
    if (text !== undefined) view.usedKeys.add(key);
    return text;
  };
}

/** Reads a free-form value that is JSON text of any kind, a number or a quoted string too. */
export function jsonValue(key: string): (view: SpanView) => JsonText | undefined {
  return (view) => {
    const value = attribute(view, key);
    const text = value === undefined ? undefined : freeForm(value, view, key);
    if (value === undefined || text === undefined) return undefined;
    view.usedKeys.add(key);
    return typeof value === 'string' && isScalar(value) ? storableJson(value) : text;
  };
}

/** Reads text that may be inside the quotes of a JSON string; empty text counts as absent. */
export function unquoted(view: SpanView, key: string): string | undefined {
  const sent = textAttribute(view, key);
  if (sent?.startsWith('"') !== true) return sent;
  const text = parse(sent);
  return typeof text === 'string' && text !== '' ? storable(text) : undefined;
}

/** Reads a short text that may be inside the quotes of a JSON string. */
export function quoted(key: string): (view: SpanView) => string | undefined {
  return (view) => {
    const text = unquoted(view, key);
    const short = text === undefined ? undefined : shortText(text, view, key);
    if (short !== undefined) view.usedKeys.add(key);
    return short;
  };
}

/** Reads the members of an attribute that is an object or the text of an object. */
export function objectAttribute(view: SpanView, key: string): Readonly<Record<string, unknown>> | undefined {
  const value = attribute(view, key);
  if (value === undefined) return undefined;
  const objects = (view.objects ??= new Map<string, Readonly<Record<string, unknown>> | undefined>());
  if (!objects.has(key)) objects.set(key, objectOf(value));
  return objects.get(key);
}

/** Returns the value at the end of a path of member names. */
export function memberAt(object: unknown, path: readonly string[]): unknown {
  let value = object;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/** Reads a short text inside an attribute that is an object; the attribute is stored whole. */
export function textIn(key: string, ...path: readonly string[]): (view: SpanView) => string | undefined {
  return (view) => {
    const text = memberAt(objectAttribute(view, key), path);
    return typeof text === 'string' && text !== '' && !isLonger(text, ITEM_LIMITS.text) ? storable(text) : undefined;
  };
}

/** Reads a count of tokens inside an attribute that is an object. The object stays in metadata, because it has other members too. */
export function countIn(key: string, ...path: readonly string[]): (view: SpanView) => number | undefined {
  return (view) => countOf(memberAt(objectAttribute(view, key), path), view, key);
}
