import { expectCase, typeCase } from '../fixtures/cases';
import type { Case } from '../fixtures/cases';
import { childOf, metadataOf, observationOf, recordOf, spanOf } from '../fixtures/otlp-request';
import type { AttributesSent } from '../fixtures/otlp-request';

/** Decorated workflow with a model call as Traceloop's SDK writes it; built from the documented attributes. */
const WORKFLOW: AttributesSent = {
  'traceloop.span.kind': 'workflow',
  'traceloop.workflow.name': 'joke_creation',
  'traceloop.entity.name': 'joke_creation',
  'traceloop.entity.input': '{"args": [], "kwargs": {"topic": "cats"}}',
  'traceloop.entity.output': '"a joke"',
  'traceloop.association.properties.user_id': 'u1',
  'traceloop.association.properties.session_id': 's1',
  'traceloop.association.properties.plan': 'pro',
};
const CALL: AttributesSent = {
  'traceloop.workflow.name': 'joke_creation',
  'traceloop.association.properties.user_id': 'u1',
  'llm.request.type': 'chat',
  'gen_ai.system': 'openai',
  'gen_ai.request.model': 'gpt-4o',
  'gen_ai.usage.prompt_tokens': 10,
  'gen_ai.usage.completion_tokens': 5,
  'llm.usage.total_tokens': 15,
};

describe('Traceloop', () => {
  it.each<Case>([
    typeCase('traceloop.span.kind', 'workflow', 'CHAIN'),
    typeCase('traceloop.span.kind', 'task', 'SPAN'),
    typeCase('traceloop.span.kind', 'agent', 'AGENT'),
    typeCase('traceloop.span.kind', 'tool', 'TOOL'),
    typeCase('llm.request.type', 'chat', 'GENERATION'),
    typeCase('llm.request.type', 'completion', 'GENERATION'),
    typeCase('llm.request.type', 'embedding', 'EMBEDDING'),
    typeCase('llm.request.type', 'rerank', 'RETRIEVER'),
    ['no type of an unknown kind', { 'traceloop.span.kind': 'unknown' }, { type: undefined }],
    [
      'its kind before the operation',
      { 'traceloop.span.kind': 'task', 'gen_ai.operation.name': 'chat' },
      { type: 'SPAN' },
    ],
  ])('type of %s', (_, attributes, expected) => expectCase(attributes, expected));

  it('a workflow has its input and output, and its call the tokens', () => {
    const { observations } = recordOf([spanOf('a', WORKFLOW), childOf('a', 'b', CALL)]);
    const [workflow, call] = observations;
    expect(workflow).toMatchObject({
      type: 'CHAIN',
      input: '{"args": [], "kwargs": {"topic": "cats"}}',
      output: '"a joke"',
    });
    expect(call).toMatchObject({
      type: 'GENERATION',
      model: 'gpt-4o',
      counted: true,
      usage: { input: { input: 10 }, output: { output: 5 }, total: { atLeast: 15 } },
    });
  });

  it('association properties are user, session and metadata', () => {
    const record = recordOf([spanOf('a', WORKFLOW)]);
    expect(record.updates[0]?.fields).toMatchObject({ userId: 'u1', sessionId: 's1' });
    const metadata = record.observations[0]?.metadata;
    expect(metadata?.get('plan')).toBe('"pro"');
    expect([...(metadata?.keys() ?? [])]).toEqual(['plan', 'attributes']);
  });

  it.each<[string, AttributesSent, boolean]>([
    ['a workflow', { 'traceloop.span.kind': 'workflow' }, false],
    ['a task', { 'traceloop.span.kind': 'task' }, false],
    ['an agent', { 'traceloop.span.kind': 'agent' }, false],
    ['a tool', { 'traceloop.span.kind': 'tool' }, true],
    ['a task that is a model call', { 'traceloop.span.kind': 'task', 'llm.request.type': 'chat' }, true],
  ])('tokens of %s count: %j', (_, attributes, counted) => {
    const observation = observationOf({ ...attributes, 'gen_ai.usage.input_tokens': 5 });
    expect(observation.counted).toBe(counted);
    expect(observation.usage?.input).toEqual({ input: 5 });
  });

  it('the workflow names a trace of which the root has no name', () => {
    const nameOf = (name: string) =>
      recordOf([spanOf('a', WORKFLOW, { name })]).updates.find(({ fields }) => 'name' in fields)?.fields.name;
    expect(nameOf('joke_creation.workflow')).toBe('joke_creation.workflow');
    expect(nameOf('')).toBe('joke_creation');
  });

  it('names of the product, of OpenTelemetry and of OpenLLMetry for a user, in this order', () => {
    const userOf = (attributes: AttributesSent) => recordOf([spanOf('a', attributes)]).updates[0]?.fields.userId;
    const llm = { 'llm.user': 'l' };
    const property = { ...llm, 'traceloop.association.properties.user_id': 'p' };
    const general = { ...property, 'user.id': 'g' };
    expect([llm, property, general, { ...general, 'langfuse.user.id': 'o' }].map(userOf)).toEqual(['l', 'p', 'g', 'o']);
    expect(metadataOf(observationOf(general), 'attributes')).toEqual(llm);
  });
});
