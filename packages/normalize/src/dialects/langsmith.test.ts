import { expectCase } from '../fixtures/cases';
import type { Case } from '../fixtures/cases';
import { metadataOf, observationOf, recordOf, spanOf } from '../fixtures/otlp-request';
import type { AttributesSent } from '../fixtures/otlp-request';

/** Run of a chat model as LangSmith's exporter writes it; built from the documented attributes. */
const RUN: AttributesSent = {
  'langsmith.span.kind': 'llm',
  'langsmith.trace.name': 'ChatOpenAI',
  'langsmith.trace.session_id': 'project',
  'langsmith.span.tags': 'seq:step:1, prod',
  'langsmith.metadata.thread_id': 't1',
  'langsmith.metadata.user_id': 'u1',
  'langsmith.metadata.ls_temperature': 0.5,
  'gen_ai.operation.name': 'chat',
  'gen_ai.system': 'openai',
  'gen_ai.request.model': 'gpt-4o',
  'gen_ai.prompt': '{"messages":[[{"lc":1}]]}',
  'gen_ai.completion': '{"generations":[]}',
  'gen_ai.usage.input_tokens': 100,
  'gen_ai.usage.output_tokens': 20,
  'gen_ai.usage.total_tokens': 120,
  'gen_ai.usage.input_token_details': "{'audio': 0, 'cache_read': 60}",
  'gen_ai.usage.output_token_details': "{'audio': 0, 'reasoning': 8}",
};

interface Lifetimes {
  readonly minutes?: number;
  readonly hour?: number;
}

describe('LangSmith', () => {
  it.each<Case>([
    [
      'a retriever, which GenAI calls embeddings',
      { 'langsmith.span.kind': 'retriever', 'gen_ai.operation.name': 'embeddings' },
      { type: 'RETRIEVER' },
    ],
    [
      'a prompt, which GenAI calls chat',
      { 'langsmith.span.kind': 'prompt', 'gen_ai.operation.name': 'chat' },
      { type: 'SPAN' },
    ],
    ['a tool', { 'langsmith.span.kind': 'tool' }, { type: 'TOOL' }],
    ['an embedding', { 'langsmith.span.kind': 'embedding' }, { type: 'EMBEDDING' }],
    ['a parser', { 'langsmith.span.kind': 'parser' }, { type: 'SPAN' }],
    [
      'a chain that passes on the usage of its call',
      { 'langsmith.span.kind': 'chain', 'gen_ai.operation.name': 'chain', 'gen_ai.usage.input_tokens': 5 },
      { type: 'CHAIN', counted: false, usage: { input: { input: 5 } } },
    ],
  ])('%s', (_, attributes, expected) => expectCase(attributes, expected));

  it.each<[string, Lifetimes]>([
    [
      "{'cache_creation': 0, 'ephemeral_5m_input_tokens': 30, 'ephemeral_1h_input_tokens': 20}",
      { minutes: 30, hour: 20 },
    ],
    ["{'cache_creation': 0, 'ephemeral_5m_input_tokens': 0, 'ephemeral_1h_input_tokens': 20}", { hour: 20 }],
    ["{'cache_creation': 50}", { minutes: 50 }],
  ])('caches of Claude, by the lifetime of what was written: %s', (details, { minutes, hour }) => {
    const usage = observationOf({ ...RUN, 'gen_ai.usage.input_token_details': details }).usage?.input;
    expect(usage?.['input_cache_creation']).toBe(minutes);
    expect(usage?.['input_cache_creation_1h']).toBe(hour);
    expect(usage?.['input']).toBe(100 - (minutes ?? 0) - (hour ?? 0));
  });

  it('a run of a chat model', () => {
    const { observations, updates, tags } = recordOf([spanOf('a', RUN)]);
    expect(observations[0]).toMatchObject({
      type: 'GENERATION',
      model: 'gpt-4o',
      input: RUN['gen_ai.prompt'],
      output: RUN['gen_ai.completion'],
      counted: true,
      usage: {
        input: { input: 40, input_cached_tokens: 60 },
        output: { output: 12, output_reasoning_tokens: 8 },
        total: { atLeast: 120 },
      },
    });
    expect(updates[0]?.fields).toMatchObject({ userId: 'u1', sessionId: 't1' });
    expect(tags).toEqual(['seq:step:1', 'prod']);
    expect(observations[0]?.metadata?.get('ls_temperature')).toBe('0.5');
    expect(observations[0]?.metadata?.has('user_id')).toBe(false);
  });

  it('a project is no session', () => {
    const attributes = { 'langsmith.trace.session_id': 'project' };
    expect(recordOf([spanOf('a', attributes)]).updates[0]?.fields).not.toHaveProperty('sessionId');
    expect(metadataOf(observationOf(attributes), 'attributes')).toEqual(attributes);
  });
});
