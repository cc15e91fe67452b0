import { exceedsBytes, TIME_END } from '@sluice/record';
import type { JsonText, Micros } from '@sluice/record';
import { objectText } from '../json-text';
import { attributeText } from '../secrets';
import { attribute, membersOf, omit } from '../span-view';
import type { SpanView } from '../span-view';

/** A time after the start of the span, of which an attribute gives the distance in some unit. */
export function startPlus(key: string, microsPerUnit: number): (view: SpanView) => Micros | undefined {
  return (view) => {
    const distance = attribute(view, key);
    if (view.start === undefined || typeof distance !== 'number' || !(distance >= 0)) return undefined;
    const micros = view.start + Math.round(distance * microsPerUnit);
    return micros < TIME_END ? micros : undefined;
  };
}

/**
 * What several attributes say together becomes a field, and they are not repeated in metadata. Where it is too large
 * they stay there, and are told.
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

/** The attributes of a family as one object, some left out. */
export function objectOfFamily(
  family: string,
  without: readonly string[] = [],
): (view: SpanView) => JsonText | undefined {
  return (view) => {
    const members: [string, JsonText][] = [];
    const taken: string[] = [];
    for (const { attribute: name, key } of membersOf(view, family)) {
      const value = attribute(view, name);
      if (value === undefined || without.includes(key)) continue;
      members.push([key, attributeText(name, value)]);
      taken.push(name);
    }
    return taken.length === 0 ? undefined : takeTogether(view, taken, objectText(members));
  };
}
