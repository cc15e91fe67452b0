export type { Price, PriceTable, Pricing } from './price-table';
