import fc from 'fast-check';
import { readPriceFile } from './price-file';
import type { PriceTable, Pricing } from './price-table';

const at = (date: string): number => Date.parse(date) * 1000;

function tableOf(models: readonly object[], version?: string): PriceTable {
  const reading = readPriceFile(JSON.stringify({ version, models }));
  if (!reading.ok) throw new Error(reading.problems.join('\n'));
  return reading.value;
}

function problemsOf(file: unknown): readonly string[] {
  const reading = readPriceFile(typeof file === 'string' ? file : JSON.stringify(file));
  return reading.ok ? [] : reading.problems;
}

const total = (table: PriceTable, model: string, more: Partial<Pricing> = {}): number | undefined =>
  table.price({ model, provider: undefined, at: at('2026-11-20'), buckets: { input: 1_000_000 }, ...more })?.total;

const flat = (usd: number) => ({ input: usd, output: usd });

describe('a price file', () => {
  it('prices tokens by their types, in USD per million', () => {
    const usdPerMillion = { input: 2, input_cached_tokens: 0.5, output: 8, output_reasoning_tokens: 10 };
    const table = tableOf([{ modelName: 'acme-7b', usdPerMillion }]);
    const buckets = { input: 1000, input_cached_tokens: 200, output: 50, output_reasoning_tokens: 30 };
    const price = table.price({ model: 'acme-7b', provider: 'vllm', at: 0, buckets });
    expect(price?.input).toBeCloseTo((1000 * 2 + 200 * 0.5) / 1e6, 12);
    expect(price?.output).toBeCloseTo((50 * 8 + 30 * 10) / 1e6, 12);
    expect(price?.total).toBeCloseTo((1000 * 2 + 200 * 0.5 + 50 * 8 + 30 * 10) / 1e6, 12);
    expect(total(table, 'another')).toBeUndefined();
  });

  it.each<[string, Record<string, number>, Record<string, number>, number]>([
    ['its own', { input: 2, output: 8, input_cached_tokens: 1 }, { input_cached_tokens: 10 }, 10],
    ['another spelling of its kind', { input: 2, output: 8, input_cache_read: 1 }, { input_cached_tokens: 10 }, 10],
    [
      'its kind, for a cache of an hour',
      { input: 2, output: 8, input_cache_creation: 3 },
      { input_cache_write_1h: 10 },
      30,
    ],
    ['the one of plain input', { input: 2, output: 8 }, { input_cached_tokens: 10, input_audio: 1 }, 22],
    ['the one of plain output', { input: 2, output: 8 }, { output_reasoning_tokens: 10 }, 80],
    ['the one of any token', { total: 3 }, { input: 10, output_audio: 2 }, 36],
    ['the one of any token, where its side has none', { input: 2, total: 3 }, { input: 10, output: 2 }, 26],
    ['nothing, where it is neither input nor output', { total: 3 }, { input: 1, pages: 9 }, 3],
    [
      'its own, where nobody knows it',
      { input: 2, total: 3, web_requests: 5, 'details.input_images': 7, 'gen_ai.usage.input': 11 },
      {
        ...{ input: 1, 'gen_ai.usage.web_requests': 9, 'gen_ai.usage.details.input_images': 1 },
        ...{ 'gen_ai.usage.input': 1, 'gen_ai.usage.unnamed_input': 100 },
      },
      65,
    ],
    ['its own, also where it is neither', { input: 2, output: 8, pages: 5 }, { input: 1, pages: 9 }, 47],
  ])('gives a usage type the price of %s', (_, usdPerMillion, buckets, micros) => {
    const price = tableOf([{ modelName: 'm', usdPerMillion }]).price({
      model: 'm',
      provider: undefined,
      at: 0,
      buckets,
    });
    expect(price?.total).toBeCloseTo(micros / 1e6, 12);
  });

  it('prices tokens that only the total tells of by the price of any token', () => {
    const table = tableOf([
      { modelName: 'any', usdPerMillion: { total: 3 } },
      { modelName: 'sides', usdPerMillion: flat(3) },
    ]);
    expect(total(table, 'any', { buckets: {}, total: 1_000_000 })).toBe(3);
    expect(total(table, 'any', { buckets: { input: 500_000, output: 100_000 }, total: 1_000_000 })).toBeCloseTo(3, 12);
    expect(total(table, 'any', { buckets: { input: 500_000 }, total: 1 })).toBe(1.5);
    expect(total(table, 'sides', { buckets: {}, total: 1_000_000 })).toBeUndefined();
    expect(total(table, 'sides', { buckets: { input: 1_000_000 }, total: 2_000_000 })).toBe(3);
  });

  it('knows a cost of 0 from an unknown one', () => {
    const table = tableOf([{ modelName: 'self-hosted', usdPerMillion: { total: 0 } }]);
    expect(total(table, 'self-hosted')).toBe(0);
    expect(total(table, 'self-hosted', { buckets: {} })).toBeUndefined();
    expect(total(table, 'self-hosted', { buckets: { pages: 1 } })).toBeUndefined();
  });

  it('gives no cost that cannot be one', () => {
    const table = tableOf([{ modelName: 'm', usdPerMillion: flat(1_000_000) }]);
    expect(total(table, 'm', { buckets: { input: 1e12 } })).toBeUndefined();
    expect(total(table, 'm', { buckets: { input: NaN, output: 1 } })).toBe(1);
    expect(total(table, 'm', { buckets: { input: -5, output: 1 } })).toBe(1);
    expect(total(table, 'm', { buckets: { input: 1 }, at: NaN })).toBe(1);
  });

  it('may have a total in a tier of an entry with a total, and types of its own beside plain input', () => {
    const table = tableOf([
      {
        modelName: 'm',
        usdPerMillion: { input: 2, input_video: 3, total: 1 },
        tiers: [{ inputTokensAbove: 10, usdPerMillion: { total: 5 } }],
      },
    ]);
    const micros = (input: number) =>
      (total(table, 'm', { buckets: { input, input_video: 1, output: 1 } }) ?? NaN) * 1e6;
    expect(micros(1)).toBeCloseTo(2 + 3 + 1, 6);
    expect(micros(10)).toBeCloseTo(20 + 3 + 5, 6);
  });

  it('changes prices above a number of input tokens, cached ones included, and keeps those that a tier leaves out', () => {
    const tiers = [
      { inputTokensAbove: 200, usdPerMillion: { input: 4 } },
      { inputTokensAbove: 100, usdPerMillion: { input: 3, output: 9 } },
    ];
    const table = tableOf([{ modelName: 'm', usdPerMillion: { input: 2, output: 8, input_cached_tokens: 1 }, tiers }]);
    const cost = (input: number, cached: number) =>
      Math.round((total(table, 'm', { buckets: { input, input_cached_tokens: cached, output: 1 } }) ?? NaN) * 1e6);
    expect(cost(60, 40)).toBe(60 * 2 + 40 + 8);
    expect(cost(61, 40)).toBe(61 * 3 + 40 + 9);
    expect(cost(201, 0)).toBe(201 * 4 + 8);
  });
});

