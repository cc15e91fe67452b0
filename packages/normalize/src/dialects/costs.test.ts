import { expectCase } from '../fixtures/cases';
import type { Case } from '../fixtures/cases';
import { metadataOf, observationOf } from '../fixtures/otlp-request';
import type { AttributesSent } from '../fixtures/otlp-request';

const sends = (sender: string, attributes: AttributesSent, costDetails: Readonly<Record<string, number>>): Case => [
  sender,
  attributes,
  { costDetails },
];

/** Span with `ai.response.providerMetadata`, as the providers of the AI SDK write it. */
const ofProvider = (metadata: object): AttributesSent => ({
  'ai.operationId': 'ai.generateText.doGenerate',
  'ai.response.providerMetadata': JSON.stringify(metadata),
});

/** Costs that the packages of each sender set, from their sources; those of LiteLLM also from its requests. */
const SENT: readonly Case[] = [
  sends(
    'Langfuse SDKs',
    { 'langfuse.observation.cost_details': '{"input":0.1,"cache":0.02,"total":0.3}' },
    { input: 0.1, cache: 0.02, total: 0.3 },
  ),
  sends('OpenLIT, Bifrost', { 'gen_ai.usage.cost': 0.002 }, { total: 0.002 }),
  sends(
    'Laminar',
    { 'gen_ai.usage.input_cost': 0.001, 'gen_ai.usage.output_cost': 0.002, 'gen_ai.usage.cost': 0.0031 },
    { input: 0.001, output: 0.002, total: 0.0031 },
  ),
  sends(
    'OpenRouter, AgentOps',
    { 'gen_ai.usage.input_cost': 0.001, 'gen_ai.usage.output_cost': 0.002, 'gen_ai.usage.total_cost': 0.003 },
    { input: 0.001, output: 0.002, total: 0.003 },
  ),
  sends(
    'LiteLLM',
    {
      'gen_ai.cost.input_cost': 1.95e-5,
      'gen_ai.cost.output_cost': 3e-5,
      'gen_ai.cost.total_cost': 4.95e-5,
      'gen_ai.cost.tool_usage_cost': 0,
      'gen_ai.cost.cache_read_cost': 7.5e-6,
      'gen_ai.cost.reasoning_cost': 1.2e-5,
      'gen_ai.cost.original_cost': 4.95e-5,
    },
    { input: 1.95e-5, output: 3e-5, total: 4.95e-5 },
  ),
  sends(
    'LiteLLM, its second exporter',
    {
      'litellm.cost.total': 4.95e-5,
      'litellm.cost.input': 1.95e-5,
      'litellm.cost.output': 3e-5,
      'litellm.cost.cache_read': 7.5e-6,
      'litellm.cost.guardrail': 0.5,
      'litellm.saved_cache_cost': 0.2,
    },
    { input: 1.95e-5, output: 3e-5, total: 4.95e-5 },
  ),
  sends(
    'OpenInference',
    { 'llm.cost.prompt': 0.1, 'llm.cost.completion': 0.2, 'llm.cost.total': 0.3, 'llm.cost.prompt_details.input': 0.1 },
    { input: 0.1, output: 0.2, total: 0.3 },
  ),
  sends(
    'OpenInference, the parts alone',
    {
      'llm.cost.prompt_details.input': 0.25,
      'llm.cost.prompt_details.cache_read': 0.5,
      'llm.cost.completion_details.output': 1,
      'llm.cost.completion_details.reasoning': 0.125,
    },
    { input: 0.75, output: 1.125 },
  ),
  sends('OpenInference of LiteLLM and Agno', { 'llm.cost.total': 0.3 }, { total: 0.3 }),
  sends(
    "AI SDK by Vercel's gateway",
    ofProvider({ gateway: { cost: '0.0031', inputInferenceCost: '0.001', outputInferenceCost: '0.002' } }),
    { input: 0.001, output: 0.002, total: 0.0031 },
  ),
  sends('AI SDK by OpenRouter', ofProvider({ openrouter: { usage: { cost: 0.0031 } } }), { total: 0.0031 }),
  sends(
    'MLflow',
    { 'mlflow.llm.cost': '{"input_cost":0.1,"output_cost":0.2,"total_cost":0.3}' },
    {
      input: 0.1,
      output: 0.2,
      total: 0.3,
    },
  ),
  sends(
    'LangSmith',
    { 'langsmith.metadata.usage_metadata': '{"input_tokens":1,"input_cost":0.1,"output_cost":0.2,"total_cost":0.3}' },
    { input: 0.1, output: 0.2, total: 0.3 },
  ),
  sends('Pydantic AI, Logfire', { 'operation.cost': 0.3 }, { total: 0.3 }),
];

describe('costs that senders tell', () => {
  it.each(SENT)('%s', (_, attributes, expected) => expectCase(attributes, expected));

  it.each<Case>([
    sends(
      'the product before all',
      { 'langfuse.observation.cost_details': '{"total":1}', 'gen_ai.usage.cost': 2 },
      { total: 1 },
    ),
    sends(
      'a figure that is none before one that is',
      { 'gen_ai.usage.cost': 'free', 'gen_ai.usage.total_cost': '0.5' },
      { total: 0.5 },
    ),
    sends('nothing, which is a cost', { 'gen_ai.cost.total_cost': 0 }, { total: 0 }),
  ])('order: %s', (_, attributes, expected) => expectCase(attributes, expected));

  it.each([-1, Number.NaN, 'free', true, [1]])('%j is no cost', (sent) => {
    const observation = observationOf({ 'gen_ai.cost.total_cost': sent, 'litellm.cost.total': sent });
    expect(observation).not.toHaveProperty('costDetails');
  });

  it.each([
    ['openlit.otel.tracing', 0, undefined],
    ['openlit.otel.tracing', 0.002, { total: 0.002 }],
    ['openlit', 0, undefined],
    ['another', 0, { total: 0 }],
  ])('in the scope %s a cost of %d is %j', (name, sent, expected) => {
    const observation = observationOf({ 'gen_ai.usage.cost': sent }, {}, { scope: { name, version: '1.45.0' } });
    expect(observation.costDetails).toEqual(expected);
    if (expected === undefined) expect(metadataOf(observation, 'attributes')).toEqual({ 'gen_ai.usage.cost': 0 });
  });

  it('only what became a figure is taken out of metadata', () => {
    const observation = observationOf({ 'gen_ai.cost.total_cost': 0.3, 'gen_ai.cost.tool_usage_cost': 0.1 });
    expect(metadataOf(observation, 'attributes')).toEqual({ 'gen_ai.cost.tool_usage_cost': 0.1 });
  });

  it('what only wraps a call tells its cost and does not count', () => {
    const wrapper = { ...ofProvider({ gateway: { cost: '0.5' } }), 'ai.operationId': 'ai.generateText' };
    expect(observationOf(wrapper)).toMatchObject({ costDetails: { total: 0.5 }, counted: false });
  });
});
