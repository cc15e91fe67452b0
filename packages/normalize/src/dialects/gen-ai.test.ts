import type { Observation } from '@sluice/record';
import { expectCase, typeCase, usageCase } from '../fixtures/cases';
import type { Case } from '../fixtures/cases';
import { eventOf, metadataOf, observationOf, recordOf, spanOf, START } from '../fixtures/otlp-request';
import type { AttributesSent } from '../fixtures/otlp-request';

describe('gen_ai', () => {
  it.each<Case>([
    ...['chat', 'text_completion', 'completion', 'generate_content', 'generate'].map((value) =>
      typeCase('gen_ai.operation.name', value, 'GENERATION'),
    ),
    typeCase('gen_ai.operation.name', 'embeddings', 'EMBEDDING'),
    typeCase('gen_ai.operation.name', 'retrieval', 'RETRIEVER'),
    typeCase('gen_ai.operation.name', 'execute_tool', 'TOOL'),
    typeCase('gen_ai.operation.name', 'invoke_agent', 'AGENT'),
    typeCase('gen_ai.operation.name', 'invoke_workflow', 'CHAIN'),
    typeCase('gen_ai.tool.name', 'search', 'TOOL'),
    typeCase('gen_ai.tool.call.id', 'c1', 'TOOL'),
    typeCase('gen_ai.request.model', 'm', 'GENERATION'),
    typeCase('gen_ai.response.model', 'm', 'GENERATION'),
  ])('type of %s', (_, attributes, expected) => expectCase(attributes, expected));

  it.each<Case>([
    [
      'request before response',
      { 'gen_ai.request.model': 'm', 'gen_ai.response.model': 'm-1' },
      { model: 'm', responseModel: 'm-1' },
    ],
    ['response alone', { 'gen_ai.response.model': 'm-1' }, { model: 'm-1' }],
    [
      'the product before both',
      { 'vendor.generation.model': 'p', 'gen_ai.request.model': 'm', 'gen_ai.response.model': 'm-1' },
      { model: 'p', responseModel: 'm-1' },
    ],
    ['provider', { 'gen_ai.provider.name': 'openai', 'gen_ai.system': 'x' }, { provider: 'openai' }],
    ['provider of older senders', { 'gen_ai.system': 'az.ai.openai' }, { provider: 'az.ai.openai' }],
    [
      'parameters of the request',
      { 'gen_ai.request.model': 'm', 'gen_ai.request.temperature': 0.5, 'gen_ai.request.stop_sequences': ['a'] },
      { modelParameters: '{"temperature":0.5,"stop_sequences":["a"]}' },
    ],
    [
      'time to the first chunk in seconds',
      { 'gen_ai.response.time_to_first_chunk': 0.25 },
      { completionStartTime: START + 250_000 },
    ],
    [
      'a time to the first chunk beyond the times that are accepted as none',
      { 'gen_ai.response.time_to_first_chunk': 8e9 },
      { completionStartTime: undefined },
    ],
    [
      'tool call',
      { 'gen_ai.tool.call.arguments': '{"a":1}', 'gen_ai.tool.call.result': 'ok' },
      { input: '{"a":1}', output: '"ok"' },
    ],
    [
      'messages before tool calls',
      { 'gen_ai.input.messages': '[1]', 'gen_ai.tool.call.arguments': '{}' },
      { input: '[1]' },
    ],
    [
      'structured messages',
      { 'gen_ai.output.messages': [{ role: 'assistant', parts: [] }] },
      { output: '[{"role":"assistant","parts":[]}]' },
    ],
    [
      'documents of older senders',
      { 'gen_ai.prompt': '{"messages": []}', 'gen_ai.completion': 'text' },
      { input: '{"messages": []}', output: '"text"' },
    ],
    [
      'documents that a retriever has found',
      {
        'gen_ai.operation.name': 'retrieval',
        'gen_ai.retrieval.query.text': 'invoices',
        'gen_ai.retrieval.documents': '[{"id":"d1","score":0.9}]',
      },
      { type: 'RETRIEVER', input: '"invoices"', output: '[{"id":"d1","score":0.9}]' },
    ],
  ])('%s', (_, attributes, expected) => expectCase(attributes, expected));

  it('gives no response model where it is the model', () => {
    expect(observationOf({ 'gen_ai.request.model': 'm', 'gen_ai.response.model': 'm' })).not.toHaveProperty(
      'responseModel',
    );
  });

  it('does not take the name of a prompt for a prompt', () => {
    expect(observationOf({ 'gen_ai.prompt.name': 'greeting' })).not.toHaveProperty('input');
  });

  it.each([
    ['[ {"role":"user"} ]', '["x"]', '[{"role":"system","parts":["x"]},{"role":"user"} ]'],
    ['[]', '{"type":"text"}', '[{"role":"system","parts":[{"type":"text"}]}]'],
    [
      '[{"role":"user"}]',
      'be brief',
      '[{"role":"system","parts":[{"type":"text","content":"be brief"}]},{"role":"user"}]',
    ],
    ['[{"role":"system"}]', '["x"]', '[{"role":"system"}]'],
    [String.raw`[{"role":"s\u0079stem"}]`, '["x"]', String.raw`[{"role":"s\u0079stem"}]`],
    ['[{"content":"system"}]', '["x"]', '[{"role":"system","parts":["x"]},{"content":"system"}]'],
    ['{"role":"user"}', '["x"]', '{"role":"user"}'],
    ['just text', '["x"]', '"just text"'],
    [undefined, '["x"]', '[{"role":"system","parts":["x"]}]'],
  ])('messages %j with instructions %j are %j', (messages, instructions, input) => {
    const observation = observationOf({
      ...(messages !== undefined && { 'gen_ai.input.messages': messages }),
      'gen_ai.system_instructions': instructions,
    });
    expect(observation.input).toBe(input);
  });

  it.each<Case>([
    usageCase(
      'the newest names, inclusive',
      {
        'gen_ai.usage.input_tokens': 100,
        'gen_ai.usage.cache_read.input_tokens': 50,
        'gen_ai.usage.cache_write.input_tokens': 10,
        'gen_ai.usage.output_tokens': 30,
        'gen_ai.usage.reasoning.output_tokens': 20,
      },
      {
        input: { input: 40, input_cached_tokens: 50, input_cache_creation: 10 },
        output: { output: 10, output_reasoning_tokens: 20 },
      },
    ),
    usageCase(
      'older names',
      {
        'gen_ai.usage.prompt_tokens': '100',
        'gen_ai.usage.completion_tokens': 30,
        'gen_ai.usage.total_tokens': 130,
        'gen_ai.usage.cache_creation.input_tokens': 40,
        'gen_ai.usage.details.cache_read_tokens': 60,
      },
      {
        input: { input: 0, input_cached_tokens: 60, input_cache_creation: 40 },
        output: { output: 30 },
        total: { atLeast: 130 },
      },
    ),
    usageCase(
      "exclusive input, as some pass Anthropic's on",
      {
        'gen_ai.usage.input_tokens': 5,
        'gen_ai.usage.cache_read_input_tokens': 1000,
      },
      { input: { input: 5, input_cached_tokens: 1000 } },
    ),
    usageCase(
      'audio and reasoning under all their names',
      {
        'gen_ai.usage.input_tokens': 100,
        'gen_ai.usage.audio.input_tokens': 30,
        'gen_ai.usage.output_tokens': 20,
        'gen_ai.usage.output_audio_tokens': 5,
        'llm.usage.reasoning_tokens': 7,
      },
      {
        input: { input: 70, input_audio_tokens: 30 },
        output: { output: 8, output_reasoning_tokens: 7, output_audio_tokens: 5 },
      },
    ),
    usageCase(
      '0 as a value',
      { 'gen_ai.usage.input_tokens': 0, 'gen_ai.usage.prompt_tokens': 9 },
      { input: { input: 0 } },
    ),
  ])('usage: %s', (_, attributes, expected) => expect(observationOf(attributes).usage).toEqual(expected.usage));

  it('keeps a count that is none in metadata', () => {
    const observation = observationOf({ 'gen_ai.usage.input_tokens': 'many', 'gen_ai.usage.output_tokens': 1 });
    expect(observation.usage).toEqual({ output: { output: 1 } });
    expect(metadataOf(observation, 'attributes')).toEqual({ 'gen_ai.usage.input_tokens': 'many' });
  });

  it.each<[string, ReturnType<typeof eventOf>[], Partial<Observation>]>([
    [
      'one for each message, choices as output',
      [
        eventOf('gen_ai.system.message', { content: 'be brief' }),
        eventOf('gen_ai.user.message', { content: '{"q":1}', role: 'human' }),
        eventOf('gen_ai.choice', { index: 0, message: 'yes' }),
      ],
      {
        input: '[{"role":"system","content":"be brief"},{"content":"{\\"q\\":1}","role":"human"}]',
        output: '{"index":0,"message":"yes"}',
      },
    ],
    [
      'several choices',
      [eventOf('gen_ai.choice', { index: 0 }), eventOf('gen_ai.choice', { index: 1 })],
      { output: '[{"index":0},{"index":1}]' },
    ],
    [
      'the details event before messages',
      [
        eventOf('gen_ai.user.message', { content: 'x' }),
        eventOf('gen_ai.client.inference.operation.details', {
          'gen_ai.input.messages': '[{"role":"user","parts":["u"]}]',
          'gen_ai.system_instructions': '["s"]',
          'gen_ai.output.messages': '[{"role":"assistant"}]',
        }),
      ],
      { input: '[{"role":"system","parts":["s"]},{"role":"user","parts":["u"]}]', output: '[{"role":"assistant"}]' },
    ],
    [
      'the oldest form',
      [
        eventOf('gen_ai.content.prompt', { 'gen_ai.prompt': 'p' }),
        eventOf('gen_ai.content.completion', { 'gen_ai.completion': 'c' }),
      ],
      { input: '"p"', output: '"c"' },
    ],
  ])('events: %s', (_, events, expected) => expect(observationOf({}, { events })).toMatchObject(expected));

  it('conversation id is the session unless a session is named', () => {
    const sessionOf = (attributes: AttributesSent) => recordOf([spanOf('a', attributes)]).updates[0]?.fields.sessionId;
    expect(sessionOf({ 'gen_ai.conversation.id': 'c' })).toBe('c');
    expect(sessionOf({ 'gen_ai.conversation.id': 'c', 'session.id': 's' })).toBe('s');
    expect(sessionOf({ 'langfuse.session.id': 'l', 'session.id': 's' })).toBe('l');
  });
});

