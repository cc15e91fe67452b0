import { metadataOf, observationOf } from '../fixtures/otlp-request';

const usageOf = (attributes: Readonly<Record<string, number | string | boolean>>, scope = 'any') =>
  observationOf(attributes, {}, { scope: { name: scope, version: '1' } }).usage;

const BASE = { 'gen_ai.usage.input_tokens': 100, 'gen_ai.usage.output_tokens': 50 };

describe('counts below gen_ai.usage', () => {
  it.each([
    // Sentry, Mastra until May 2026 and Elastic, Google, OpenAI's own, Langfuse's readers, Pydantic AI.
    'input_tokens.cached',
    'cached_input_tokens',
    'cached_tokens',
    'cached_content_token_count',
    'prompt_tokens_details.cached_tokens',
    'input_tokens_details.cached_tokens',
    'prompt_token_details.cached_tokens',
    'prompt_details.cache_read',
    'details.cached_tokens',
    'details.cached_content_tokens',
  ])('%s is what was read from caches', (name) => {
    expect(usageOf({ ...BASE, [`gen_ai.usage.${name}`]: 60 })?.input).toEqual({ input: 40, input_cached_tokens: 60 });
  });

  it.each(['input_tokens.cache_write', 'cache_write_tokens', 'cache_creation_tokens', 'prompt_details.cache_write'])(
    '%s is what was written to caches',
    (name) => {
      const { input } = usageOf({ ...BASE, [`gen_ai.usage.${name}`]: 60 }) ?? {};
      expect(input).toEqual({ input: 40, input_cache_creation: 60 });
    },
  );

  it.each([
    'output_tokens.reasoning',
    'completion_tokens_details.reasoning_tokens',
    'output_tokens_details.reasoning_tokens',
    'completion_details.reasoning',
    'thoughts_token_count',
    'thoughts_tokens',
    'details.thoughts_tokens',
  ])('%s is the reasoning', (name) => {
    const output = { output: 30, output_reasoning_tokens: 20 };
    expect(usageOf({ ...BASE, [`gen_ai.usage.${name}`]: 20 })?.output).toEqual(output);
  });

  it.each([
    ['audio_input_tokens', { input: { input: 90, input_audio_tokens: 10 } }],
    ['prompt_details.audio', { input: { input: 90, input_audio_tokens: 10 } }],
    ['audio_output_tokens', { output: { output: 40, output_audio_tokens: 10 } }],
    ['completion_details.audio', { output: { output: 40, output_audio_tokens: 10 } }],
  ])('%s is audio', (name, usage) => {
    expect(usageOf({ ...BASE, [`gen_ai.usage.${name}`]: 10 })).toMatchObject(usage);
  });

  it('are read by the names of Google', () => {
    const names = { prompt: 10, candidates: 20, total: 60, thoughts: 30 };
    const sent = Object.entries(names).map(([name, count]) => [`gen_ai.usage.${name}_token_count`, count]);
    expect(usageOf(Object.fromEntries(sent) as Record<string, number>)).toEqual({
      input: { input: 10 },
      output: { output: 20, output_reasoning_tokens: 30 },
      total: { atLeast: 60 },
    });
  });

  it('contain thoughts, unless those are larger', () => {
    const thoughts = { 'gen_ai.usage.details.thoughts_tokens': 58 };
    const output = (count: number) => usageOf({ ...thoughts, 'gen_ai.usage.output_tokens': count })?.output;
    expect(output(13)).toEqual({ output: 13, output_reasoning_tokens: 58 });
    expect(output(59)).toEqual({ output: 1, output_reasoning_tokens: 58 });
  });

  it('are without caches where the total shows it', () => {
    const caches = { 'gen_ai.usage.cache_read_input_tokens': 50, 'gen_ai.usage.cache_write_input_tokens': 20 };
    expect(usageOf({ ...BASE, ...caches, 'gen_ai.usage.total_tokens': 220 })).toEqual({
      input: { input: 100, input_cached_tokens: 50, input_cache_creation: 20 },
      output: { output: 50 },
      total: { atLeast: 220 },
    });
  });
});

