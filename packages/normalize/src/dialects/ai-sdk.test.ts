import { expectCase, typeCase, usageCase } from '../fixtures/cases';
import type { Case } from '../fixtures/cases';
import { metadataOf, observationOf, recordOf, spanOf, START } from '../fixtures/otlp-request';

describe('AI SDK', () => {
  it.each<Case>([
    typeCase('ai.operationId', 'ai.streamText.doStream', 'GENERATION'),
    typeCase('ai.operationId', 'ai.embed.doEmbed', 'EMBEDDING'),
    typeCase('ai.operationId', 'ai.toolCall', 'TOOL'),
    ['an outer span', { 'ai.operationId': 'ai.generateText', 'ai.model.id': 'm' }, { type: 'SPAN', model: 'm' }],
    ['provider cut at the first dot', { 'ai.model.provider': 'openai.chat' }, { provider: 'openai' }],
    ['first chunk in milliseconds', { 'ai.response.msToFirstChunk': 1.5 }, { completionStartTime: START + 1500 }],
    [
      'prompt and response',
      { 'ai.prompt': '{"prompt": "q"}', 'ai.response.text': 'a' },
      { input: '{"prompt": "q"}', output: '"a"' },
    ],
    usageCase(
      'parts that gen_ai does not name beside its counts',
      {
        'gen_ai.usage.input_tokens': 100,
        'gen_ai.usage.output_tokens': 10,
        'ai.usage.inputTokens': 100,
        'ai.usage.cachedInputTokens': 80,
      },
      { input: { input: 20, input_cached_tokens: 80 }, output: { output: 10 } },
    ),
    usageCase('tokens of an embedding', { 'ai.usage.tokens': 7 }, { input: { input: 7 } }),
  ])('%s', (_, attributes, expected) => expectCase(attributes, expected));

  // Built from the documented attributes.
  it.each<Case>([
    [
      'a text with calls of tools',
      { 'ai.response.text': 'one moment', 'ai.response.toolCalls': '[{"toolName": "f", "n": 1.0}]' },
      { output: '{"role":"assistant","content":"one moment","tool_calls":[{"toolName": "f", "n": 1.0}]}' },
    ],
    [
      'an empty text with calls of tools',
      { 'ai.response.text': '', 'ai.response.toolCalls': '[{"toolName": "f"}]' },
      { output: '[{"toolName": "f"}]' },
    ],
    ['values, each of them JSON', { 'ai.values': ['"a"', '{"b": 1.0}', 'c'] }, { input: '["a",{"b": 1.0},"c"]' }],
    ['an empty text alone', { 'ai.response.text': '' }, { output: '""' }],
    ['calls of tools alone', { 'ai.response.toolCalls': '[{"toolName": "f"}]' }, { output: '[{"toolName": "f"}]' }],
    ['results of releases before 4', { 'ai.result.object': '{"a": 1}' }, { output: '{"a": 1}' }],
    ['first chunk of releases before 4', { 'ai.stream.msToFirstChunk': 2 }, { completionStartTime: START + 2000 }],
    ...[
      usageCase(
        "OpenAI's metadata",
        {
          'ai.usage.inputTokens': 100,
          'ai.usage.outputTokens': 30,
          'ai.response.providerMetadata': '{"openai":{"cachedPromptTokens":60,"reasoningTokens":20}}',
        },
        { input: { input: 40, input_cached_tokens: 60 }, output: { output: 10, output_reasoning_tokens: 20 } },
      ),
      usageCase(
        "Anthropic's metadata, of which the input count is known to be exclusive",
        {
          'gen_ai.usage.input_tokens': 100,
          'ai.response.providerMetadata':
            '{"anthropic":{"usage":{"input_tokens":100,"cache_read_input_tokens":60,"cache_creation_input_tokens":7}}}',
        },
        { input: { input: 100, input_cached_tokens: 60, input_cache_creation: 7 } },
      ),
      usageCase(
        "Anthropic's metadata, with writes of both lifetimes",
        {
          'gen_ai.usage.input_tokens': 20,
          'ai.response.providerMetadata': JSON.stringify({
            anthropic: {
              usage: {
                ...{ input_tokens: 20, cache_creation_input_tokens: 10_000 },
                cache_creation: { ephemeral_5m_input_tokens: 4_000, ephemeral_1h_input_tokens: 6_000 },
              },
            },
          }),
        },
        { input: { input: 20, input_cache_creation: 4_000, input_cache_creation_1h: 6_000 } },
      ),
      usageCase(
        'the same where the count contains the caches',
        {
          'ai.usage.inputTokens': 167,
          'ai.response.providerMetadata':
            '{"anthropic":{"usage":{"input_tokens":100,"cache_read_input_tokens":60},"cacheCreationInputTokens":7}}',
        },
        { input: { input: 100, input_cached_tokens: 60, input_cache_creation: 7 } },
      ),
      usageCase(
        "Bedrock's metadata",
        {
          'ai.usage.promptTokens': 100,
          'ai.response.providerMetadata': '{"bedrock":{"usage":{"cacheReadInputTokens":60,"cacheWriteInputTokens":7}}}',
        },
        { input: { input: 100, input_cached_tokens: 60, input_cache_creation: 7 } },
      ),
      usageCase(
        "Bedrock's metadata of version 6, where the input contains the caches",
        {
          'ai.usage.inputTokens': 167,
          'ai.usage.inputTokenDetails.noCacheTokens': 100,
          'ai.response.providerMetadata': '{"bedrock":{"usage":{"cacheReadInputTokens":60,"cacheWriteInputTokens":7}}}',
        },
        { input: { input: 100, input_cached_tokens: 60, input_cache_creation: 7 } },
      ),
      ...['google', 'vertex'].flatMap((provider) => {
        const usageMetadata = { promptTokenCount: 14, candidatesTokenCount: 200, thoughtsTokenCount: 100 };
        const sent = { 'ai.response.providerMetadata': JSON.stringify({ [provider]: { usageMetadata } }) };
        const output = { output: { output: 200, output_reasoning_tokens: 100 } };
        return [
          usageCase(
            `thoughts of ${provider} beside its candidates`,
            { ...sent, 'ai.usage.completionTokens': 200 },
            output,
          ),
          usageCase(`thoughts of ${provider} inside the output`, { ...sent, 'ai.usage.outputTokens': 300 }, output),
        ];
      }),
      usageCase(
        "thoughts that Google's total shows beside the output",
        {
          ...{ 'ai.usage.inputTokens': 7000, 'ai.usage.outputTokens': 2000, 'ai.usage.reasoningTokens': 1900 },
          'ai.usage.totalTokens': 10900,
        },
        { input: { input: 7000 }, output: { output: 2000, output_reasoning_tokens: 1900 }, total: { atLeast: 10900 } },
      ),
      usageCase(
        'metadata that is no object',
        { 'ai.usage.promptTokens': 1, 'ai.response.providerMetadata': 'null' },
        { input: { input: 1 } },
      ),
    ],
  ])('%s', (_, attributes, expected) => expectCase(attributes, expected));

  // From the sources of releases 3 to 7.
  it.each<Case>([
    ['what a tool gave', { 'ai.toolCall.result': '"sunny"' }, { output: '"sunny"' }],
    ['with what JSON escapes', { 'ai.toolCall.result': '"a \\"b\\"\\n\\u0000"' }, { output: '"a \\"b\\"\\n\\ufffd"' }],
    ['a number', { 'ai.toolCall.result': '4' }, { output: '4' }],
    ['an object', { 'ai.toolCall.result': '{"a": 1.0}' }, { output: '{"a": 1.0}' }],
    ['what a tool was given', { 'ai.toolCall.args': '"Oslo"' }, { input: '"Oslo"' }],
    ['one of several words', { 'ai.response.object': '"sunny"' }, { output: '"sunny"' }],
    ['the same of releases before 4', { 'ai.result.object': '"sunny"' }, { output: '"sunny"' }],
    ['what is no JSON', { 'ai.toolCall.result': '"sunny' }, { output: '"\\"sunny"' }],
  ])('is JSON: %s', (_, attributes, expected) => expectCase(attributes, expected));

  it.each<Case>([
    ['the text of the model', { 'ai.response.text': '"sunny"' }, { output: '"\\"sunny\\""' }],
    ['a number in it', { 'ai.response.text': '42' }, { output: '"42"' }],
    ['of releases before 4', { 'ai.result.text': '"sunny"' }, { output: '"\\"sunny\\""' }],
    ['what others tell of a tool', { 'gen_ai.tool.call.result': '"sunny"' }, { output: '"\\"sunny\\""' }],
  ])('stays text: %s', (_, attributes, expected) => expectCase(attributes, expected));

  it('is JSON in the GenAI spans of release 7 too', () => {
    const attributes = { 'gen_ai.tool.call.arguments': '"Oslo"', 'gen_ai.tool.call.result': '"sunny"' };
    const observation = observationOf(attributes, {}, { scope: { name: 'gen_ai', version: '' } });
    expect(observation).toMatchObject({ input: '"Oslo"', output: '"sunny"' });
    expect(metadataOf(observation, 'attributes')).toBeUndefined();
  });

  it('its telemetry metadata is user, session, tags and metadata', () => {
    const { observations, updates, tags } = recordOf([
      spanOf('a', {
        'ai.telemetry.metadata.userId': 'u1',
        'ai.telemetry.metadata.sessionId': 's1',
        'ai.telemetry.metadata.tags': ['x'],
        'ai.telemetry.metadata.plan': 'pro',
      }),
    ]);
    expect(updates[0]?.fields).toMatchObject({ userId: 'u1', sessionId: 's1' });
    expect(tags).toEqual(['x']);
    expect(observations[0]?.metadata).toEqual(new Map([['plan', '"pro"']]));
  });
});
