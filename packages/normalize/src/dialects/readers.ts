import { TIME_END } from '@sluice/record';
import type { JsonText, Micros } from '@sluice/record';
import { objectText, valueText } from '../json-text';
import { attribute } from '../span-view';
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

/** The attributes under a prefix as one object, some left out. */
export function objectOfPrefixed(
  prefix: string,
  without: readonly string[] = [],
): (view: SpanView) => JsonText | undefined {
  return (view) => {
    const members: [string, JsonText][] = [];
    for (const key of view.span.attributes.keys()) {
      if (!key.startsWith(prefix)) continue;
      const name = key.slice(prefix.length);
      const value = attribute(view, key);
      if (value === undefined || without.includes(name)) continue;
      members.push([name, valueText(value)]);
      view.usedKeys.add(key);
    }
    return members.length === 0 ? undefined : objectText(members);
  };
}
