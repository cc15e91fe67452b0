import { calcPrice } from '@pydantic/genai-prices';
import type { ModelPrice, Usage } from '@pydantic/genai-prices';
import type { Amounts } from './price-table';
import { KINDS, type Kind, kindOf } from './token-kinds';

/** The library's inclusive counts for `n` tokens of one kind: each part is also counted in what it is a part of. */
const INCLUSIVE: Readonly<Record<Kind, (n: number) => Usage>> = {
  input: (n) => ({ input_tokens: n }),
  cacheRead: (n) => ({ input_tokens: n, cache_read_tokens: n }),
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

/** Tokens by kind, and the inclusive input that tiers depend on. */
export interface TokenCounts {
  readonly byKind: readonly (readonly [kind: Kind, tokens: number])[];
  readonly input: number;
}

/**
 * Sorts disjoint buckets into kinds by their names. Buckets that are neither input nor output, and counts that are no
 * finite number above zero, are not priced.
 * @returns undefined when there is no input or output bucket at all
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

/** The prices of one model at one time. */
export interface RateCard {
  price(tokens: TokenCounts): Amounts;
}

/** USD per million tokens. */
interface Rates {
  readonly perRequest: Amounts;
  readonly byKind: Readonly<Record<Kind, Amounts>>;
}

/**
 * Rates per kind of token, taken from the library itself. Between two tier starts every price of a model is one number
 * that holds for all tokens of a call, so the cost is a constant plus a rate times the tokens of each kind; a table of
 * rates is made for a tier when it is first met.
 */
export function rateCard(prices: ModelPrice): RateCard {
  const tierStarts = startsOf(prices);
  const tiers: Rates[] = [];
  return {
    price({ byKind, input: inputTokens }) {
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

function startsOf(prices: ModelPrice): readonly number[] {
  const starts = new Set<number>();
  for (const price of Object.values(prices)) {
    if (typeof price === 'object') for (const { start } of price.tiers) starts.add(start);
  }
  return [...starts].sort((a, b) => a - b);
}

/** The prices that hold for a call with that many input tokens: the highest tier that starts below them. */
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
