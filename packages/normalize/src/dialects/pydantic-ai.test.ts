import { childOf, contextOf, metadataOf, observationOf, recordOf, requestOf, spanOf } from '../fixtures/otlp-request';
import type { AttributesSent } from '../fixtures/otlp-request';
import { normalizeOtlp } from '../otlp-traces';

const scope = { name: 'pydantic-ai', version: '1.0' };
const inScope = (attributes: AttributesSent) => observationOf(attributes, {}, { scope });

/** Run as Pydantic AI writes it in format 2, with a call of a tool; built from the documented attributes. */
const RUN: AttributesSent = {
  model_name: 'gpt-4o',
  agent_name: 'weather',
  'logfire.msg': 'weather run',
  'gen_ai.usage.input_tokens': 100,
  'gen_ai.usage.output_tokens': 20,
  'pydantic_ai.all_messages': '[{"role": "user", "parts": []}, {"role": "assistant", "parts": []}]',
  final_result: 'sunny',
};
const TOOL: AttributesSent = {
  'gen_ai.tool.name': 'forecast',
  'gen_ai.tool.call.id': 'call_1',
  tool_arguments: '{"city":"Oslo"}',
  tool_response: 'sun',
};
const CALL: AttributesSent = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'gpt-4o',
  'gen_ai.usage.input_tokens': 100,
  'gen_ai.usage.output_tokens': 20,
};

describe('Pydantic AI and Logfire', () => {
  it('a run shows the tokens that its calls count', () => {
    const { observations } = recordOf([spanOf('a', RUN), childOf('a', 'b', TOOL), childOf('a', 'c', CALL)], { scope });
    expect(observations).toMatchObject([
      {
        type: 'AGENT',
        input: RUN['pydantic_ai.all_messages'],
        output: '"sunny"',
        counted: false,
        usage: { input: { input: 100 }, output: { output: 20 } },
      },
      { type: 'TOOL', input: '{"city":"Oslo"}', output: '"sun"' },
      { type: 'GENERATION', counted: true },
    ]);
    const [run] = observations;
    expect(run).not.toHaveProperty('model');
    expect(run && metadataOf(run, 'attributes')).toEqual({
      model_name: 'gpt-4o',
      agent_name: 'weather',
      'logfire.msg': 'weather run',
    });
  });

  it.each<[string, AttributesSent, object]>([
    [
      'events in one attribute',
      {
        events:
          '[{"event.name": "gen_ai.user.message", "content": 1.0}, {"event.name": "gen_ai.choice", "message": {"n": 1.0}}]',
      },
      {
        input: '[{"event.name": "gen_ai.user.message", "content": 1.0}]',
        output: '{"event.name": "gen_ai.choice", "message": {"n": 1.0}}',
      },
    ],
    [
      'several choices, and text that names one',
      {
        events: [
          { 'event.name': 'gen_ai.user.message', content: 'gen_ai.choice' },
          { 'event.name': 'gen_ai.choice', index: 0 },
          { 'event.name': 'gen_ai.choice', index: 1 },
        ],
      },
      {
        input: '[{"event.name":"gen_ai.user.message","content":"gen_ai.choice"}]',
        output: '[{"event.name":"gen_ai.choice","index":0},{"event.name":"gen_ai.choice","index":1}]',
      },
    ],
    [
      'messages of a run in format 1',
      { all_messages_events: '[{"role": "user"}]' },
      { input: '[{"role": "user"}]', type: 'AGENT' },
    ],
    [
      'what Logfire writes of a client',
      { request_data: '{"model": "m"}', response_data: '{"message": {}}' },
      { input: '{"model": "m"}', output: '{"message": {}}' },
    ],
    [
      'the parameters of a request',
      { model_request_parameters: '{"function_tools": []}' },
      { modelParameters: '{"function_tools": []}' },
    ],
    ['a model that is named outside a run', { model_name: 'm' }, { model: 'm', type: 'GENERATION' }],
    ['what is embedded', { inputs: '["a"]' }, { input: '["a"]' }],
    [
      'instructions of a run before its messages',
      { 'pydantic_ai.all_messages': '[{"role": "user"}]', 'gen_ai.system_instructions': '["s"]' },
      { input: '[{"role":"system","parts":["s"]},{"role": "user"}]' },
    ],
    ['the cost of a call', { 'operation.cost': 0.25 }, { costDetails: { total: 0.25 } }],
    ['an error by its number', { 'logfire.level_num': 17 }, { level: 'ERROR' }],
    ['a warning', { 'logfire.level_num': 13 }, { level: 'WARNING' }],
    ['a debug message', { 'logfire.level_num': 5 }, { level: 'DEBUG' }],
  ])('%s', (_, attributes, expected) => expect(inScope(attributes)).toMatchObject(expected));

  it('its short names are those of anybody in other scopes', () => {
    const attributes = {
      ...TOOL,
      events: '[{}]',
      agent_name: 'a',
      model_name: 'm',
      final_result: 'r',
      request_data: 'd',
    };
    const observation = observationOf(attributes);
    expect(observation).not.toHaveProperty('input');
    expect(observation).not.toHaveProperty('output');
    expect(observation).not.toHaveProperty('model');
    expect(metadataOf(observation, 'attributes')).toEqual(attributes);
  });

  it('tags of Logfire are those of the trace', () => {
    expect(recordOf([spanOf('a', { 'logfire.tags': ['x', 'y'] })]).tags).toEqual(['x', 'y']);
  });

  it('leaves events that are too large in metadata', () => {
    const span = spanOf('a', { events: JSON.stringify([{ 'event.name': 'gen_ai.choice', text: 'x'.repeat(100) }]) });
    const { records, omitted } = normalizeOtlp(requestOf([span], { scope }), contextOf({ valueBytes: 100 }));
    expect(records[0]?.observations[0]).not.toHaveProperty('output');
    expect(omitted.join()).toContain('events is larger than 100 bytes');
  });

  it('a placeholder of a span that is still going on is no observation, and makes no trace', () => {
    const pending = spanOf('f', { 'logfire.span_type': 'pending_span' }, { parentSpanId: 'a'.padStart(16, '0') });
    expect(recordOf([pending, spanOf('a', { 'logfire.span_type': 'span' })], { scope }).observations).toHaveLength(1);
    expect(normalizeOtlp(requestOf([pending]), contextOf()).records).toEqual([]);
  });
});
