import { expectCase, typeCase, usageCase } from '../fixtures/cases';
import type { Case } from '../fixtures/cases';
import { START } from '../fixtures/otlp-request';

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
});
