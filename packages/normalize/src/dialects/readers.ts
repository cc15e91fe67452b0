import { exceedsBytes, TIME_END } from '@sluice/record';
import type { JsonText, Micros } from '@sluice/record';
import { objectText } from '../json-text';
import { attributeText } from '../secrets';
import { attribute, omit } from '../span-view';
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

/** The attributes under a prefix as one object, some left out. Where they are too large together they stay in metadata. */
export function objectOfPrefixed(
  prefix: string,
  without: readonly string[] = [],
): (view: SpanView) => JsonText | undefined {
  return (view) => {
    const members: [string, JsonText][] = [];
    const keys: string[] = [];
    for (const key of view.span.attributes.keys()) {
      if (!key.startsWith(prefix)) continue;
      const name = key.slice(prefix.length);
      const value = attribute(view, key);
      if (value === undefined || without.includes(name)) continue;
      members.push([name, attributeText(key, value)]);
      keys.push(key);
    }
    if (members.length === 0) return undefined;
    const text = objectText(members);
    const { valueBytes } = view.limits;
    if (exceedsBytes(text, valueBytes)) {
      for (const key of keys)
        omit(view, key, `is part of a value larger than ${valueBytes} bytes and was kept in metadata`);
      return undefined;
    }
    for (const key of keys) view.usedKeys.add(key);
    return text;
  };
}
