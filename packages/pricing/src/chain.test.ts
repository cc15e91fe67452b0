import { chain } from './chain';
import { genaiPrices } from './genai-prices';
import type { Pricing } from './price-table';

const pricing = (model: string): Pricing => ({
  model,
  provider: undefined,
  at: Date.UTC(2026, 5, 1) * 1000,
  buckets: { input: 1 },
});

describe('a chain of price tables', () => {
  it('answers by the first table that knows the model, names it as the source, and has all versions', () => {
    const own = {
      version: 'own@1',
      price: ({ model }: Pricing) =>
        model === 'acme-7b' ? { input: 1, output: 2, total: 3, source: 'own@1' } : undefined,
    };
    const table = chain([own, genaiPrices()]);
    expect(table.version).toBe('own@1+genai-prices@0.1.8');
    expect(table.price(pricing('acme-7b'))).toEqual({ input: 1, output: 2, total: 3, source: 'own@1' });
    expect(table.price(pricing('gpt-4o'))).toMatchObject({ source: 'genai-prices@0.1.8' });
    expect(table.price(pricing('nobody-knows'))).toBeUndefined();
  });
});
