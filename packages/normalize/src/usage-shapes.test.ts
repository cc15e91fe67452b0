import { MAX_COUNT, type Usage } from '@sluice/record';
import fc from 'fast-check';
import { usageOfSent } from './usage-details';

const sum = (counts: Usage['input']): number => Object.values(counts ?? {}).reduce((a, b) => a + b, 0);
const read = (sent: object) => usageOfSent(sent as Record<string, unknown>);

const countsOf = (usage: Usage | undefined) => ({ ...usage?.input, ...usage?.output, ...usage?.other });

describe('usage in the shape of a provider', () => {
  it.each<[string, object, Partial<Usage>]>([
    [
      'xAI: two divisions of one whole, and reasoning beside the completion',
      {
        ...{ prompt_tokens: 2640, completion_tokens: 182, total_tokens: 3494 },
        prompt_tokens_details: { text_tokens: 2640, audio_tokens: 0, image_tokens: 0, cached_tokens: 473 },
        completion_tokens_details: { reasoning_tokens: 672, audio_tokens: 0 },
      },
      {
        input: { input: 2167, input_audio_tokens: 0, input_image_tokens: 0, input_cached_tokens: 473 },
        output: { output: 182, output_reasoning_tokens: 672, output_audio_tokens: 0 },
        total: 3494,
      },
    ],
    [
      'OpenAI: audio of which some was read from a cache',
      { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 60, audio_tokens: 80 } },
      {
        input: { input: 0, input_cached_tokens: 20, input_cached_audio_tokens: 40, input_audio_tokens: 40 },
        output: { output: 5 },
      },
    ],
    [
      'Anthropic: what was written to caches, by its lifetime',
      {
        input_tokens: 20,
        output_tokens: 5,
        cache_read_input_tokens: 0,
        cache_creation_input_tokens: 10_000,
        cache_creation: { ephemeral_5m_input_tokens: 4_000, ephemeral_1h_input_tokens: 6_000 },
      },
      {
        input: {
          input: 20,
          cache_read_input_tokens: 0,
          cache_creation_input_tokens: 4_000,
          input_cache_creation_1h: 6_000,
        },
        output: { output: 5 },
      },
    ],
    [
      'Anthropic: the same, as the Langfuse handler for LangChain writes it',
      {
        ...{ input: 20, output: 5, cache_read_input_tokens: 0, cache_creation_input_tokens: 10_000 },
        ...{ cache_creation_ephemeral_1h_input_tokens: 6_000, cache_creation_ephemeral_5m_input_tokens: 4_000 },
      },
      {
        input: {
          input: 20,
          cache_read_input_tokens: 0,
          cache_creation_input_tokens: 4_000,
          input_cache_creation_1h: 6_000,
        },
        output: { output: 5 },
      },
    ],
    [
      'Anthropic: lifetimes that are no part of what was written',
      {
        ...{ input: 20, output: 5, cache_read_input_tokens: 0, cache_creation_input_tokens: 10_000 },
        ...{ cache_creation_ephemeral_1h_input_tokens: 6_000, cache_creation_ephemeral_5m_input_tokens: 4_001 },
      },
      {
        input: {
          input: 20,
          cache_read_input_tokens: 0,
          cache_creation_input_tokens: 10_000,
          cache_creation_ephemeral_1h_input_tokens: 6_000,
          cache_creation_ephemeral_5m_input_tokens: 4_001,
        },
        output: { output: 5 },
      },
    ],
    [
      'xAI: reasoning that the total alone shows beside the completion',
      {
        prompt_tokens: 10,
        completion_tokens: 50,
        total_tokens: 100,
        completion_tokens_details: { reasoning_tokens: 40 },
      },
      { input: { input: 10 }, output: { output: 50, output_reasoning_tokens: 40 }, total: 100 },
    ],
    [
      'LiteLLM: caches inside and beside',
      {
        ...{ prompt_tokens: 9880, completion_tokens: 512, total_tokens: 10392 },
        prompt_tokens_details: { cached_tokens: 6636, cache_creation_tokens: 3234 },
        completion_tokens_details: { reasoning_tokens: 171 },
        ...{ cache_creation_input_tokens: 3234, cache_read_input_tokens: 6636, reasoning_tokens: 171 },
      },
      {
        input: { input: 10, input_cached_tokens: 6636, input_cache_creation_tokens: 3234 },
        output: { output: 341, output_reasoning_tokens: 171 },
        other: {},
        total: 10392,
      },
    ],
    [
      'LiteLLM: a cache that only stands beside the details',
      { prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 60 }, cache_creation_input_tokens: 30 },
      { input: { input: 10, input_cached_tokens: 60, input_cache_creation_tokens: 30 } },
    ],
    [
      'DeepSeek: hits and misses are the prompt once more',
      {
        ...{
          prompt_tokens: 100,
          completion_tokens: 5,
          total_tokens: 105,
          prompt_tokens_details: { cached_tokens: 60 },
        },
        ...{ prompt_cache_hit_tokens: 60, prompt_cache_miss_tokens: 40 },
      },
      { input: { input: 40, input_cached_tokens: 60 }, output: { output: 5 }, other: {}, total: 105 },
    ],
    [
      'OpenAI: the prompt is the whole, however much of it is cached',
      { prompt_tokens: 10, completion_tokens: 5, total_tokens: 75, prompt_tokens_details: { cached_tokens: 60 } },
      { input: { input: 10 }, output: { output: 5 }, total: 75 },
    ],
    [
      'Google: thoughts beside the candidates',
      { prompt_token_count: 2244, candidates_token_count: 21, thoughts_token_count: 300, total_token_count: 2565 },
      { input: { input: 2244 }, output: { output: 21, output_reasoning_tokens: 300 }, other: {}, total: 2565 },
    ],
    [
      'Google: thoughts that the total shows inside the candidates',
      { prompt_token_count: 10, candidates_token_count: 40, thoughts_token_count: 30, total_token_count: 50 },
      { input: { input: 10 }, output: { output: 10, output_reasoning_tokens: 30 }, total: 50 },
    ],
    [
      'Google: the prompt contains what is cached, and not what tools were asked; what it divides once more is left',
      {
        ...{ promptTokenCount: 100, cachedContentTokenCount: 60, toolUsePromptTokenCount: 7, candidatesTokenCount: 5 },
        ...{
          thoughtsTokenCount: 3,
          totalTokenCount: 115,
          promptTokensDetails: [{ modality: 'TEXT', tokenCount: 100 }],
        },
      },
      {
        input: { input: 40, input_cached_tokens: 60, input_tool_use_prompt_tokens: 7 },
        output: { output: 5, output_reasoning_tokens: 3 },
        other: {},
        total: 115,
      },
    ],
    [
      'Bedrock: caches beside the input',
      { inputTokens: 10, outputTokens: 5, cacheReadInputTokens: 6, cacheWriteInputTokens: 2, totalTokens: 15 },
      { input: { input: 10, input_cached_tokens: 6, input_cache_creation: 2 }, output: { output: 5 }, total: 15 },
    ],
    [
      'the AI SDK: parts inside',
      { inputTokens: 100, outputTokens: 50, totalTokens: 150, cachedInputTokens: 40, reasoningTokens: 20 },
      {
        input: { input: 60, input_cached_tokens: 40 },
        output: { output: 30, output_reasoning_tokens: 20 },
        other: {},
        total: 150,
      },
    ],
    [
      'Anthropic: disjoint as sent',
      { input_tokens: 10, cache_read_input_tokens: 1000, cache_creation_input_tokens: 200, output_tokens: 5 },
      {
        input: { input: 10, cache_read_input_tokens: 1000, cache_creation_input_tokens: 200 },
        output: { output: 5 },
        total: null,
      },
    ],
  ])('%s', (_, sent, usage) => {
    const found = read(sent);
    expect(found).toMatchObject({ usage, refused: false });
    expect(countsOf(found.usage)).toEqual(countsOf(usage));
  });

  it('has no count that is larger than a count may be, whatever it is made of', () => {
    const names = ['prompt_tokens', 'completion_tokens', 'total_tokens', 'reasoning_tokens', 'cache_read_input_tokens'];
    const google = ['prompt', 'candidates', 'thoughts', 'tool_use_prompt', 'cached_content', 'total'];
    const others = ['inputTokens', 'outputTokens', 'cachedInputTokens', 'reasoningTokens', 'cacheReadInputTokens'];
    const all = [...names, ...google.map((name) => `${name}_token_count`), ...others];
    const count = fc.oneof(fc.nat({ max: 9 }), fc.integer({ min: MAX_COUNT - 9, max: MAX_COUNT }));
    const details = fc.dictionary(fc.constantFrom('cached_tokens', 'reasoning_tokens', 'audio_tokens'), count);
    const keys = { prompt_tokens_details: details, completion_tokens_details: details };
    const sent = fc.tuple(fc.dictionary(fc.constantFrom(...all), count), fc.record(keys, { requiredKeys: [] }));
    fc.assert(
      fc.property(sent, ([counts, parts]) => {
        const { input, output, other } = read({ ...counts, ...parts }).usage ?? {};
        for (const count of Object.values({ ...input, ...output, ...other })) {
          expect(count).toBeLessThanOrEqual(MAX_COUNT);
          expect(count).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('has the prompt as its input, whatever its details', () => {
    const count = fc.nat({ max: 1000 });
    const details = fc.dictionary(
      fc.constantFrom(
        'cached_tokens',
        'cache_creation_tokens',
        'audio_tokens',
        'text_tokens',
        'image_tokens',
        '__proto__',
      ),
      count,
    );
    fc.assert(
      fc.property(count, details, (prompt, prompt_tokens_details) => {
        expect(sum(read({ prompt_tokens: prompt, prompt_tokens_details }).usage?.input)).toBe(prompt);
      }),
    );
  });
});