describe('an entry is found', () => {
  it('by the exact name first, else by the first pattern, in any case', () => {
    const table = tableOf([
      { modelName: 'gpt-*', usdPerMillion: flat(1) },
      { modelName: '*-4o', usdPerMillion: flat(2) },
      { modelName: 'GPT-4o', usdPerMillion: flat(3) },
      { modelName: '*', usdPerMillion: flat(4) },
    ]);
    const names = ['gpt-4o', 'gpt-4o-mini', 'my-4O', 'else', 'gpt-*'];
    expect(names.map((name) => total(table, name))).toEqual([3, 1, 2, 4, 1]);
  });

  it('by the latest start that has begun; before the first one by the next name that matches', () => {
    const table = tableOf([
      { modelName: 'm', startDate: '2026-03-01', usdPerMillion: flat(3) },
      { modelName: 'm', startDate: '2026-05-01T12:00:00+02:00', usdPerMillion: flat(5) },
      { modelName: 'm', startDate: '2026-04-01', usdPerMillion: flat(4) },
      { modelName: 'm*', startDate: '2026-02-01', usdPerMillion: flat(2) },
      { modelName: '*', usdPerMillion: flat(1) },
    ]);
    const times = [
      '2026-01-31',
      '2026-02-28T23:59:59.999Z',
      '2026-03-01',
      '2026-05-01T09:59:59Z',
      '2026-05-01T10:00:00Z',
    ];
    expect(times.map((time) => total(table, 'm', { at: at(time) }))).toEqual([1, 2, 3, 4, 5]);
  });

  it('as a regular expression of the same pattern would find it', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*'), minLength: 1, maxLength: 8 });
    const name = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 });
    fc.assert(
      fc.property(text, name, (pattern, model) => {
        const expected = new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(model);
        const table = tableOf([{ modelName: pattern, usdPerMillion: flat(1) }]);
        expect(total(table, model) !== undefined).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('also after more models were asked for than are remembered', () => {
    const table = tableOf([{ modelName: 'acme-*', usdPerMillion: flat(1) }]);
    for (let n = 0; n < 5000; n++) expect(total(table, `acme-${n}`)).toBe(1);
    expect(total(table, 'acme-0')).toBe(1);
  });
});

describe('the version', () => {
  it('is told with each price, and differs with the content even where its name does not', () => {
    const models = [{ modelName: 'm', usdPerMillion: flat(1) }];
    const table = tableOf(models, '2026-11');
    expect(table.version).toMatch(/^price-file@2026-11\+[0-9a-f]{12}$/);
    const pricing = { model: 'm', provider: undefined, at: 0, buckets: { input: 1 } };
    expect(table.price(pricing)?.source).toBe(table.version);
    expect(tableOf([{ modelName: 'm', usdPerMillion: flat(2) }], '2026-11').version).not.toBe(table.version);
    expect(tableOf(models).version).toMatch(/^price-file@[0-9a-f]{12}$/);
  });
});

describe('a wrong price file', () => {
  const entry = (more: object) => ({ models: [{ modelName: 'm', usdPerMillion: flat(1), ...more }] });

  it('is refused with all of its problems, each with entry, member and what is accepted', () => {
    const models = [
      { modelName: 'a', usdPerMillion: { input: '2.5', output: 8, images: -1, pages: 2.5e-6 } },
      { matchPattern: 'gpt.*', usdPerMillion: { input: 1 }, startDate: 'tomorrow' },
      7,
      { modelName: 'b', usdPerMillion: flat(1), tiers: [{ above: 1, usdPerMillion: {} }] },
      { modelName: 'A', usdPerMillion: flat(1) },
    ];
    const range = 'expected 0 or a number from 0.0001 to 1000000, in USD per million tokens';
    const types = 'an object of 1 to 50 usage types with their prices';
    expect(problemsOf({ version: 'a b', models, currency: 'EUR' })).toEqual([
      'version: expected 1 to 64 letters, digits, dots, hyphens and underscores, got "a b"',
      'currency: expected version, models only',
      `models[0].usdPerMillion.input: ${range}, got "2.5"`,
      `models[0].usdPerMillion.images: ${range}, got -1`,
      `models[0].usdPerMillion.pages: ${range}, got 0.0000025`,
      'models[1].modelName: required: 1 to 500 characters',
      'models[1].startDate: expected an ISO 8601 date or time from 1970 to 2199, got "tomorrow"',
      'models[1].usdPerMillion: expected input and output, or total',
      'models[1].matchPattern: expected modelName, startDate, usdPerMillion, tiers only',
      'models[2]: expected an object, got 7',
      'models[3].tiers[0].inputTokensAbove: required: an integer from 1',
      `models[3].tiers[0].usdPerMillion: expected ${types}, got an object of 0 members`,
      'models[3].tiers[0].above: expected inputTokensAbove, usdPerMillion only',
      'models[4]: expected another modelName or startDate, models[0] has the same',
    ]);
  });

  it.each<[string, unknown, string]>([
    ['no object', [], 'expected a JSON object with the member models, got something else'],
    ['no models', {}, 'models: required: an array of up to 2000 entries'],
    [
      'too many models',
      { models: Array(2001).fill(0) },
      'models: expected an array of up to 2000 entries, got an array of 2001',
    ],
    [
      'too many patterns',
      { models: Array.from({ length: 501 }, (_, n) => ({ modelName: `${n}*`, usdPerMillion: flat(1) })) },
      'models: expected up to 500 names with *, got 501',
    ],
    ['spaces around a name', entry({ modelName: 'm ' }), 'models[0].modelName: expected 1 to 500 characters'],
    ['a long name', entry({ modelName: 'm'.repeat(501) }), 'models[0].modelName: expected 1 to 500 characters'],
    [
      'two tiers alike',
      entry({ tiers: [1, 1].map((inputTokensAbove) => ({ inputTokensAbove, usdPerMillion: flat(1) })) }),
      'models[0].tiers: expected a different',
    ],
    [
      'a total in a tier that leaves input and output as they are',
      entry({ tiers: [{ inputTokensAbove: 1, usdPerMillion: { total: 5 } }] }),
      'models[0].tiers[0].usdPerMillion.total: expected input and output, as in models[0].usdPerMillion',
    ],
    [
      'two spellings of a kind in an entry',
      entry({ usdPerMillion: { ...flat(1), input_cached_tokens: 1, input_cache_read: 2 } }),
      'models[0].usdPerMillion.input_cache_read: expected one spelling in an entry and its tiers, input_cached_tokens is',
    ],
    [
      'two spellings of a kind in an entry and a tier',
      entry({
        usdPerMillion: { ...flat(1), input_cached_tokens: 1 },
        tiers: [{ inputTokensAbove: 1, usdPerMillion: { input_cache_read: 2 } }],
      }),
      'models[0].tiers[0].usdPerMillion.input_cache_read: expected one spelling in an entry and its tiers, input_cached',
    ],
    [
      'a long usage type',
      entry({ usdPerMillion: { ...flat(1), ['x'.repeat(101)]: 1 } }),
      'models[0].usdPerMillion.xxx',
    ],
    [
      'null for a number',
      entry({ usdPerMillion: { input: null, total: 1 } }),
      'models[0].usdPerMillion.input: expected 0 or',
    ],
  ])('is refused for %s', (_, file, problem) => {
    expect(problemsOf(file)).toEqual([expect.stringContaining(problem)]);
  });

  it('that is no JSON is refused without showing it: it may be another file, with secrets', () => {
    expect(problemsOf('{\n  "models": [\n  hunter2\n]}').join()).not.toContain('hunter2');
    expect(problemsOf('{\n"models": [],\n"a" 1}')).toEqual(['line 3, column 5: expected JSON']);
    expect(problemsOf('"hunter2"').join()).not.toContain('hunter2');
  });
});
