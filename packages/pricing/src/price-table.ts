import type { Micros } from '@sluice/record';

/** What is to be priced. */
export interface Pricing {
  /** The model that answered. */
  readonly model: string;
  /** The model that was asked for, where it has another name. */
  readonly requestModel?: string | undefined;
  /** Who served it, where known (`openai`, `azure.ai.openai`, `gcp.vertex_ai`). */
  readonly provider: string | undefined;
  /** When the call started: prices are dated. */
  readonly at: Micros;
  /** Disjoint token buckets in the names of usageDetails (`input`, `input_cached_tokens`, `output`, …), without `total`. */
  readonly buckets: Readonly<Record<string, number>>;
  /** The total as sent, where it was: it may hold tokens that are in no bucket. */
  readonly total?: number | undefined;
}

/** USD, finite and >= 0. The total may hold more than both: the cost of what is neither input nor output. */
export interface Amounts {
  readonly input: number;
  readonly output: number;
  readonly total: number;
}

export interface Price extends Amounts {
  /** The version of the table that knew it, stored beside the cost; `#request` after it: by the model asked for. */
  readonly source: string;
}

/** A call whose model is known, and some of whose tokens are not: no cost, because less than all of it would be wrong. */
export interface Unpriced {
  readonly input?: undefined;
  readonly output?: undefined;
  readonly total: undefined;
  /** The version of the table, `#` and the reason: `genai-prices@0.1.8#no-audio-price`. */
  readonly source: string;
}

/** A source of prices. */
export interface PriceTable {
  /** Name and version of its prices. */
  readonly version: string;
  /**
   * By the model that answered, else by the one asked for. Undefined where neither is known: no cost, never a guess. Never
   * throws (contract: Usage and cost).
   */
  price(pricing: Pricing): Price | Unpriced | undefined;
}
