import { expectCase, usageCase } from '../fixtures/cases';
import type { Case } from '../fixtures/cases';
import { metadataOf, observationOf, recordOf, spanOf, START } from '../fixtures/otlp-request';
import type { AttributesSent } from '../fixtures/otlp-request';

describe('the product', () => {
  it.each<Case>([
    [
      'every field',
      {
        'langfuse.observation.type': 'generation',
        'langfuse.observation.model.name': 'gpt-4o',
        'langfuse.observation.input': '[{"role": "user"}]',
        'langfuse.observation.output': 'plain',
        'langfuse.observation.model.parameters': '{"temperature": 0.70}',
        'langfuse.observation.level': 'warn',
        'langfuse.observation.status_message': 'careful',
        'langfuse.observation.completion_start_time': '"2026-11-20T21:00:01.5Z"',
      },
      {
        type: 'GENERATION',
        model: 'gpt-4o',
        input: '[{"role": "user"}]',
        output: '"plain"',
        modelParameters: '{"temperature": 0.70}',
        level: 'WARNING',
        statusMessage: 'careful',
        completionStartTime: START + 1_500_000,
        counted: true,
      },
    ],
    [
      'an unquoted completion start',
      { 'langfuse.observation.completion_start_time': '2026-11-20T21:00:01Z' },
      { completionStartTime: START + 1_000_000 },
    ],
    [
      'the prompt of a generation',
      { 'langfuse.observation.prompt.name': 'greet', 'langfuse.observation.prompt.version': 4 },
      { promptName: 'greet', promptVersion: 4 },
    ],
    ['a version as text', { 'vendor.observation.prompt.version': '12' }, { promptVersion: 12 }],
    ['the model of the contract', { 'vendor.generation.model': 'm' }, { model: 'm', type: 'GENERATION' }],
    [
      'the first prefix before the second',
      { 'vendor.observation.input': 'v', 'langfuse.observation.input': 'l' },
      { input: '"l"' },
    ],
    [
      'values that are no text',
      { 'langfuse.observation.input': { a: [1, null] }, 'langfuse.observation.output': 0 },
      { input: '{"a":[1,null]}', output: '0' },
    ],
    ['empty text as a value', { 'langfuse.observation.output': '', 'output.value': 'x' }, { output: '""' }],
    [
      'the product type before all others',
      { 'langfuse.observation.type': 'tool', 'openinference.span.kind': 'LLM' },
      { type: 'TOOL' },
    ],
    [
      'an unknown product type falls through',
      { 'langfuse.observation.type': 'thing', 'openinference.span.kind': 'LLM' },
      { type: 'GENERATION' },
    ],
    [
      'cost by usage type',
      { 'langfuse.observation.cost_details': '{"input": 0.1, "total": "0.3"}' },
      { costDetails: { input: 0.1, total: 0.3 } },
    ],
    [
      'an unknown level falls through',
      { 'langfuse.observation.level': 'loud', 'gen_ai.request.model': 'm' },
      { model: 'm' },
    ],
  ])('%s', (_, attributes, expected) => expectCase(attributes, expected));

  it.each([
    'SPAN',
    'GENERATION',
    'EVENT',
    'AGENT',
    'TOOL',
    'CHAIN',
    'RETRIEVER',
    'EVALUATOR',
    'EMBEDDING',
    'GUARDRAIL',
  ])('type %s in any case', (type) => {
    for (const sent of [type, type.toLowerCase()]) expectCase({ 'vendor.observation.type': sent }, { type });
  });

  it.each<[string, string]>([
    ['TRACE', 'DEBUG'],
    ['verbose', 'DEBUG'],
    ['info', 'DEFAULT'],
    ['Success', 'DEFAULT'],
    ['WARNING', 'WARNING'],
    ['fatal', 'ERROR'],
  ])('level %s is %s', (sent, level) => expectCase({ 'langfuse.observation.level': sent }, { level }));

  const details = (value: AttributesSent[string]) => ({ 'langfuse.observation.usage_details': value });
  it.each<Case>([
    usageCase('disjoint as sent', details('{"input": 10, "input_cached_tokens": 90, "output": 5, "total": 105}'), {
      input: { input: 10, input_cached_tokens: 90 },
      output: { output: 5 },
      other: {},
      total: { atLeast: 105 },
    }),
    usageCase('sent as a map', details({ input: 1, output: '2.0' }), {
      input: { input: 1 },
      output: { output: 2 },
      other: {},
      total: null,
    }),
    usageCase('prompt and completion spellings', details('{"prompt_tokens":10,"completion_tokens":50}'), {
      input: { input: 10 },
      output: { output: 50 },
      other: {},
      total: null,
    }),
    usageCase(
      "OpenAI's details are parts of their whole",
      details(
        '{"prompt_tokens":100,"prompt_tokens_details":{"cached_tokens":60},"completion_tokens":50,"completion_tokens_details":{"reasoning_tokens":20},"total_tokens":150}',
      ),
      {
        input: { input: 40, input_cached_tokens: 60 },
        output: { output: 30, output_reasoning_tokens: 20 },
        other: {},
        total: { atLeast: 150 },
      },
    ),
    usageCase(
      'before every other source',
      { ...details('{"input":1}'), 'gen_ai.usage.input_tokens': 7, 'gen_ai.usage.output_tokens': 7 },
      {
        input: { input: 1 },
        output: {},
        other: {},
        total: null,
      },
    ),
  ])('usage: %s', (_, attributes, expected) => {
    expect(observationOf(attributes).usage).toEqual(expected.usage);
  });

  it('usage with a value that is no count takes the others and keeps the raw text in metadata', () => {
    const text = '{"input": 1, "output": -5}';
    const observation = observationOf(details(text));
    expect(observation.usage).toEqual({ input: { input: 1 }, output: {}, other: {}, total: null });
    expect(metadataOf(observation, 'attributes')).toEqual(details(text));
    expect(metadataOf(observation, 'sluice.omitted')).toEqual(Object.keys(details(text)));
  });

  it.each(['not json', '[1]', '42'])('usage of %j is kept in metadata', (text) => {
    const observation = observationOf({ ...details(text), 'gen_ai.usage.input_tokens': 3 });
    expect(observation.usage).toEqual({ input: { input: 3 } });
    expect(metadataOf(observation, 'attributes')).toEqual(details(text));
  });

  it.each([-1, 1.5, 2 ** 31, 'latest', '', '99999999999', [1], true])(
    'a version %j of a prompt is kept in metadata',
    (version) => {
      const attributes = { 'langfuse.observation.prompt.version': version };
      expect(observationOf(attributes)).not.toHaveProperty('promptVersion');
      expect(metadataOf(observationOf(attributes), 'attributes')).toEqual(attributes);
    },
  );

  const sdk = (language: string, version: string, name = 'langfuse-sdk') => ({
    resource: { 'telemetry.sdk.language': language },
    scope: { name, version },
  });
  const texts = [
    'true',
    'false',
    '42',
    '-0.5',
    '1e+21',
    'null',
    '042',
    '1.0',
    '-0',
    '12345678901234567891',
    'NaN',
    ' 1',
    '"a"',
    '',
  ];

  it.each([
    ['JavaScript', sdk('nodejs', '5.11.1'), [true, false, 42, -0.5, 1e21, ...texts.slice(5)]],
    ['JavaScript in a browser', sdk('webjs', '4.6.1'), [true, false, 42, -0.5, 1e21, ...texts.slice(5)]],
    ['Python before 5', sdk('python', '4.18.0'), texts],
    ['another scope', sdk('nodejs', '5.11.1', 'my-app'), texts],
  ])('metadata that is text, as the SDK for %s writes it', (_, surroundings, values) => {
    for (const family of ['langfuse.observation.metadata', 'langfuse.trace.metadata']) {
      const attributes = Object.fromEntries(texts.map((text, n) => [`${family}.k${n}`, text]));
      const { observations, updates } = recordOf([spanOf('a', attributes)], surroundings);
      const metadata = family.includes('trace')
        ? updates.find(({ fields }) => fields.metadata)?.fields.metadata
        : observations[0]?.metadata;
      expect(texts.map((__, n) => JSON.parse(metadata?.get(`k${n}`) ?? 'null') as unknown)).toEqual(values);
    }
  });

  it('what belongs to an experiment is kept in metadata', () => {
    const attributes = { 'langfuse.experiment.id': 'e', 'langfuse.experiment.item.metadata': '{"a":1}' };
    expect(metadataOf(observationOf(attributes), 'attributes')).toEqual(attributes);
  });

  it('a bad cost is kept in metadata', () => {
    const attributes = { 'langfuse.observation.cost_details': '{"total": -1}' };
    expect(observationOf(attributes)).not.toHaveProperty('costDetails');
    expect(metadataOf(observationOf(attributes), 'attributes')).toEqual(attributes);
  });
});
