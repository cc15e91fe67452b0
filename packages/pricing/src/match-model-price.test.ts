import { chain } from './chain';
import { genaiPrices } from './genai-prices';
import { readPriceFile } from './price-file';
import type { PriceTable, Pricing } from './price-table';

const GENAI = 'genai-prices@0.1.8';

const asking = (model: string, requestModel?: string): Pricing => ({
  model,
  requestModel,
  provider: 'openai',
  at: Date.UTC(2026, 10, 1) * 1000,
  buckets: { input: 1_000_000 },
});

/** An operator's file, in which a million tokens of every model named cost a dollar. */
function fileOf(...names: readonly string[]): PriceTable {
  const models = names.map((modelName) => ({ modelName, usdPerMillion: { total: 1 } }));
  const read = readPriceFile(JSON.stringify({ version: 'mine', models }));
  if (!read.ok) throw new Error('the file is refused');
  return read.value;
}

describe('a price is that of the model that answered, else of the one asked for', () => {
  it.each([
    ['a model that answered and is not known yet', asking('gpt-4o-mini-2027-01-01', 'gpt-4o-mini'), 0.15, '#request'],
    ['both known', asking('gpt-4o', 'gpt-4o-mini'), 2.5, ''],
    ['one name', asking('gpt-4o-mini'), 0.15, ''],
    ['a model asked for that is not known', asking('gpt-4o-mini', 'our-deployment'), 0.15, ''],
  ])('%s', (_, pricing, total, suffix) => {
    const price = genaiPrices().price(pricing);
    expect(price?.total).toBeCloseTo(total, 9);
    expect(price?.source).toBe(`${GENAI}${suffix}`);
  });

  it('neither known: none', () => {
    expect(genaiPrices().price(asking('nobody-1', 'nobody-2'))).toBeUndefined();
    expect(fileOf('a').price(asking('nobody-1', 'nobody-2'))).toBeUndefined();
  });
});

describe("an operator's prices go before those that are generally known, by whichever model", () => {
  const price = (own: PriceTable, pricing: Pricing) => chain([own, genaiPrices()]).price(pricing);

  it('the operator prices the model asked for, genai-prices the one that answered', () => {
    const own = fileOf('our-deployment');
    expect(price(own, asking('gpt-4o', 'our-deployment'))).toMatchObject({
      total: 1,
      source: `${own.version}#request`,
    });
  });

  it('the operator prices both: the one that answered', () => {
    const own = fileOf('our-deployment', 'gpt-4o');
    expect(price(own, asking('gpt-4o', 'our-deployment'))).toMatchObject({ total: 1, source: own.version });
  });

  it('the operator prices neither: genai-prices by the one that answered, else by the one asked for', () => {
    const own = fileOf('another');
    expect(price(own, asking('gpt-4o', 'gpt-4o-mini'))?.source).toBe(GENAI);
    expect(price(own, asking('gpt-4o-mini-2027-01-01', 'gpt-4o-mini'))?.source).toBe(`${GENAI}#request`);
  });
});
