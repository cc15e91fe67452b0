import { answeredUsageType, isUnknownUsageType, MAX_COST } from '@sluice/record';
import { byEitherModel } from './match-model-price';
import { type DatedEntry, entryFinder } from './find-entry';
import type { Amounts, PriceTable, Pricing } from './price-table';
import { type Kind, kindOf } from './token-kinds';

/** USD per million tokens, by usage type. */
export type TypePrices = ReadonlyMap<string, number>;

/** Entry of an operator's price file. */
export interface PriceEntry extends DatedEntry {
  /** Complete: every token has a price by its type, its side or `total`. */
  readonly prices: TypePrices;
  readonly tiers: readonly PriceTier[];
}

/** Prices for calls with more than `above` input tokens, cached ones included; other prices are those of the entry. */
export interface PriceTier {
  readonly above: number;
  readonly prices: TypePrices;
}

/** Creates an immutable table of an operator's own prices. */
export function filePrices(version: string, entries: readonly PriceEntry[]): PriceTable {
  const find = entryFinder(entries.map((entry) => ({ ...entry, tariff: tariff(entry) })));
  return byEitherModel(version, (pricing) => find(pricing.model, pricing.at)?.tariff(pricing));
}

/** Returns the cost of a call; undefined if none of its tokens has a price. */
type Tariff = (pricing: Pricing) => Amounts | undefined;

const PER = 1_000_000;

function tariff({ prices, tiers }: PriceEntry): Tariff {
  const base = ratesOf(prices);
  const higher = [...tiers]
    .sort((a, b) => b.above - a.above)
    .map((tier) => ({ above: tier.above, rates: ratesOf(new Map([...prices, ...tier.prices])) }));
  return ({ buckets, total: sentTotal }) => {
    const valid = Object.entries(buckets).filter(([, count]) => count >= 0 && Number.isFinite(count));
    const counts = valid.filter(([name]) => !isUnknownUsageType(name));
    const sum = (part: string) => counts.reduce((all, [name, count]) => (name.includes(part) ? all + count : all), 0);
    const inputTokens = sum('input');
    const { rate, named, total: totalRate } = higher.find(({ above }) => inputTokens > above)?.rates ?? base;
    let known = false;
    let [input, output, total] = [0, 0, 0];
    for (const [name, count] of counts) {
      const price = rate(name);
      if (price === undefined) continue;
      known = true;
      const usd = (count * price) / PER;
      if (name.includes('input')) input += usd;
      else if (name.includes('output')) output += usd;
      total += usd;
    }
    for (const [name, count] of valid) {
      const price = isUnknownUsageType(name)
        ? named(answeredUsageType(name, (other) => Object.hasOwn(buckets, other)))
        : undefined;
      if (price === undefined) continue;
      known = true;
      total += (count * price) / PER;
    }
    if (totalRate !== undefined && sentTotal !== undefined) {
      known = true;
      total += (Math.max(0, sentTotal - sum('')) * totalRate) / PER;
    }
    return known && total <= MAX_COST ? { input, output, total } : undefined;
  };
}

interface Rates {
  readonly rate: (type: string) => number | undefined;
  /** Price set for a type and nothing else: an unknown type has this price. */
  readonly named: (type: string) => number | undefined;
  readonly total: number | undefined;
}

/**
 * Resolves the price of each usage type. It is the price set for the type; otherwise that of another spelling of its kind
 * (`input_cache_read` for `input_cached_tokens`); otherwise that of plain input or output; otherwise that of any token. Types that are
 * neither input nor output cost only what is set for them.
 */
function ratesOf(prices: TypePrices): Rates {
  const total = prices.get('total');
  const byKind = new Map<Kind, number>();
  for (const [type, price] of prices) {
    const kind = kindOf(type);
    if (kind !== undefined && !byKind.has(kind)) byKind.set(kind, price);
  }
  return {
    total,
    named: (type) => prices.get(type),
    rate(type) {
      const kind = kindOf(type);
      const exact = prices.get(type);
      if (exact !== undefined || kind === undefined) return exact;
      const wider = kind === 'cacheWrite5m' || kind === 'cacheWrite1h' ? byKind.get('cacheWrite') : undefined;
      return byKind.get(kind) ?? wider ?? prices.get(type.includes('input') ? 'input' : 'output') ?? total;
    },
  };
}
