import type { Micros } from '@sluice/record';

/** A call to be priced. */
export interface Pricing {
  /** Model that answered. */
  readonly model: string;
  /** Requested model, if it has another name. */
  readonly requestModel?: string | undefined;
  /** Provider that served the model, if known (`openai`, `azure.ai.openai`, `gcp.vertex_ai`). */
  readonly provider: string | undefined;
  /** Start of the call: prices are dated. */
  readonly at: Micros;
  /** Disjoint token counts by the names of usageDetails (`input`, `input_cached_tokens`, `output`, …), without `total`. */
  readonly buckets: Readonly<Record<string, number>>;
  /** Total, if one was sent: it may include tokens of no usage type. */
  readonly total?: number | undefined;
}

/** USD, finite and >= 0. The total may exceed the sum of both by the cost of tokens that are neither input nor output. */
export interface Amounts {
  readonly input: number;
  readonly output: number;
  readonly total: number;
}

export interface Price extends Amounts {
  /** Version of the table with the price, stored with the cost; with `#request` after it if the requested model was found. */
  readonly source: string;
}

/** A call of a known model with some unpriced tokens: no cost, because a part of it would be wrong. */
export interface Unpriced {
  readonly input?: undefined;
  readonly output?: undefined;
  readonly total: undefined;
  /** Version of the table, `#` and the reason: `genai-prices@0.1.8#no-audio-price`. */
  readonly source: string;
}

/** A source of prices. */
export interface PriceTable {
  /** Name and version of its prices. */
  readonly version: string;
  /**
   * Prices a call by the model that answered, otherwise by the requested one. Undefined if neither is known: no cost, never a guess. Never
   * throws (contract: Usage and cost).
   */
  price(pricing: Pricing): Price | Unpriced | undefined;
}
