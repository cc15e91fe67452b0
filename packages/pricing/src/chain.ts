import type { PriceTable } from './price-table';

/**
 * Chains tables: the first one that has a price, for either of the two models, is used; the version names them all, in order. So an
 * operator's price for the requested model precedes a public price for the model that answered.
 */
export function chain(tables: readonly PriceTable[]): PriceTable {
  return {
    version: tables.map((table) => table.version).join('+'),
    price(pricing) {
      for (const table of tables) {
        const price = table.price(pricing);
        if (price !== undefined) return price;
      }
      return undefined;
    },
  };
}
