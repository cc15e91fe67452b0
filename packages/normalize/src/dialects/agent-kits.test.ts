import { expectCase } from '../fixtures/cases';
import type { Case } from '../fixtures/cases';
import { eventOf, metadataOf, observationOf, recordOf, spanOf, START } from '../fixtures/otlp-request';
import type { AttributesSent } from '../fixtures/otlp-request';

// Cases that no capture contains, built from the documented attributes.

describe('Genkit', () => {
  const model: AttributesSent = {
    'genkit:type': 'action',
    'genkit:metadata:subtype': 'model',
    'genkit:name': 'googleai/gemini-2.5-flash',
    'genkit:input': '{"messages":[{"role":"user","content":[{"text":"hi"}]}]}',
    'genkit:output':
      '{"message":{"role":"model"},"usage":{"inputTokens":10,"outputTokens":5,"thoughtsTokens":20,"totalTokens":35}}',
    'genkit:sessionId': 's1',
  };

  it('a model call: its usage is inside its output, its thoughts beside it', () => {
    const { observations, updates } = recordOf([spanOf('a', model)]);
    expect(observations[0]).toMatchObject({
      type: 'GENERATION',
      model: 'gemini-2.5-flash',
      provider: 'googleai',
      input: model['genkit:input'],
      output: model['genkit:output'],
      usage: { input: { input: 10 }, output: { output: 5, output_reasoning_tokens: 20 }, total: { atLeast: 35 } },
    });
    expect(updates[0]?.fields.sessionId).toBe('s1');
  });

  it('thoughts that the output contains stay inside it', () => {
    const output = '{"usage":{"inputTokens":10,"outputTokens":25,"thoughtsTokens":20,"totalTokens":35}}';
    expect(observationOf({ ...model, 'genkit:output': output }).usage?.output).toEqual({
      output: 5,
      output_reasoning_tokens: 20,
    });
  });

  it.each<Case>([
    [
      'a flow',
      { 'genkit:type': 'flow', 'genkit:input': '"cats"', 'genkit:output': '"a joke"' },
      { type: 'CHAIN', input: '"cats"', output: '"a joke"' },
    ],
    ['a flow of newer releases', { 'genkit:type': 'action', 'genkit:metadata:subtype': 'flow' }, { type: 'CHAIN' }],
    [
      'a tool',
      { 'genkit:type': 'action', 'genkit:metadata:subtype': 'tool', 'genkit:name': 'search' },
      { type: 'TOOL', model: undefined },
    ],
    [
      'an embedder',
      { 'genkit:metadata:subtype': 'embedder', 'genkit:name': 'googleai/e' },
      { type: 'EMBEDDING', model: 'e' },
    ],
    [
      'a helper that passes on what a model said',
      { 'genkit:type': 'util', 'genkit:output': '{"usage":{"inputTokens":10}}' },
      { type: undefined, usage: undefined },
    ],
  ])('%s', (_, attributes, expected) => expectCase(attributes, expected));
});

