export { byEitherModel } from './match-model-price';
export { chain } from './chain';
export { genaiPrices } from './genai-prices';
export type { GenaiPricesOptions } from './genai-prices';
export type { Price, PriceTable, Pricing, Unpriced } from './price-table';
export { LARGEST_PRICE_FILE, readPriceFile } from './price-file';
export type { PriceFileReading } from './price-file';
