import type { PriceTable } from './price-table';

/** The first of several tables that knows a price; its version names them all, in order. */
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
