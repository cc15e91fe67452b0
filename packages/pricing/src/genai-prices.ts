import { calcPrice } from '@pydantic/genai-prices';
import type { ModelPrice, PriceCalculation, Provider } from '@pydantic/genai-prices';
import { byEitherModel } from './by-either-model';
import type { Amounts, PriceTable, Pricing } from './price-table';
import { countTokens, rateCard } from './rate-card';
import type { RateCard } from './rate-card';

const MICROS_PER_DAY = 86_400_000_000;
const UTC_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Servers of local models: the price of a hosted model of the same name would be a guess. */
const LOCAL_PROVIDERS = new Set(['ollama', 'vllm', 'lmstudio', 'lm_studio', 'llama.cpp', 'llama_cpp', 'localai']);

/** The prices of one model on one UTC day; `timed` prices also change within the day. */
type DayPrices =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'constant'; readonly card: RateCard }
  | { readonly kind: 'timed'; readonly model: string; readonly provider: Provider };

const UNKNOWN: DayPrices = { kind: 'unknown' };

const VERSION = 'genai-prices@0.1.8';

/** How a price table may be bounded. */
export interface GenaiPricesOptions {
  /** How many (provider, model, day) are remembered. */
  readonly remembered?: number;
}

/**
 * The prices that come with `@pydantic/genai-prices`, offline. The library matches a model and applies dates, tiers and
 * times of day; it takes 15 microseconds a call. Here it is asked once per provider, model and UTC day (its dates are
 * UTC midnights), for the price of each kind of token at each tier; a call then costs a lookup and one multiplication
 * per bucket (contract: Usage and cost). Never throws, never uses the network.
 */
export function genaiPrices({ remembered = 4096 }: GenaiPricesOptions = {}): PriceTable {
  const days = new Map<string, DayPrices>();
  const timedCards = new WeakMap<ModelPrice, RateCard>();

  function dayPrices(pricing: Pricing): DayPrices {
    const key = `${Math.floor(pricing.at / MICROS_PER_DAY)}\n${pricing.provider ?? ''}\n${pricing.model}`;
    const known = days.get(key);
    if (known !== undefined) return known;
    const found = findDayPrices(pricing);
    if (days.size >= remembered) days.delete(days.keys().next().value ?? '');
    days.set(key, found);
    return found;
  }

  function timedCard(provider: Provider, model: string, at: number): RateCard {
    const prices = activePrices(provider, model, at);
    const card = timedCards.get(prices) ?? rateCard(prices);
    timedCards.set(prices, card);
    return card;
  }

  return byEitherModel(VERSION, (pricing) => {
    try {
      const tokens = countTokens(pricing.buckets);
      if (tokens === undefined) return undefined;
      const prices = dayPrices(pricing);
      if (prices.kind === 'unknown') return undefined;
      const card = prices.kind === 'constant' ? prices.card : timedCard(prices.provider, prices.model, pricing.at);
      return finite(card.price(tokens));
    } catch {
      // The library throws on figures and data that it did not expect; such a call has no cost.
      return undefined;
    }
  });
}

function findDayPrices(pricing: Pricing): DayPrices {
  const found = find(pricing);
  if (found === null) return UNKNOWN;
  const { prices } = found.model;
  const changesWithinDay =
    Array.isArray(prices) &&
    prices.some(({ constraint }) => {
      return constraint !== undefined && !(constraint.type === 'start_date' && UTC_DATE.test(constraint.start_date));
    });
  if (!changesWithinDay) return { kind: 'constant', card: rateCard(found.model_price) };
  return {
    kind: 'timed',
    model: found.model.id,
    provider: { ...found.provider, models: [{ ...found.model, match: { starts_with: '' } }] },
  };
}

/**
 * By the provider named; else by the model's name alone (senders write providers in many ways); else by both parts of
 * a name like `openai/gpt-4o`; else as one of OpenAI's embeddings, which the library does not find by their names alone.
 */
function find({ model, provider, at }: Pricing): PriceCalculation | null {
  if (provider !== undefined && LOCAL_PROVIDERS.has(provider.toLowerCase())) return null;
  const timestamp = new Date(at / 1000);
  return (
    (provider === undefined ? null : calcPrice({}, model, { providerId: provider, timestamp })) ??
    calcPrice({}, model, { timestamp }) ??
    (model.includes('/') ? calcPrice({}, model, { providerId: 'litellm', timestamp }) : null) ??
    (model.startsWith('text-embedding-') ? calcPrice({}, model, { providerId: 'openai', timestamp }) : null)
  );
}

function activePrices(provider: Provider, model: string, at: number): ModelPrice {
  const found = calcPrice({}, model, { provider, timestamp: new Date(at / 1000) });
  if (found === null) throw new Error('the model of a provider of one model is always found');
  return found.model_price;
}

function finite(amounts: Amounts): Amounts | undefined {
  return Number.isFinite(amounts.total) && amounts.input >= 0 && amounts.output >= 0 ? amounts : undefined;
}