describe('what counts', () => {
  const usage = { 'gen_ai.usage.input_tokens': 5 };
  it.each<[string, AttributesSent, boolean]>([
    ['a model call', { ...usage, 'gen_ai.operation.name': 'chat' }, true],
    ['a span without an operation', usage, true],
    ['invoke_agent repeats its children', { ...usage, 'gen_ai.operation.name': 'invoke_agent' }, false],
    ['invoke_workflow', { ...usage, 'gen_ai.operation.name': 'invoke_workflow' }, false],
    ['agent_step', { ...usage, 'gen_ai.operation.name': 'agent_step' }, false],
    ['aggregated usage', { 'gen_ai.aggregated_usage.input_tokens': 5 }, false],
    ['an outer span of the AI SDK', { 'ai.operationId': 'ai.generateText', 'ai.usage.promptTokens': 5 }, false],
    ['its model call', { 'ai.operationId': 'ai.generateText.doGenerate', 'ai.usage.promptTokens': 5 }, true],
    ['its stream', { 'operation.name': 'ai.streamText.doStream chat', 'ai.usage.inputTokens': 5 }, true],
    [
      'a wrapper with product cost, but no product usage',
      {
        ...usage,
        'gen_ai.operation.name': 'invoke_agent',
        'langfuse.observation.cost_details': '{"total":1}',
      },
      false,
    ],
    [
      'a wrapper with product usage',
      { 'gen_ai.operation.name': 'invoke_agent', 'langfuse.observation.usage_details': '{"input":5}' },
      true,
    ],
  ])('%s', (_, attributes, counted) => {
    const observation = observationOf(attributes);
    expect(observation.counted).toBe(counted);
    expect(observation.usage?.input).toEqual({ input: 5 });
  });
});
