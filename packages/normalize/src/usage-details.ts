import type { AttributeValue } from '@sluice/decode';
import { ITEM_LIMITS, storable, type Usage } from '@sluice/record';
import { objectOf } from './parsers';
import { omit } from './span-view';
import type { SpanView } from './span-view';
import { toCount, usageOfDetails } from './usage';
import type { SentCounts } from './usage';
import { shapeOf } from './usage-shapes';

/**
 * Parses product usage of a span. A value that is not a count is ignored; the attribute then stays in metadata and is noted (contract:
 * Usage and cost).
 */
export function usageDetails(value: AttributeValue, view: SpanView, key: string): Usage | undefined {
  const sent = objectOf(value);
  if (sent === undefined || Object.keys(sent).length > ITEM_LIMITS.usageTypes) return undefined;
  const { usage, refused } = usageOfSent(sent);
  if (refused) omit(view, key, 'has a value that is no count of tokens and was kept in metadata');
  return usage;
}

/**
 * Parses usage as senders write it: counts by usage type, disjoint as sent; in the shapes of providers and libraries (`shapeOf`) wholes
 * with parts. `refused`: a value is not a count, or details have no whole; these values are ignored.
 * @param inclusive counts sent in addition, for those that `sent` lacks
 */
export function usageOfSent(
  sent: Readonly<Record<string, unknown>>,
  inclusive: SentCounts = {},
): { readonly usage: Usage | undefined; readonly refused: boolean } {
  const shaped = shapeOf(sent);
  const counts = Object.assign(Object.create(null) as Record<string, number>, shaped?.input, shaped?.output);
  if (shaped?.total !== undefined) counts['total'] = shaped.total;
  const writes = lifetimesOf(sent);
  let refused = shaped?.refused === true;
  for (const [name, item] of Object.entries(sent)) {
    if (item === null || shaped?.read.has(name) || writes?.names.includes(name)) continue;
    const count = toCount(item);
    if (count !== undefined) counts[storable(name)] = count;
    // Google divides its counts by modality once more.
    else if (!Array.isArray(item)) refused = true;
  }
  if (writes !== undefined) placeHour(counts, writes.hour);
  const isSent = Object.keys(counts).length > 0;
  return { usage: isSent ? usageOfDetails(counts, inclusive) : undefined, refused };
}

/** Anthropic's own usage repeats the tokens written to caches by their lifetime. */
const WRITES = 'cache_creation';
const ALL_WRITES = 'cache_creation_input_tokens';
const [HOUR, MINUTES] = ['ephemeral_1h_input_tokens', 'ephemeral_5m_input_tokens'];
/** Members of `WRITES` as the Langfuse handler for LangChain writes them: next to the sum of all writes, at most equal to it. */
const [FLAT_HOUR, FLAT_MINUTES] = [`${WRITES}_${HOUR}`, `${WRITES}_${MINUTES}`];

/** Returns the tokens written to caches for an hour, and the names that repeat the writes; undefined without lifetimes. */
function lifetimesOf(
  sent: Readonly<Record<string, unknown>>,
): { readonly hour: number; readonly names: readonly string[] } | undefined {
  const writes = sent[WRITES];
  if (typeof writes === 'object' && writes !== null && !Array.isArray(writes)) {
    return { hour: toCount((writes as Readonly<Record<string, unknown>>)[HOUR]) ?? 0, names: [WRITES] };
  }
  const [whole, hour] = [toCount(sent[ALL_WRITES]), toCount(sent[FLAT_HOUR]) ?? 0];
  if (whole === undefined || hour + (toCount(sent[FLAT_MINUTES]) ?? 0) > whole) return undefined;
  return { hour, names: [FLAT_HOUR, FLAT_MINUTES] };
}

/** Subtracts the tokens cached for an hour from all that were written. */
function placeHour(counts: Record<string, number>, hour: number): void {
  const whole = [ALL_WRITES, 'input_cache_creation'].find((name) => counts[name] !== undefined);
  const written = whole === undefined ? 0 : (counts[whole] ?? 0);
  if (whole === undefined || hour === 0 || hour > written) return;
  counts[whole] = written - hour;
  counts['input_cache_creation_1h'] = hour;
}
