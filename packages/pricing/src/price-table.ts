import type { Micros } from '@sluice/record';

/** What is to be priced. */
export interface Pricing {
  readonly model: string;
  /** Who served it, where known (`openai`, `azure.ai.openai`, `gcp.vertex_ai`). */
  readonly provider: string | undefined;
  /** When the call started: prices are dated. */
  readonly at: Micros;
  /** Disjoint token buckets in the names of usageDetails (`input`, `input_cached_tokens`, `output`, …), without `total`. */
  readonly buckets: Readonly<Record<string, number>>;
}

/** USD, finite and >= 0. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly total: number;
}

/** A source of prices. */
export interface PriceTable {
  /** Name and version of the source, stored beside every cost computed from it. */
  readonly version: string;
  /** Undefined for a model that is not known: no cost, never a guess. Never throws. */
  price(pricing: Pricing): Price | undefined;
}
