import { contextOf, metadataOf, observationOf, requestOf, spanOf } from '../fixtures/otlp-request';
import type { AttributesSent } from '../fixtures/otlp-request';
import { normalizeOtlp } from '../otlp-traces';

const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));

/** Call with tools as the OpenInference instrumentation of a chat client writes it; built from the documented attributes. */
const OPENINFERENCE: AttributesSent = {
  'openinference.span.kind': 'LLM',
  'input.value': '{"model": "gpt-4o", "messages": []}',
  'input.mime_type': 'application/json',
  'llm.input_messages.0.message.role': 'system',
  'llm.input_messages.0.message.content': 'Be brief.',
  'llm.input_messages.1.message.role': 'user',
  'llm.input_messages.1.message.contents.0.message_content.type': 'text',
  'llm.input_messages.1.message.contents.0.message_content.text': 'Weather?',
  'llm.input_messages.1.message.contents.1.message_content.type': 'image',
  'llm.input_messages.1.message.contents.1.message_content.image.image.url': 'https://example.org/a.png',
  'llm.output_messages.0.message.role': 'assistant',
  'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'call_1',
  'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'weather',
  'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"city": "Oslo"}',
};

/** Call as releases of OpenLLMetry before `gen_ai.input.messages` wrote it; built from the documented attributes. */
const OPENLLMETRY: AttributesSent = {
  'gen_ai.system': 'OpenAI',
  'gen_ai.prompt.name': 'greeting',
  'gen_ai.prompt.0.role': 'user',
  'gen_ai.prompt.0.content': '42',
  'gen_ai.completion.0.role': 'assistant',
  'gen_ai.completion.0.finish_reason': 'tool_calls',
  'gen_ai.completion.0.tool_calls.0.id': 'call_1',
  'gen_ai.completion.0.tool_calls.0.name': 'weather',
  'gen_ai.completion.0.tool_calls.0.arguments': '{"city": "Oslo"}',
};

