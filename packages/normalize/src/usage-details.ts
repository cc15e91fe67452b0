import type { AttributeValue } from '@sluice/decode';
import { ITEM_LIMITS, storable, type Usage } from '@sluice/record';
import { objectOf } from './parsers';
import { omit } from './span-view';
import type { SpanView } from './span-view';
import { toCount, usageOfDetails } from './usage';
import type { SentCounts } from './usage';
import { shapeOf } from './usage-shapes';

/**
 * Product usage of a span. A value that is no count is not taken; the attribute then stays in metadata and is noted
 * (contract: Usage and cost).
 */
export function usageDetails(value: AttributeValue, view: SpanView, key: string): Usage | undefined {
  const sent = objectOf(value);
  if (sent === undefined || Object.keys(sent).length > ITEM_LIMITS.buckets) return undefined;
  const { usage, refused } = usageOfSent(sent);
  if (refused) omit(view, key, 'has a value that is no count of tokens and was kept in metadata');
  return usage;
}

/**
 * Usage as senders write it: counts by bucket, disjoint as sent; in the shapes of providers and libraries (`shapeOf`)
 * wholes with parts. `refused` where a value is no count, or details have no whole: these are not taken.
 * @param inclusive counts sent beside it, for those that it lacks
 */
export function usageOfSent(
  sent: Readonly<Record<string, unknown>>,
  inclusive: SentCounts = {},
): { readonly usage: Usage | undefined; readonly refused: boolean } {
  const shaped = shapeOf(sent);
  const counts = Object.assign(Object.create(null) as Record<string, number>, shaped?.input, shaped?.output);
  if (shaped?.total !== undefined) counts['total'] = shaped.total;
  let refused = false;
  for (const [name, item] of Object.entries(sent)) {
    if (item === null || shaped?.read.has(name)) continue;
    const count = toCount(item);
    if (count !== undefined) counts[storable(name)] = count;
    // Google divides its counts by modality once more.
    else if (!Array.isArray(item)) refused = true;
  }
  const isSent = Object.keys(counts).length > 0;
  return { usage: isSent ? usageOfDetails(counts, inclusive) : undefined, refused };
}
