import type { Attributes, OtlpSpan } from '@sluice/decode';
import { isLonger } from '@sluice/record';

/** Owner of attributes: a span, an event, a link, a resource, a scope. */
interface Holder {
  readonly attributes: Attributes;
}

/**
 * Copies a holder without the attributes whose names are longer than `limit` characters; adds those names to `tooLong` (contract: Limits).
 */
export function shortNamed<T extends Holder>(holder: T, limit: number, tooLong: string[]): T {
  const { attributes } = holder;
  if (!hasLongName(attributes, limit)) return holder;
  const kept = new Map(attributes);
  for (const name of attributes.keys()) {
    if (!isLonger(name, limit)) continue;
    kept.delete(name);
    tooLong.push(name);
  }
  return { ...holder, attributes: kept };
}

/** Applies `shortNamed` to a span, its events and its links. */
export function shortNamedSpan(sent: OtlpSpan, limit: number, tooLong: string[]): OtlpSpan {
  const span = shortNamed(sent, limit, tooLong);
  const events = shortNamedAll(span.events, limit, tooLong);
  const links = shortNamedAll(span.links, limit, tooLong);
  return events === span.events && links === span.links ? span : { ...span, events, links };
}

function shortNamedAll<T extends Holder>(holders: readonly T[], limit: number, tooLong: string[]): readonly T[] {
  if (holders.length === 0 || !holders.some(({ attributes }) => hasLongName(attributes, limit))) return holders;
  return holders.map((holder) => shortNamed(holder, limit, tooLong));
}

/** Runs for all attributes, so characters are counted only if the UTF-16 length exceeds the limit. */
function hasLongName(attributes: Attributes, limit: number): boolean {
  for (const name of attributes.keys()) if (name.length > limit && isLonger(name, limit)) return true;
  return false;
}
