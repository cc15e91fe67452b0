import { calcPrice, TieredPrices } from '@pydantic/genai-prices';
import type { ModelPrice, Usage } from '@pydantic/genai-prices';
import type { Amounts } from './price-table';
import { KINDS, type Kind, kindOf } from './token-kinds';

/** The library's inclusive counts for `n` tokens of one kind: each part is also counted in the kinds that include it. */
const INCLUSIVE: Readonly<Record<Kind, (n: number) => Usage>> = {
  input: (n) => ({ input_tokens: n }),
  cacheRead: (n) => ({ input_tokens: n, cache_read_tokens: n }),
  cacheReadAudio: (n) => ({
    input_tokens: n,
    cache_read_tokens: n,
    input_audio_tokens: n,
    cache_audio_read_tokens: n,
  }),
  cacheReadImage: (n) => ({
    input_tokens: n,
    cache_read_tokens: n,
    input_image_tokens: n,
    cache_image_read_tokens: n,
  }),
  cacheWrite: (n) => ({ input_tokens: n, cache_write_tokens: n }),
  cacheWrite5m: (n) => ({ input_tokens: n, cache_write_tokens: n, cache_write_5m_tokens: n }),
  cacheWrite1h: (n) => ({ input_tokens: n, cache_write_tokens: n, cache_write_1h_tokens: n }),
  inputAudio: (n) => ({ input_tokens: n, input_audio_tokens: n }),
  inputImage: (n) => ({ input_tokens: n, input_image_tokens: n }),
  output: (n) => ({ output_tokens: n }),
  reasoning: (n) => ({ output_tokens: n, output_reasoning_tokens: n }),
  outputAudio: (n) => ({ output_tokens: n, output_audio_tokens: n }),
  outputImage: (n) => ({ output_tokens: n, output_image_tokens: n }),
};

/** Tokens by kind, and the inclusive input that selects a tier. */
export interface TokenCounts {
  readonly byKind: readonly (readonly [kind: Kind, tokens: number])[];
  readonly input: number;
}

/**
 * Sorts disjoint token counts into kinds by their names. Counts that are neither input nor output, or not finite numbers above zero, are
 * not priced.
 * @returns undefined if there is no input or output count at all
 */
export function countTokens(buckets: Readonly<Record<string, number>>): TokenCounts | undefined {
  const byKind: [Kind, number][] = [];
  let input = 0;
  let known = false;
  for (const name of Object.keys(buckets)) {
    const kind = kindOf(name);
    if (kind === undefined) continue;
    known = true;
    const tokens = buckets[name] ?? 0;
    if (!(tokens > 0 && Number.isFinite(tokens))) continue;
    byKind.push([kind, tokens]);
    if (name.includes('input')) input += tokens;
  }
  return known ? { byKind, input } : undefined;
}

/** Prices of one model at one time. */
export interface RateCard {
  /** Undefined if the call has tokens with a price of their own that the list lacks. */
  price(tokens: TokenCounts): Amounts | undefined;
}

/** Kinds that cost more than text at every seller, except in models with one price for all input. */
const AUDIO: readonly Kind[] = ['inputAudio', 'cacheReadAudio', 'outputAudio'];

/** USD per million tokens. */
interface Rates {
  readonly perRequest: Amounts;
  readonly byKind: Readonly<Record<Kind, Amounts>>;
}

/**
 * Creates rates per kind of token, computed by the library itself. Between two tier starts every price of a model is one number for all
 * tokens of a call, so the cost is a constant plus a rate times the tokens of each kind. The table of rates of a tier is made on its first
 * use.
 */
export function rateCard(model: string, listed: ModelPrice): RateCard {
  const prices = withHourWrites(model, listed);
  const tierStarts = startsOf(prices);
  const tiers: Rates[] = [];
  const lacks = new Set(AUDIO.filter((kind) => !hasAudioPrice(model, prices, kind)));
  return {
    price({ byKind, input: inputTokens }) {
      if (lacks.size > 0 && byKind.some(([kind]) => lacks.has(kind))) return undefined;
      let tier = 0;
      while (tier < tierStarts.length && inputTokens > (tierStarts[tier] ?? 0)) tier++;
      const rates = (tiers[tier] ??= ratesOf(flat(prices, inputTokens)));
      let { input, output, total } = rates.perRequest;
      for (const [kind, tokens] of byKind) {
        const rate = rates.byKind[kind];
        const millions = tokens / PROBE;
        input += rate.input * millions;
        output += rate.output * millions;
        total += rate.total * millions;
      }
      return { input, output, total };
    },
  };
}

const PROBE = 1_000_000;

/** Factor of one-hour cache writes at Anthropic: they cost twice the input, at every seller. */
const HOUR_WRITES = 2;

/** Returns the prices with that of one-hour cache writes, if a list with Claude's cache prices lacks it. */
function withHourWrites(model: string, prices: ModelPrice): ModelPrice {
  const input = prices['input_mtok'];
  const isComplete = prices['cache_write_mtok'] === undefined || prices['cache_write_1h_mtok'] !== undefined;
  if (isComplete || input === undefined || !model.toLowerCase().includes('claude')) return prices;
  const twice = (usd: number): number => usd * HOUR_WRITES;
  return {
    ...prices,
    cache_write_1h_mtok:
      typeof input === 'number'
        ? twice(input)
        : new TieredPrices({
            base: twice(input.base),
            tiers: input.tiers.map(({ start, price }) => ({ start, price: twice(price) })),
          }),
  };
}

/** Returns whether audio has a price: Gemini's models without a price of audio charge it as text. */
function hasAudioPrice(model: string, prices: ModelPrice, kind: Kind): boolean {
  const key = kind === 'outputAudio' ? 'output_audio_mtok' : 'input_audio_mtok';
  return prices[key] !== undefined || model.toLowerCase().includes('gemini');
}

function startsOf(prices: ModelPrice): readonly number[] {
  const starts = new Set<number>();
  for (const price of Object.values(prices)) {
    if (typeof price === 'object') for (const { start } of price.tiers) starts.add(start);
  }
  return [...starts].sort((a, b) => a - b);
}

/** Returns the prices for a call with that many input tokens: those of the highest tier that starts below them. */
function flat(prices: ModelPrice, inputTokens: number): ModelPrice {
  const chosen: ModelPrice = {};
  for (const [key, price] of Object.entries(prices)) {
    if (typeof price !== 'object') {
      chosen[key] = price;
      continue;
    }
    const reached = price.tiers.filter(({ start }) => inputTokens > start).sort((a, b) => a.start - b.start);
    chosen[key] = reached.at(-1)?.price ?? price.base;
  }
  return chosen;
}

function ratesOf(prices: ModelPrice): Rates {
  const perRequest = priceOf({}, prices);
  const rate = (kind: Kind): Amounts => {
    const price = priceOf(INCLUSIVE[kind](PROBE), prices);
    return {
      input: price.input - perRequest.input,
      output: price.output - perRequest.output,
      total: price.total - perRequest.total,
    };
  };
  return { perRequest, byKind: Object.fromEntries(KINDS.map((kind) => [kind, rate(kind)])) as Record<Kind, Amounts> };
}

function priceOf(usage: Usage, prices: ModelPrice): Amounts {
  const model = { id: 'model', match: { equals: 'model' }, prices };
  const provider = { id: 'provider', name: 'provider', api_pattern: '', models: [model] };
  const found = calcPrice(usage, 'model', { provider });
  if (found === null) throw new Error('the model of a provider of one model is always found');
  return { input: found.input_price, output: found.output_price, total: found.total_price };
}
