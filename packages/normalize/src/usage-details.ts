import type { AttributeValue } from '@sluice/decode';
import { ITEM_LIMITS, storable, type Usage } from '@sluice/record';
import { objectOf } from './parsers';
import { omit } from './span-view';
import type { SpanView } from './span-view';
import { toCount, usageOfDetails } from './usage';
import type { InclusiveCounts } from './usage';

/** Where OpenAI's shapes keep the parts of a whole. */
const PARTS_OF_WHOLES = [
  { whole: 'prompt_tokens', parts: 'prompt_tokens_details', group: 'input' },
  { whole: 'input_tokens', parts: 'input_tokens_details', group: 'input' },
  { whole: 'completion_tokens', parts: 'completion_tokens_details', group: 'output' },
  { whole: 'output_tokens', parts: 'output_tokens_details', group: 'output' },
] as const;

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
 * Usage as senders write it: counts by bucket, disjoint as sent; in OpenAI's shapes the details are parts of their
 * whole. `refused` where a value is no count, or details have no whole: these are not taken.
 * @param inclusive counts sent beside it, for those that it lacks
 */
export function usageOfSent(
  sent: Readonly<Record<string, unknown>>,
  inclusive: InclusiveCounts = {},
): { readonly usage: Usage | undefined; readonly refused: boolean } {
  const counts = Object.create(null) as Record<string, number>;
  const wholes: { input?: number; output?: number } = {};
  const read: string[] = [];
  for (const { whole, parts, group } of PARTS_OF_WHOLES) {
    const details = sent[parts];
    const count = isObject(details) ? toCount(sent[whole]) : undefined;
    if (count === undefined || !isObject(details) || Object.keys(details).length > ITEM_LIMITS.buckets) continue;
    wholes[group] = count;
    read.push(whole, parts);
    for (const [part, tokens] of Object.entries(details)) {
      const partCount = toCount(tokens);
      if (partCount !== undefined) counts[`${group}_${storable(part)}`] = partCount;
    }
  }
  let refused = false;
  for (const [name, item] of Object.entries(sent)) {
    if (item === null || read.includes(name)) continue;
    const count = toCount(item);
    if (count === undefined) refused = true;
    else counts[storable(name)] = count;
  }
  const isSent = Object.keys(counts).length > 0 || read.length > 0;
  return { usage: isSent ? usageOfDetails(counts, { ...inclusive, ...wholes }) : undefined, refused };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
