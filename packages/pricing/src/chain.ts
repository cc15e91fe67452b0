import type { PriceTable } from './price-table';

/**
 * The first of several tables that has a price, of whichever of the two models; its version names them all, in order. So
 * what an operator set for the model asked for goes before what is generally known of the one that answered.
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