describe('flattened messages', () => {
  it('of OpenInference go before its whole values, which stay in metadata', () => {
    const observation = observationOf(OPENINFERENCE);
    expect(parsed(observation.input)).toEqual([
      { message: { role: 'system', content: 'Be brief.' } },
      {
        message: {
          role: 'user',
          contents: [
            { message_content: { type: 'text', text: 'Weather?' } },
            { message_content: { type: 'image', image: { image: { url: 'https://example.org/a.png' } } } },
          ],
        },
      },
    ]);
    expect(parsed(observation.output)).toEqual([
      {
        message: {
          role: 'assistant',
          tool_calls: [{ tool_call: { id: 'call_1', function: { name: 'weather', arguments: '{"city": "Oslo"}' } } }],
        },
      },
    ]);
    expect(Object.keys(metadataOf(observation, 'attributes') as object)).toEqual([
      'openinference.span.kind',
      'input.value',
      'input.mime_type',
    ]);
  });

  it('of OpenLLMetry are rebuilt; the name of a prompt is none of them', () => {
    const observation = observationOf(OPENLLMETRY);
    expect(parsed(observation.input)).toEqual([{ role: 'user', content: '42' }]);
    expect(parsed(observation.output)).toEqual([
      {
        role: 'assistant',
        finish_reason: 'tool_calls',
        tool_calls: [{ id: 'call_1', name: 'weather', arguments: '{"city": "Oslo"}' }],
      },
    ]);
    expect(metadataOf(observation, 'attributes')).toEqual({
      'gen_ai.system': 'OpenAI',
      'gen_ai.prompt.name': 'greeting',
    });
  });

  it('give way to the newer convention, and are then kept in metadata', () => {
    const observation = observationOf({ 'gen_ai.input.messages': '[1]', 'gen_ai.prompt.0.role': 'user' });
    expect(observation.input).toBe('[1]');
    expect(metadataOf(observation, 'attributes')).toEqual({ 'gen_ai.prompt.0.role': 'user' });
  });

  it.each<[string, string, AttributesSent]>([
    ['prompts and choices of completions', '[{"prompt":{"text":"p"}}]', { 'llm.prompts.0.prompt.text': 'p' }],
    ['documents of a reranker', '[{"document":{"id":1}}]', { 'reranker.input_documents.0.document.id': 1 }],
  ])('%s are input', (_, input, attributes) => expect(observationOf(attributes).input).toBe(input));

  it.each<[string, string, AttributesSent]>([
    ['choices', '[{"completion":{"text":"c"}}]', { 'llm.choices.0.completion.text': 'c' }],
    [
      'documents that were found',
      '[{"document":{"content":"d","score":0.5}}]',
      { 'retrieval.documents.0.document.content': 'd', 'retrieval.documents.0.document.score': 0.5 },
    ],
    ['the reranked', '[{"document":{"id":1}}]', { 'reranker.output_documents.0.document.id': 1 }],
  ])('%s are output', (_, output, attributes) => expect(observationOf(attributes).output).toBe(output));

  it('are in the order of their numbers, whatever order they came in, without places that nothing was sent for', () => {
    const observation = observationOf({
      'gen_ai.prompt.10.role': 'c',
      'gen_ai.prompt.2.role': 'b',
      'gen_ai.prompt.0.role': 'a',
      'gen_ai.prompt.9999.role': 'd',
    });
    expect(observation.input).toBe('[{"role":"a"},{"role":"b"},{"role":"c"},{"role":"d"}]');
  });

  it.each([
    ['a place beyond any list', 'gen_ai.prompt.10000.role'],
    ['a number that is none of an array', 'gen_ai.prompt.999999999999999999999.role'],
    ['a number that is written otherwise', 'gen_ai.prompt.01.role'],
    ['a fraction of a name', 'gen_ai.prompt.1a.role'],
    ['one too deep', `gen_ai.prompt.0${'.a'.repeat(16)}`],
    ['one inside a value', 'gen_ai.prompt.0.role.kind'],
  ])('leave %s in metadata', (_, name) => {
    const observation = observationOf({ 'gen_ai.prompt.0.role': 'user', [name]: 'x' });
    expect(observation.input).toBe('[{"role":"user"}]');
    expect(metadataOf(observation, 'attributes')).toEqual({ [name]: 'x' });
  });

  it('leave a value in metadata where others are inside it', () => {
    const observation = observationOf({ 'gen_ai.prompt.0.a.b': 1, 'gen_ai.prompt.0.a': 2 });
    expect(observation.input).toBe('[{"a":{"b":1}}]');
    expect(metadataOf(observation, 'attributes')).toEqual({ 'gen_ai.prompt.0.a': 2 });
  });

  it('are no input where no number is a place', () => {
    const observation = observationOf({ 'gen_ai.prompt.999999999.role': 'x', 'gen_ai.prompt.name': 'n' });
    expect(observation).not.toHaveProperty('input');
  });

  it('take names of Object.prototype as names, and values of every type', () => {
    const observation = observationOf({
      'gen_ai.prompt.0.__proto__.x': 1,
      'gen_ai.prompt.0.constructor': true,
      'gen_ai.prompt.1': { nested: [null, 'a'] },
      'gen_ai.prompt.2': null,
    });
    expect(observation.input).toBe('[{"__proto__":{"x":1},"constructor":true},{"nested":[null,"a"]}]');
  });

  it('that are larger than one value stay in metadata, and that is told', () => {
    const span = spanOf('a', { 'gen_ai.prompt.0.content': 'x'.repeat(60), 'gen_ai.prompt.1.content': 'y'.repeat(60) });
    const { records, omitted } = normalizeOtlp(requestOf([span]), contextOf({ valueBytes: 100 }));
    expect(records[0]?.observations[0]).not.toHaveProperty('input');
    expect(omitted.join()).toContain('gen_ai.prompt.0.content is part of a value larger than 100 bytes');
  });

  it('cost what was sent, however sparse', () => {
    const sent = Array.from({ length: 5_000 }, (_, n) => [`gen_ai.prompt.${n * 2}.9999.9998.9997`, 1] as const);
    const input = observationOf(Object.fromEntries(sent)).input ?? '';
    expect(input.length).toBeLessThan(5_000 * 16);
  });
});