describe('counts under a name that nobody knows', () => {
  const unknown = { 'gen_ai.usage.web_search_requests': 3, 'gen_ai.usage.details.input_images': '4' };

  it('are usage types that are in no sum, and stay in metadata', () => {
    const observation = observationOf({ ...BASE, ...unknown });
    expect(observation.usage).toEqual({
      input: { input: 100 },
      output: { output: 50 },
      other: { 'gen_ai.usage.web_search_requests': 3, 'gen_ai.usage.details.input_images': 4 },
    });
    expect(metadataOf(observation, 'attributes')).toEqual(unknown);
  });

  it('stand beside usage of the product', () => {
    const details = { 'langfuse.observation.usage_details': '{"input":1,"pages":2,"total":9}' };
    expect(usageOf({ ...details, ...unknown })).toMatchObject({
      input: { input: 1 },
      other: { pages: 2, 'gen_ai.usage.web_search_requests': 3 },
      total: { atLeast: 9 },
    });
  });

  it('are usage also without any other', () => {
    expect(usageOf({ 'gen_ai.usage.web_search_requests': 0 })).toEqual({
      other: { 'gen_ai.usage.web_search_requests': 0 },
    });
  });

  it.each([
    ['a cost', { 'gen_ai.usage.cost': 1, 'gen_ai.usage.input_cost': 0, 'gen_ai.usage.total_usd': 2 }],
    ['no count', { 'gen_ai.usage.a': -1, 'gen_ai.usage.b': 1.5, 'gen_ai.usage.c': 'x', 'gen_ai.usage.d': true }],
    ['another name of what is known', { 'gen_ai.usage.prompt_tokens': 7, 'gen_ai.usage.completion_tokens': 7 }],
    ['no name', { 'gen_ai.usage.': 7, 'gen_ai.usage': 7 }],
    ['another family', { 'gen_ai.usages.pages': 7, 'gen_ai.aggregated_usage.pages': 7 }],
  ])('are none where it is %s', (_, attributes) =>
    expect(usageOf({ ...BASE, ...attributes })).not.toHaveProperty('other'),
  );

  it('are none where they are more than a usage may have, which is noted', () => {
    const names = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`gen_ai.usage.n${n}`, n]));
    expect(Object.keys(usageOf(names(100))?.other ?? {})).toHaveLength(100);
    const observation = observationOf({ ...BASE, ...names(101) });
    expect(observation.usage).toEqual({ input: { input: 100 }, output: { output: 50 } });
    expect(metadataOf(observation, 'attributes')).toEqual(names(101));
    expect(metadataOf(observation, 'sluice.omitted')).toEqual(['gen_ai.usage.n100']);
  });
});

describe('what is known of a scope', () => {
  it.each([
    ['Anthropic', 100],
    ['AwsBedrock', 100],
    ['VertexAI', 100],
    ['OpenAI', 40],
    ['LiteLLM', 40],
  ])('Agno with a model of %s', (provider, input) => {
    const counts = { 'llm.token_count.prompt': 100, 'llm.token_count.prompt_details.cache_read': 60 };
    const usage = usageOf({ ...counts, 'llm.provider': provider }, 'openinference.instrumentation.agno');
    expect(usage?.input).toEqual({ input, input_cached_tokens: 60 });
    expect(usageOf({ ...counts, 'llm.provider': provider })?.input).toEqual({ input: 40, input_cached_tokens: 60 });
  });

  const caches = { 'gen_ai.usage.cache_read.input_tokens': 60 };

  it.each([
    ['com.anthropic.claude_code.tracing', 100],
    ['any', 40],
  ])('%s', (scope, input) => {
    expect(usageOf({ ...BASE, ...caches }, scope)?.input).toEqual({ input, input_cached_tokens: 60 });
    expect(usageOf({ ...BASE, ...caches, 'gen_ai.usage.total_tokens': 150 }, scope)?.input).toEqual({
      input,
      input_cached_tokens: 60,
    });
  });
});
