import type { Amounts, Price, PriceTable, Pricing, Unpriced } from './price-table';

/**
 * A table whose prices are found by the model that answered, else by the one asked for: providers answer with names that
 * no table has yet (`gpt-4o-mini` asked, `gpt-4o-mini-2027-01-01` answered).
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
