export { chain } from './chain';
export { genaiPrices } from './genai-prices';
export type { GenaiPricesOptions } from './genai-prices';
export type { Price, PriceTable, Pricing } from './price-table';
