import { expectCase } from './fixtures/cases';
import type { Case } from './fixtures/cases';
import { eventOf, metadataOf, observationOf, recordOf, spanOf } from './fixtures/otlp-request';
import type { AttributesSent } from './fixtures/otlp-request';

const STATE = '{"messages": [{"role": "user", "content": "hi"}]}';

describe('what says less gives way to what says more', () => {
  it.each<Case>([
    [
      'flattened messages without content to the whole value',
      {
        'llm.input_messages.0.message.role': 'user',
        'input.value': STATE,
        'llm.output_messages.0.message.role': 'assistant',
        'output.value': '{"error": "no such model"}',
      },
      { input: STATE, output: '{"error": "no such model"}' },
    ],
    ['an empty list of messages', { 'gen_ai.input.messages': '[]', 'input.value': STATE }, { input: STATE }],
    [
      'messages whose parts are empty',
      { 'gen_ai.output.messages': '[{"role":"assistant","parts":[],"finish_reason":"stop"}]', 'output.value': 'ok' },
      { output: '"ok"' },
    ],
    ['an empty text', { 'gen_ai.completion': '', 'ai.response.text': 'ok' }, { output: '"ok"' }],
    [
      'instructions without a message to messages',
      { 'gen_ai.system_instructions': 'be brief', 'gen_ai.input.messages': '[]', 'traceloop.entity.input': '"hi"' },
      { input: '"hi"' },
    ],
    [
      'arguments of a tool that are empty',
      { 'gen_ai.tool.call.arguments': '{}', 'mlflow.spanInputs': '{"city": "Oslo"}' },
      { input: '{"city": "Oslo"}' },
    ],
    [
      'within one dialect too',
      { 'ai.response.text': '', 'ai.response.object': '{"celsius": 4}' },
      { output: '{"celsius": 4}' },
    ],
  ])('%s', (_, attributes, expected) => expectCase(attributes, expected));

  it.each<Case>([
    ['0', { 'gen_ai.tool.call.result': 0, 'output.value': 'x' }, { output: '0' }],
    ['false', { 'gen_ai.tool.call.result': false, 'output.value': 'x' }, { output: 'false' }],
    [
      'a call of a tool without arguments',
      {
        'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"tool_call","id":"c","name":"now"}]}]',
        'output.value': 'x',
      },
      { output: '[{"role":"assistant","parts":[{"type":"tool_call","id":"c","name":"now"}]}]' },
    ],
    [
      'what the product says, which is the word of the user: it may hide a value',
      { 'langfuse.observation.input': '', 'vendor.observation.input': 'x', 'input.value': STATE },
      { input: '""' },
    ],
  ])('and nothing else does: %s', (_, attributes, expected) => expectCase(attributes, expected));

  it('where nothing says more the first stays', () => {
    const sent = { 'gen_ai.input.messages': '[{"role":"user"}]', 'llm.input_messages.0.message.role': 'user' };
    const observation = observationOf({ ...sent, 'input.value': '' });
    expect(observation.input).toBe('[{"role":"user"}]');
    expect(metadataOf(observation, 'attributes')).toEqual({
      'llm.input_messages.0.message.role': 'user',
      'input.value': '',
    });
  });

  it('what gave way is kept in metadata', () => {
    const attributes: AttributesSent = { 'gen_ai.input.messages': '[]', 'input.value': STATE };
    const events = [eventOf('gen_ai.choice', { index: 0, finish_reason: 'stop', message: { role: 'assistant' } })];
    const observation = observationOf({ ...attributes, 'output.value': 'ok' }, { events });
    expect(observation).toMatchObject({ input: STATE, output: '"ok"' });
    expect(metadataOf(observation, 'attributes')).toEqual({ 'gen_ai.input.messages': '[]' });
    expect(metadataOf(observation, 'events')).toMatchObject([{ name: 'gen_ai.choice' }]);
  });

  it('a trace shows what its root shows', () => {
    const root = spanOf('a', { 'llm.input_messages.0.message.role': 'user', 'input.value': STATE });
    const { updates, observations } = recordOf([root]);
    expect(updates[0]?.fields.input).toEqual({ observationId: observations[0]?.id });
    expect(observations[0]?.input).toBe(STATE);
  });
});
