import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calcPrice, findProvider } from '@pydantic/genai-prices';
import type { Pricing } from './price-table';
import { genaiPrices } from './genai-prices';

const NOON = Date.UTC(2026, 5, 1, 12) * 1000;

const pricing = (model: string, buckets: Pricing['buckets'], provider?: string, at = NOON): Pricing => ({
  model,
  provider,
  at,
  buckets,
});

describe('the prices of genai-prices', () => {
  it('has the version of the pinned package', () => {
    const manifest = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(genaiPrices().version).toBe(`genai-prices@${manifest.dependencies['@pydantic/genai-prices']}`);
  });

  it('prices disjoint buckets, the cached part at its own price', () => {
    const price = genaiPrices().price(
      pricing('gpt-4o', { input: 600, input_cached_tokens: 400, output: 100 }, 'openai'),
    );
    expect(price?.input).toBeCloseTo((600 * 2.5 + 400 * 1.25) / 1e6, 12);
    expect(price?.output).toBeCloseTo((100 * 10) / 1e6, 12);
    expect(price?.total).toBeCloseTo((600 * 2.5 + 400 * 1.25 + 100 * 10) / 1e6, 12);
  });

  it('gives no cost for an unknown model, for local servers and without any input or output bucket', () => {
    const table = genaiPrices();
    expect(table.price(pricing('acme-7b', { input: 1 }))).toBeUndefined();
    expect(table.price(pricing('mistral-large-latest', { input: 1 }, 'ollama'))).toBeUndefined();
    expect(table.price(pricing('gpt-4o', {}))).toBeUndefined();
    expect(table.price(pricing('gpt-4o', { pages: 3 }))).toBeUndefined();
    const source = 'genai-prices@0.1.8';
    expect(table.price(pricing('gpt-4o', { input: 0 }))).toEqual({ input: 0, output: 0, total: 0, source });
  });

  it.each([
    ['openai', 'gpt-4o'],
    ['azure.ai.openai', 'gpt-4o'],
    ['openai.chat', 'gpt-4o'],
    ['somebody', 'gpt-4o'],
    [undefined, 'gpt-4o'],
    [undefined, 'openai/gpt-4o'],
    [undefined, 'text-embedding-3-small'],
    ['azure.ai.openai', 'text-embedding-ada-002'],
    ['gcp.vertex_ai', 'gemini-2.5-pro'],
    ['aws.bedrock', 'us.anthropic.claude-sonnet-4-20250514-v1:0'],
  ])('knows provider %s with model %s', (provider, model) => {
    expect(genaiPrices().price(pricing(model, { input: 1000, output: 1000 }, provider))?.total).toBeGreaterThan(0);
  });

  it.each<[string, string, string | undefined, Pricing['buckets'], number | undefined]>([
    [
      'by Bedrock’s id, without a provider',
      'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
      undefined,
      { input: 1e6 },
      3.3,
    ],
    [
      'by Bedrock’s id, of a framework',
      'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
      'strands-agents',
      { input: 1e6 },
      3.3,
    ],
    ['of a closed model by its maker', 'claude-sonnet-4-6', undefined, { input: 1e6 }, 3],
    ['of a closed model through another protocol', 'gemini-2.5-flash', 'openai', { input: 1e6 }, 0.3],
    ['none of an open model that several sell at their prices', 'gpt-oss-120b', undefined, { input: 1e6 }, undefined],
    ['none of that either, in the name of OpenRouter', 'openai/gpt-oss-120b', 'a-proxy', { input: 1e6 }, undefined],
    ['of an open model by the provider that was named', 'openai/gpt-oss-120b', 'groq', { input: 1e6 }, 0.15],
    ['of a name that all have at one price', 'openai/gpt-4o', undefined, { input: 1e6 }, 2.5],
    ['none of a known provider that lacks the model', 'deepseek-chat', 'anthropic', { input: 1e6 }, undefined],
    ['for five minutes in a cache', 'claude-sonnet-4-6', 'anthropic', { input_ephemeral_5m_input_tokens: 1e5 }, 0.375],
    ['for an hour in a cache', 'claude-sonnet-4-6', 'anthropic', { input_ephemeral_1h_input_tokens: 1e5 }, 0.6],
    [
      'for an hour, where the list lacks it',
      'global.anthropic.claude-sonnet-4-5-20250929-v1:0',
      'aws',
      { input_cache_creation_1h: 1e5 },
      0.6,
    ],
    [
      'for an hour at Vertex, in the higher tier',
      'claude-sonnet-4-5',
      'vertex_ai',
      { input_cache_creation_1h: 1e6 },
      12,
    ],
    ['of cached audio', 'gpt-4o-realtime-preview', 'openai', { input_cached_audio_tokens: 1e6 }, 2.5],
    ['of audio where all input has one price', 'gemini-2.5-pro', 'google', { input_audio_tokens: 1e5 }, 0.125],
  ])('is the price %s', (_, model, provider, buckets, usd) => {
    const total = genaiPrices().price(pricing(model, buckets, provider))?.total;
    if (usd === undefined) expect(total).toBeUndefined();
    else expect(total).toBeCloseTo(usd, 9);
  });

  it('leaves a cost out, with the reason, where audio has a price that the list lacks', () => {
    const table = genaiPrices();
    const source = 'genai-prices@0.1.8#no-audio-price';
    for (const buckets of [
      { input: 5, input_audio_tokens: 9 },
      { output_audio_tokens: 1 },
      { input_cached_audio_tokens: 1 },
    ]) {
      expect(table.price(pricing('gpt-4o-audio-preview', buckets, 'openai'))).toEqual({ total: undefined, source });
    }
    expect(table.price(pricing('gpt-4o-audio-preview', { input: 1e6, input_audio_tokens: 0 }, 'openai'))?.total).toBe(
      2.5,
    );
  });

  it('never throws and gives no cost that is not a finite number', () => {
    const table = genaiPrices();
    expect(table.price(pricing('gpt-4o', { input: NaN, output: -1 }))?.total).toBe(0);
    expect(table.price(pricing('gpt-4o', { input: Infinity }))?.total).toBe(0);
    expect(() => table.price(pricing('gpt-4o', { input: 1 }, undefined, NaN))).not.toThrow();
    expect(() => table.price(pricing('', { input: 1 }))).not.toThrow();
    expect(table.price(pricing('gpt-4o', { __proto__: 1, constructor: 1, input: 1 }))).toBeDefined();
  });

  it('forgets the oldest model when it remembers as many as it may', () => {
    const table = genaiPrices({ remembered: 2 });
    const first = table.price(pricing('gpt-4o', { input: 1000 }));
    for (let n = 0; n < 10; n++) table.price(pricing(`acme-${n}`, { input: 1 }));
    expect(table.price(pricing('gpt-4o', { input: 1000 }))).toEqual(first);
  });

  it('gives what the library gives, for every model of the large providers, at tiers, dates and times of day', () => {
    const table = genaiPrices();
    const times = [Date.UTC(2025, 0, 1, 12), Date.UTC(2026, 7, 16, 23, 59, 59, 999), Date.UTC(2026, 7, 17)];
    times.push(Date.UTC(2026, 8, 1, 2, 30), Date.UTC(2026, 8, 1, 17, 0));
    const counts = [
      { input: 900, read: 60, write: 40, output: 80, reasoning: 20 },
      { input: 190_000, read: 9_999, write: 1, output: 1, reasoning: 0 },
      { input: 190_000, read: 10_000, write: 1, output: 5_000, reasoning: 3 },
      { input: 0, read: 600_000, write: 0, output: 0, reasoning: 7 },
    ];
    let compared = 0;
    const names = [
      'openai',
      'anthropic',
      'google',
      'deepseek',
      'mistral',
      'perplexity',
      'x-ai',
      'aws',
      'cohere',
      'groq',
    ];
    for (const name of names) {
      const provider = findProvider({ providerId: name });
      for (const model of provider?.models ?? []) {
        for (const at of times) {
          for (const { input, read, write, output, reasoning } of counts) {
            const expected = calcPrice(
              {
                input_tokens: input + read + write,
                cache_read_tokens: read,
                cache_write_tokens: write,
                output_tokens: output + reasoning,
                output_reasoning_tokens: reasoning,
              },
              model.id,
              { providerId: name, timestamp: new Date(at) },
            );
            if (expected === null) continue;
            const buckets = {
              input,
              input_cached_tokens: read,
              input_cache_creation: write,
              output,
              output_reasoning_tokens: reasoning,
            };
            const actual = table.price(pricing(model.id, buckets, name, at * 1000));
            expect(actual?.input).toBeCloseTo(expected.input_price, 9);
            expect(actual?.output).toBeCloseTo(expected.output_price, 9);
            expect(actual?.total).toBeCloseTo(expected.total_price, 9);
            compared++;
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(2000);
  });
});
