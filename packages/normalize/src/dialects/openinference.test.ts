import { expectCase, typeCase, usageCase } from '../fixtures/cases';
import type { Case } from '../fixtures/cases';
import { observationOf, recordOf, spanOf } from '../fixtures/otlp-request';

describe('OpenInference', () => {
  it('an unknown kind is none', () => {
    expect(observationOf({ 'openinference.span.kind': 'something' })).not.toHaveProperty('type');
  });

  it.each<Case>([
    typeCase('openinference.span.kind', 'LLM', 'GENERATION'),
    typeCase('openinference.span.kind', 'llm', 'GENERATION'),
    typeCase('openinference.span.kind', 'RERANKER', 'RETRIEVER'),
    typeCase('openinference.span.kind', 'PROMPT', 'SPAN'),
    typeCase('openinference.span.kind', 'GUARDRAIL', 'GUARDRAIL'),
  ])('type of %s', (_, attributes, expected) => expectCase(attributes, expected));

  it.each<Case>([
    [
      'its kind before the operation',
      { 'openinference.span.kind': 'CHAIN', 'gen_ai.operation.name': 'chat' },
      { type: 'CHAIN' },
    ],
    [
      'model and parameters',
      { 'llm.model_name': 'm', 'llm.provider': 'openai', 'llm.invocation_parameters': '{"top_p": 1.0}' },
      { model: 'm', provider: 'openai', modelParameters: '{"top_p": 1.0}' },
    ],
    [
      'the model that was asked for, where nothing else names one',
      { 'llm.invocation_parameters': '{"model": "m"}' },
      { model: 'm', modelParameters: '{"model": "m"}' },
    ],
    [
      'no model that is no text',
      { 'llm.invocation_parameters': '{"model": {"name": "m"}}' },
      { model: undefined, modelParameters: '{"model": {"name": "m"}}' },
    ],
    ['values', { 'input.value': '{"q": 1.0}', 'output.value': 'text' }, { input: '{"q": 1.0}', output: '"text"' }],
    [
      'declared JSON that is no object',
      {
        'input.value': '"quoted"',
        'input.mime_type': 'application/json',
        'output.value': '42',
        'output.mime_type': 'application/json',
      },
      { input: '"quoted"', output: '42' },
    ],
    [
      'declared JSON that spells what is not stored',
      { 'input.value': '"a\\u0000\\ud800"', 'input.mime_type': 'application/json' },
      { input: '"a\\ufffd\\ufffd"' },
    ],
    [
      'declared JSON that is none',
      { 'input.value': 'oops', 'input.mime_type': 'application/json' },
      { input: '"oops"' },
    ],
    ['text that looks like a number', { 'input.value': '42', 'input.mime_type': 'text/plain' }, { input: '"42"' }],
    ['gen_ai messages before its values', { 'gen_ai.input.messages': '[1]', 'input.value': 'x' }, { input: '[1]' }],
    usageCase(
      'counts, inclusive',
      {
        'llm.token_count.prompt': 100,
        'llm.token_count.prompt_details.cache_read': 60,
        'llm.token_count.completion': 40,
        'llm.token_count.completion_details.reasoning': 30,
        'llm.token_count.completion_details.audio': 4,
        'llm.token_count.total': 140,
      },
      {
        input: { input: 40, input_cached_tokens: 60 },
        output: { output: 6, output_reasoning_tokens: 30, output_audio_tokens: 4 },
        total: { atLeast: 140 },
      },
    ),
  ])('%s', (_, attributes, expected) => expectCase(attributes, expected));

  describe('of the messages of a graph its instrumentation flattens the first alone', () => {
    const state = '{"messages": [{"role": "user", "content": "hi"}, {"role": "ai", "content": "hello"}]}';
    const attributes = {
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': 'hi',
      'input.value': state,
      'input.mime_type': 'application/json',
    };

    it.each(['CHAIN', 'AGENT'])('the value of a span of the kind %s has them all', (kind) => {
      expect(observationOf({ ...attributes, 'openinference.span.kind': kind }).input).toBe(state);
    });

    it('of a model call, and where the value has no more of them, the messages are the input', () => {
      const flattened = '[{"message":{"role":"user","content":"hi"}}]';
      expect(observationOf({ ...attributes, 'openinference.span.kind': 'LLM' }).input).toBe(flattened);
      for (const value of ['{"messages": ["hi"]}', '{"messages": "hi"}', '["hi", "hello"]', state.slice(0, -1)]) {
        const one = { ...attributes, 'openinference.span.kind': 'CHAIN', 'input.value': value };
        expect(observationOf(one).input).toBe(flattened);
      }
    });
  });

  it.each([
    ['LLM', true],
    ['AGENT', false],
    ['chain', false],
    ['TOOL', true],
  ])('tokens of the kind %s count: %j', (kind, counted) => {
    const observation = observationOf({ 'openinference.span.kind': kind, 'llm.token_count.prompt': 5 });
    expect(observation.counted).toBe(counted);
    expect(observation.usage?.input).toEqual({ input: 5 });
  });

  it('metadata is spread, tags are the tags of the trace', () => {
    expect(observationOf({ metadata: '{"a": 1.0}' }).metadata).toEqual(new Map([['a', '1.0']]));
    expect(recordOf([spanOf('a', { 'tag.tags': ['x'] })]).tags).toEqual(['x']);
  });
});
