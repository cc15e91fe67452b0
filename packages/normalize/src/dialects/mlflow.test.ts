import type { TraceFields } from '@sluice/record';
import { expectCase, typeCase } from '../fixtures/cases';
import type { Case } from '../fixtures/cases';
import { metadataOf, observationOf, recordOf, spanOf } from '../fixtures/otlp-request';
import type { AttributesSent } from '../fixtures/otlp-request';

/** Chat call as MLflow's tracing writes it, every value as JSON; built from the documented attributes. */
const CALL: AttributesSent = {
  'mlflow.traceRequestId': '"tr-1"',
  'mlflow.spanType': '"CHAT_MODEL"',
  'mlflow.spanInputs': '{"messages": [{"role": "user", "content": "hi"}], "temperature": 1.0}',
  'mlflow.spanOutputs': '"hello"',
  'mlflow.llm.model': '"gpt-4o"',
  'mlflow.llm.provider': '"openai"',
  'mlflow.chat.tokenUsage':
    '{"input_tokens": 100, "output_tokens": 20, "total_tokens": 120, "cache_read_input_tokens": 60}',
  'mlflow.llm.cost': '{"input_cost": 0.1, "output_cost": 0.2, "total_cost": 0.3}',
  'mlflow.trace.user': '"u1"',
  'mlflow.trace.session': '"s1"',
  'mlflow.traceTag.team': 'search',
};

describe('MLflow', () => {
  it.each<Case>([
    ...['LLM', 'CHAT_MODEL'].map((kind) => typeCase('mlflow.spanType', JSON.stringify(kind), 'GENERATION')),
    typeCase('mlflow.spanType', 'EMBEDDING', 'EMBEDDING'),
    typeCase('mlflow.spanType', '"RETRIEVER"', 'RETRIEVER'),
    typeCase('mlflow.spanType', '"RERANKER"', 'RETRIEVER'),
    typeCase('mlflow.spanType', '"TOOL"', 'TOOL'),
    [
      'the model that a call asked for, where nothing else names one',
      { 'mlflow.spanType': '"LLM"', 'mlflow.spanInputs': '{"model": "m"}' },
      { model: 'm', input: '{"model": "m"}' },
    ],
    [
      'no model of what is no call of one',
      { 'mlflow.spanType': '"TOOL"', 'mlflow.spanInputs': '{"model": "T"}' },
      { model: undefined, input: '{"model": "T"}' },
    ],
    typeCase('mlflow.spanType', '"AGENT"', 'AGENT'),
    typeCase('mlflow.spanType', '"CHAIN"', 'CHAIN'),
    ['no type of an unknown one', { 'mlflow.spanType': '"UNKNOWN"' }, { type: undefined }],
    [
      'an agent, whose tokens are those of its calls',
      { 'mlflow.spanType': '"AGENT"', 'mlflow.chat.tokenUsage': '{"input_tokens": 5}' },
      { type: 'AGENT', counted: false, usage: { input: { input: 5 } } },
    ],
    [
      'values that are no object',
      { 'mlflow.spanInputs': '42', 'mlflow.spanOutputs': 'not JSON' },
      { input: '42', output: '"not JSON"' },
    ],
    [
      'counts that are none',
      { 'mlflow.chat.tokenUsage': '{"input_tokens": -1, "output_tokens": "7"}' },
      { usage: { output: { output: 7 } } },
    ],
    [
      'usage and cost that are no objects',
      { 'mlflow.chat.tokenUsage': '[1]', 'mlflow.llm.cost': '3' },
      { usage: undefined },
    ],
  ])('%s', (_, attributes, expected) => expectCase(attributes, expected));

  it('usage of which a part is no count stays in metadata', () => {
    const attributes = { 'mlflow.chat.tokenUsage': '{"input_tokens": 5, "output_tokens": -1}' };
    const observation = observationOf(attributes);
    expect(observation.usage).toEqual({ input: { input: 5 } });
    expect(metadataOf(observation, 'attributes')).toEqual(attributes);
  });

  it('a chat call', () => {
    const { observations, updates } = recordOf([spanOf('a', CALL)]);
    const [call] = observations;
    expect(call).toMatchObject({
      type: 'GENERATION',
      model: 'gpt-4o',
      provider: 'openai',
      input: CALL['mlflow.spanInputs'],
      output: '"hello"',
      usage: { input: { input: 40, input_cached_tokens: 60 }, output: { output: 20 }, total: { atLeast: 120 } },
      costDetails: { input: 0.1, output: 0.2, total: 0.3 },
      counted: true,
    });
    const sent = Object.assign({}, ...updates.map(({ fields }) => fields)) as TraceFields;
    expect(sent).toMatchObject({ userId: 'u1', sessionId: 's1', metadata: new Map([['team', '"search"']]) });
    const rest = call === undefined ? {} : metadataOf(call, 'attributes');
    expect(Object.keys(rest as object)).toEqual(['mlflow.traceRequestId', 'mlflow.spanType', 'mlflow.llm.provider']);
  });
});
