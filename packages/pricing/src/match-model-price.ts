import type { Amounts, Price, PriceTable, Pricing, Unpriced } from './price-table';

/**
 * Creates a table whose prices are found by the model that answered, otherwise by the requested one: providers answer with names that no
 * table contains yet (`gpt-4o-mini` requested, `gpt-4o-mini-2027-01-01` answered).
 */
export function byEitherModel(
  version: string,
  amounts: (pricing: Pricing) => Amounts | 'no-audio-price' | undefined,
): PriceTable {
  const named = (found: ReturnType<typeof amounts>, source: string): Price | Unpriced | undefined =>
    typeof found === 'string' ? { total: undefined, source: `${source}#${found}` } : found && { ...found, source };
  return {
    version,
    price(pricing) {
      const { requestModel } = pricing;
      const answered = named(amounts(pricing), version);
      if (answered !== undefined || requestModel === undefined) return answered;
      return named(amounts({ ...pricing, model: requestModel }), `${version}#request`);
    },
  };
}