describe('Google ADK', () => {
  it.each<Case>([
    [
      'a model call',
      {
        'gen_ai.system': 'gcp.vertex.agent',
        'gen_ai.request.model': 'gemini-2.5-flash',
        'gcp.vertex.agent.llm_request': '{"contents": []}',
        'gcp.vertex.agent.llm_response': '{"content": {}, "usage_metadata": {"cached_content_token_count": 4}}',
        'gen_ai.usage.input_tokens': 10,
      },
      {
        type: 'GENERATION',
        input: '{"contents": []}',
        output: '{"content": {}, "usage_metadata": {"cached_content_token_count": 4}}',
        usage: { input: { input: 6, input_cached_tokens: 4 } },
      },
    ],
    [
      'a tool, where request and response say nothing',
      {
        'gen_ai.operation.name': 'execute_tool',
        'gcp.vertex.agent.llm_request': '{}',
        'gcp.vertex.agent.llm_response': '{}',
        'gcp.vertex.agent.tool_call_args': '{"city": "Oslo"}',
        'gcp.vertex.agent.tool_response': '{"result": "sun"}',
      },
      { type: 'TOOL', input: '{"city": "Oslo"}', output: '{"result": "sun"}' },
    ],
    ['data that was sent', { 'gcp.vertex.agent.data': '[{"role": "user"}]' }, { input: '[{"role": "user"}]' }],
    ['tools together', { 'gcp.vertex.agent.tool_call_args': 'N/A' }, { input: undefined }],
  ])('%s', (_, attributes, expected) => expectCase(attributes, expected));

  describe('one call of a model', () => {
    const scope = (version: string, name = 'gcp.vertex.agent') => ({ scope: { name, version } });
    const tokens = {
      'gcp.vertex.agent.event_id': 'e1',
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 40,
    };

    it.each([
      ['1.23.0', true],
      ['1.24.0', false],
      ['2.13.0', false],
      ['', true],
    ])('is told twice from 1.24 on, and counted once: %s', (version, counted) => {
      expect(observationOf(tokens, { name: 'call_llm' }, scope(version)).counted).toBe(counted);
      expect(observationOf(tokens, { name: 'generate_content m' }, scope(version)).counted).toBe(true);
    });

    it('is told once in the scope of another instrumentation', () => {
      expect(observationOf(tokens, { name: 'call_llm' }, scope('2.13.0', 'other')).counted).toBe(true);
    });

    const thinking = { ...tokens, 'gen_ai.usage.reasoning.output_tokens': 10 };
    const ofLiteLlm = { ...thinking, 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': 'openai/o' };
    const ofGemini = { ...thinking, 'gen_ai.provider.name': 'gcp.gemini', 'gen_ai.request.model': 'gemini-3' };

    it.each<[string, string, AttributesSent, number]>([
      ['of LiteLLM', '2.13.0', ofLiteLlm, 20],
      ['of LiteLLM, in a release that may count rightly', '2.14.0', ofLiteLlm, 30],
      ['of Gemini', '2.13.0', ofGemini, 30],
    ])('has thoughts in its output %s: %s', (_, version, attributes, output) => {
      const observation = observationOf(attributes, {}, scope(version));
      expect(observation.usage?.output).toEqual({ output, output_reasoning_tokens: 10 });
    });

    it.each([
      ['its candidates contain the thoughts', 30, 40, 20],
      ['its candidates are without them', 30, 50, 30],
    ])('tells by its total that %s', (_, candidates, total, output) => {
      const usage = { prompt_token_count: 10, candidates_token_count: candidates, total_token_count: total };
      const response = JSON.stringify({ usage_metadata: usage });
      const observation = observationOf({ ...thinking, 'gcp.vertex.agent.llm_response': response });
      expect(observation.usage?.output).toEqual({ output, output_reasoning_tokens: 10 });
    });
  });

  it('its session is the session', () => {
    const { updates } = recordOf([spanOf('a', { 'gcp.vertex.agent.session_id': 's1' })]);
    expect(updates[0]?.fields.sessionId).toBe('s1');
  });
});

describe('LiveKit', () => {
  it.each<Case>([
    [
      'a call of a model',
      { 'lk.chat_ctx': '{"items": []}', 'lk.response.text': 'hello', 'lk.response.ttft': 0.5 },
      { input: '{"items": []}', output: '"hello"', completionStartTime: START + 500_000 },
    ],
    [
      'names of newer releases',
      { 'lk.pii.chat_ctx': '{"items": []}', 'lk.pii.response.text': 'hello' },
      { input: '{"items": []}', output: '"hello"' },
    ],
    [
      'a tool',
      { 'lk.function_tool.name': 'f', 'lk.function_tool.arguments': '{"a": 1}', 'lk.function_tool.output': 'ok' },
      { type: 'TOOL', input: '{"a": 1}', output: '"ok"' },
    ],
    [
      'a call of a tool and nothing said',
      { 'lk.response.text': '', 'lk.response.function_calls': '[{"name": "f"}]' },
      { output: '[{"name": "f"}]' },
    ],
    [
      'nothing said and nothing called',
      { 'lk.response.text': '', 'lk.response.function_calls': '[]' },
      { output: undefined },
    ],
    ['speech that is made', { 'lk.input_text': 'hello' }, { input: '"hello"' }],
    ['speech that is heard', { 'lk.user_transcript': 'hi' }, { input: '"hi"' }],
  ])('%s', (_, attributes, expected) => expectCase(attributes, expected));

  it('a turn of the agent', () => {
    const turn = { 'lk.speech_id': 'x' };
    expect(observationOf(turn, { name: 'agent_turn' }).type).toBe('AGENT');
    expect(observationOf(turn, { name: 'user_turn' })).not.toHaveProperty('type');
    expect(observationOf({}, { name: 'agent_turn' })).not.toHaveProperty('type');
    expect(metadataOf(observationOf(turn), 'attributes')).toEqual(turn);
  });
});

describe('Strands', () => {
  it('a call of a model: events, and tokens that it writes twice', () => {
    const observation = observationOf(
      {
        'gen_ai.operation.name': 'chat',
        'gen_ai.usage.prompt_tokens': 100,
        'gen_ai.usage.input_tokens': 100,
        'gen_ai.usage.output_tokens': 20,
        'gen_ai.usage.total_tokens': 120,
        'gen_ai.usage.cache_read_input_tokens': 40,
        'gen_ai.usage.cache_write_input_tokens': 10,
      },
      {
        events: [
          eventOf('gen_ai.user.message', { content: '[{"text": "hi"}]' }),
          eventOf('gen_ai.choice', { finish_reason: 'end_turn', message: '[{"text": "hello"}]' }),
        ],
      },
    );
    expect(observation.usage).toEqual({
      input: { input: 50, input_cached_tokens: 40, input_cache_creation: 10 },
      output: { output: 20 },
      total: { atLeast: 120 },
    });
    expect(observation.input).toContain('"role":"user"');
    expect(observation.output).toContain('end_turn');
  });

  it.each(['invoke_agent', 'invoke_swarm', 'invoke_graph'])('%s repeats the tokens of its calls', (operation) => {
    expectCase(
      { 'gen_ai.operation.name': operation, 'gen_ai.usage.input_tokens': 5 },
      { type: operation === 'invoke_agent' ? 'AGENT' : 'CHAIN', counted: false },
    );
  });
});
