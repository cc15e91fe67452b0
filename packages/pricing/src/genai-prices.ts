import { calcPrice } from '@pydantic/genai-prices';
import type { ModelPrice, PriceCalculation, Provider } from '@pydantic/genai-prices';
import { byEitherModel } from './match-model-price';
import { providersOf } from './model-match';
import type { Amounts, PriceTable, Pricing } from './price-table';
import { countTokens, rateCard } from './rate-card';
import type { RateCard, TokenCounts } from './rate-card';
import { type Seller, sellersOf } from './sellers';

const MICROS_PER_DAY = 86_400_000_000;
const UTC_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Prices of one model at one seller on one UTC day; some also change within the day. */
type Offer = (at: number) => RateCard;

const VERSION = 'genai-prices@0.1.8';

/** Limits of the price table. */
export interface GenaiPricesOptions {
  /** Limit of the cached combinations of provider, model and day. */
  readonly remembered?: number;
}

/**
 * Creates a table of the prices in `@pydantic/genai-prices`, offline. The library matches a model and applies dates, tiers and times of
 * day; it takes 15 microseconds a call. The table calls it once per provider, model and UTC day (its dates are UTC midnights), for the
 * price of each kind of token at each tier; a call then costs a look-up and one multiplication per usage type (contract: Usage and cost).
 * Never throws, never uses the network.
 */
export function genaiPrices({ remembered = 4096 }: GenaiPricesOptions = {}): PriceTable {
  const days = new Map<string, readonly Offer[]>();
  const mayHave = providersOf();

  function offersOf(pricing: Pricing): readonly Offer[] {
    const key = `${Math.floor(pricing.at / MICROS_PER_DAY)}\n${pricing.provider ?? ''}\n${pricing.model}`;
    const known = days.get(key);
    if (known !== undefined) return known;
    const found = findOffers(pricing, mayHave);
    if (days.size >= remembered) days.delete(days.keys().next().value ?? '');
    days.set(key, found);
    return found;
  }

  return byEitherModel(VERSION, (pricing) => {
    try {
      const tokens = countTokens(pricing.buckets);
      return tokens && agreed(offersOf(pricing), tokens, pricing.at);
    } catch {
      // The library throws on figures and data that it did not expect; such a call has no cost.
      return undefined;
    }
  });
}

/** Returns the cost of a call on which all offers agree; undefined without offers, and if two differ. */
function agreed(offers: readonly Offer[], tokens: TokenCounts, at: number): Amounts | 'no-audio-price' | undefined {
  const [first, ...others] = offers.map((offer) => offer(at).price(tokens));
  if (offers.length === 0) return undefined;
  if (first === undefined) return others.every((other) => other === undefined) ? 'no-audio-price' : undefined;
  return isCost(first) && others.every((other) => other !== undefined && isEqual(first, other)) ? first : undefined;
}

/** Finds the offers of all possible sellers of a call: one, unless only the model is known. Equal offers of several count as one. */
function findOffers({ provider, model, at }: Pricing, mayHave: (model: string) => readonly string[]): readonly Offer[] {
  const timestamp = new Date(at / 1000);
  const find = (seller: Seller) => calcPrice({}, seller.model, { providerId: seller.provider, timestamp });
  const { ordered, orAny } = sellersOf(provider, model);
  for (const seller of ordered) {
    const found = find(seller);
    if (found !== null) return [offerOf(found)];
  }
  if (!orAny) return [];
  const distinct = new Map<string, PriceCalculation>();
  for (const id of mayHave(model)) {
    const found = find({ provider: id, model });
    if (found !== null && isOfTokens(found.model_price)) distinct.set(JSON.stringify(found.model.prices), found);
  }
  return [...distinct.values()].map(offerOf);
}

/** Returns whether a price list has prices of tokens: that of a flat subscription has models without prices. */
function isOfTokens(prices: ModelPrice): boolean {
  return prices['input_mtok'] !== undefined || prices['output_mtok'] !== undefined;
}

function offerOf(found: PriceCalculation): Offer {
  const { prices } = found.model;
  const changesWithinDay =
    Array.isArray(prices) &&
    prices.some(({ constraint }) => {
      return constraint !== undefined && !(constraint.type === 'start_date' && UTC_DATE.test(constraint.start_date));
    });
  const first = rateCard(found.model.id, found.model_price);
  if (!changesWithinDay) return () => first;
  const cards = new WeakMap<ModelPrice, RateCard>([[found.model_price, first]]);
  const provider = { ...found.provider, models: [{ ...found.model, match: { starts_with: '' } }] };
  return (at) => {
    const active = activePrices(provider, found.model.id, at);
    const card = cards.get(active) ?? rateCard(found.model.id, active);
    cards.set(active, card);
    return card;
  };
}

function activePrices(provider: Provider, model: string, at: number): ModelPrice {
  const found = calcPrice({}, model, { provider, timestamp: new Date(at / 1000) });
  if (found === null) throw new Error('the model of a provider of one model is always found');
  return found.model_price;
}

/** Compares costs. Prices of several sellers are the same decimal numbers; their sums may differ in the last digit. */
function isEqual(a: Amounts, b: Amounts): boolean {
  const near = (one: number, other: number) => Math.abs(one - other) <= 1e-9 * Math.max(one, other);
  return near(a.input, b.input) && near(a.output, b.output) && near(a.total, b.total);
}

function isCost({ input, output, total }: Amounts): boolean {
  return Number.isFinite(total) && input >= 0 && output >= 0;
}
