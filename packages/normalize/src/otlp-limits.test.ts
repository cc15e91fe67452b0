import type { OtlpSpan } from '@sluice/decode';
import type { NormalizeLimits } from './context';
import { contextOf, eventOf, metadataOf, requestOf, spanOf } from './fixtures/otlp-request';
import { normalizeOtlp } from './otlp-traces';

function normalized(spans: readonly OtlpSpan[], limits: Partial<NormalizeLimits> = {}) {
  const { records, omitted } = normalizeOtlp(requestOf(spans), contextOf(limits));
  const [record] = records;
  const [observation] = record?.observations ?? [];
  if (record === undefined || observation === undefined) throw new Error('the span was lost');
  return { record, observation, omitted };
}

describe('more metadata members than the limit', () => {
  const limits = { metadataMembers: 2 };
  const reasonOf = (key: string) =>
    expect.stringContaining(
      `${key} would give metadata more than 2 members and was kept among the attributes`,
    ) as string;

  it('stay among the attributes where each is one, and are told', () => {
    const key = 'langfuse.observation.metadata';
    const { observation, omitted } = normalized(
      [spanOf('a', { [`${key}.a`]: 1, [`${key}.b`]: 2, [`${key}.c`]: 3 })],
      limits,
    );
    expect([metadataOf(observation, 'a'), metadataOf(observation, 'b')]).toEqual([1, 2]);
    expect(metadataOf(observation, 'attributes')).toEqual({ [`${key}.c`]: 3 });
    expect(omitted).toEqual([reasonOf(`${key}.c`)]);
  });

  it('stay among the attributes as a whole where they come together', () => {
    const key = 'langfuse.trace.metadata';
    const { record, observation, omitted } = normalized([spanOf('a', { [key]: '{"a":1,"b":2,"c":3}' })], limits);
    expect(metadataOf(observation, 'attributes')).toEqual({ [key]: '{"a":1,"b":2,"c":3}' });
    expect(record.updates.some(({ fields }) => fields.metadata !== undefined)).toBe(false);
    expect(omitted).toEqual([reasonOf(key)]);
  });
});

describe('an amount that no cost can be', () => {
  const NO_COST = 'is no cost from 0 to 10^9 USD and was kept in metadata';

  it.each([
    ['gen_ai.usage.cost', -0.5],
    ['gen_ai.usage.cost', '-1'],
    ['gen_ai.usage.cost', 'Infinity'],
    ['gen_ai.usage.cost', 'NaN'],
    ['gen_ai.cost.total_cost', 2e9],
    ['gen_ai.usage.input_cost', -1e-9],
    ['langfuse.observation.cost_details', '{"input":1,"total":-1}'],
  ])('is no cost, stays and is named: %s %s', (key, value) => {
    const { observation, omitted } = normalized([spanOf('a', { [key]: value })]);
    expect(observation.costDetails).toBeUndefined();
    expect(metadataOf(observation, 'attributes')).toMatchObject({ [key]: value });
    expect(metadataOf(observation, 'sluice.omitted')).toEqual([key]);
    expect(omitted).toEqual([expect.stringContaining(`: ${key} ${NO_COST}`)]);
  });

  it('is not what is no number, or 0', () => {
    expect(normalized([spanOf('a', { 'gen_ai.usage.cost': 'unknown' })]).omitted).toEqual([]);
    expect(normalized([spanOf('a', { 'gen_ai.usage.cost': 0 })]).omitted).toEqual([]);
  });
});

describe('a number that no count of tokens can be', () => {
  const NO_COUNT = 'is no count of tokens from 0 to 10^12 and was kept in metadata';

  it.each([
    ['gen_ai.usage.input_tokens', -1],
    ['gen_ai.usage.output_tokens', '-7'],
    ['gen_ai.usage.cache_read.input_tokens', -0.5],
    ['gen_ai.usage.reasoning.output_tokens', 2e12],
    ['gen_ai.usage.total_tokens', 1.5],
    ['llm.token_count.prompt', -1],
    ['ai.usage.inputTokens', 'NaN'],
  ])('is no count, stays and is named: %s %s', (key, value) => {
    const { observation, omitted } = normalized([spanOf('a', { [key]: value })]);
    expect(observation.usage).toBeUndefined();
    expect(metadataOf(observation, 'attributes')).toMatchObject({ [key]: value });
    expect(metadataOf(observation, 'sluice.omitted')).toEqual([key]);
    expect(omitted).toEqual([expect.stringContaining(`: ${key} ${NO_COUNT}`)]);
  });

  it('is named inside of an attribute that is an object, too', () => {
    const named = (key: string, value: object) => normalized([spanOf('a', { [key]: JSON.stringify(value) })]).omitted;
    expect(named('mlflow.chat.tokenUsage', { input_tokens: -1, output_tokens: 2 })).toEqual([
      expect.stringContaining(`: mlflow.chat.tokenUsage ${NO_COUNT}`),
    ]);
    expect(named('ai.response.providerMetadata', { openai: { cachedPromptTokens: -1 } })).toEqual([
      expect.stringContaining(`: ai.response.providerMetadata ${NO_COUNT}`),
    ]);
    for (const details of [{ input: -1 }, { prompt_tokens: 9, prompt_tokens_details: { cached_tokens: -1 } }]) {
      expect(named('langfuse.observation.usage_details', details)).toEqual([
        expect.stringContaining(': langfuse.observation.usage_details has a value that is no count of tokens'),
      ]);
    }
  });

  it('leaves the count to the next source', () => {
    const { observation } = normalized([spanOf('a', { 'gen_ai.usage.input_tokens': -1, 'llm.token_count.prompt': 5 })]);
    expect(observation.usage).toMatchObject({ input: { input: 5 } });
  });

  it('is not what is no number, or 0', () => {
    expect(normalized([spanOf('a', { 'gen_ai.usage.input_tokens': 'unknown' })]).omitted).toEqual([]);
    expect(normalized([spanOf('a', { 'gen_ai.usage.input_tokens': 0 })]).omitted).toEqual([]);
  });
});

describe('a value over its limit never costs the span', () => {
  it('a model over its limit leaves the field to the next source', () => {
    const { observation } = normalized([
      spanOf('a', { 'langfuse.observation.model.name': 'm'.repeat(501), 'gen_ai.request.model': 'gpt-4o' }),
    ]);
    expect(observation.model).toBe('gpt-4o');
    expect(metadataOf(observation, 'sluice.omitted')).toEqual(['langfuse.observation.model.name']);
  });

  it('a tag over its limit is left out, the others count, and the attribute stays', () => {
    const tags = ['ok', 't'.repeat(501)];
    const { record, observation, omitted } = normalized([spanOf('a', { 'langfuse.trace.tags': tags })]);
    expect(record.tags).toEqual(['ok']);
    expect(metadataOf(observation, 'attributes')).toEqual({ 'langfuse.trace.tags': tags });
    expect(omitted).toHaveLength(1);
  });

  it('tags that would be more than 200 of a trace go to metadata as a whole, in one attribute and over all spans', () => {
    const many = (from: number, count: number) => Array.from({ length: count }, (_, n) => `t${from + n}`);
    const one = normalized([spanOf('a', { 'langfuse.trace.tags': many(0, 201) })]);
    expect(one.record.tags).toEqual([]);
    expect(metadataOf(one.observation, 'attributes')).toEqual({ 'langfuse.trace.tags': many(0, 201) });
    expect(metadataOf(one.observation, 'sluice.omitted')).toEqual(['langfuse.trace.tags']);
    expect(one.omitted).toEqual([
      expect.stringContaining('langfuse.trace.tags would give the trace more than 200 tags and was kept in metadata'),
    ]);
    expect(normalized([spanOf('a', { 'langfuse.trace.tags': [...many(0, 200), 't0'] })]).record.tags).toHaveLength(200);
    const two = normalized([
      spanOf('a', { 'langfuse.trace.tags': many(0, 150) }),
      spanOf('b', { 'langfuse.trace.tags': many(100, 150) }),
    ]);
    expect(two.record.tags).toEqual(many(0, 150));
    const second = two.record.observations[1];
    expect(second && metadataOf(second, 'attributes')).toEqual({ 'langfuse.trace.tags': many(100, 150) });
    expect(second && metadataOf(second, 'sluice.omitted')).toEqual(['langfuse.trace.tags']);
    expect(two.omitted).toHaveLength(1);
    const fits = [{ 'langfuse.trace.tags': many(0, 150) }, { 'langfuse.trace.tags': many(100, 100) }];
    expect(normalized(fits.map((sent, n) => spanOf(`${n + 1}`, sent))).record.tags).toEqual(many(0, 200));
  });

  it.each([
    'langfuse.observation.input',
    'langfuse.observation.output',
    'langfuse.observation.metadata.k',
    'app.x',
    'langfuse.trace.input',
  ])('%s over the limit of one value is left out and told; the rest of the span is kept', (key) => {
    const { observation, omitted } = normalized([spanOf('a', { [key]: 'é'.repeat(60), 'app.y': 'kept' })], {
      valueBytes: 100,
    });
    expect(observation).toMatchObject({ name: 'span a' });
    expect(JSON.stringify([...(observation.metadata ?? [])])).not.toContain('éé');
    expect(metadataOf(observation, 'attributes')).toEqual({ 'app.y': 'kept' });
    expect(metadataOf(observation, 'sluice.omitted')).toEqual([key]);
    expect(omitted).toHaveLength(1);
  });

  it.each(['"'.repeat(100), 'é'.repeat(50), '{"k":"' + 'x'.repeat(92) + '"}'])(
    '100 bytes of text are within a limit of 100, whatever their quotes and escapes: %s',
    (text) => {
      const limits = { valueBytes: 100 };
      for (const key of [
        'langfuse.observation.input',
        'langfuse.observation.output',
        'langfuse.observation.metadata.k',
        'langfuse.observation.status_message',
        'langfuse.trace.input',
        'gen_ai.system_instructions',
        'input.value',
        'app.x',
      ]) {
        const { omitted } = normalized([spanOf('a', { [key]: text })], limits);
        expect([key, omitted]).toEqual([key, []]);
        const over = normalized([spanOf('a', { [key]: `${text}.` })], limits);
        expect(over.omitted).toEqual([expect.stringContaining(`${key} is larger than 100 bytes and was left out`)]);
        expect(metadataOf(over.observation, 'sluice.omitted')).toEqual([key]);
        expect(over.observation.metadata?.get('attributes')).toBeUndefined();
      }
      const named = normalized([spanOf('a', {}, { statusMessage: `${text}.` })], limits);
      expect(metadataOf(named.observation, 'sluice.omitted')).toEqual(['status.message']);
    },
  );

  it('attributes that are too large only together are cut at the limit, and told so', () => {
    const sent = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`k${n}`, '"'.repeat(50)]));
    const { observation, omitted } = normalized([spanOf('a', sent)], { valueBytes: 200 });
    expect(Object.keys(metadataOf(observation, 'attributes') as object)).toEqual(['k0', 'k1', 'k2', 'k3']);
    expect(metadataOf(observation, 'sluice.omitted')).toEqual(['k4', 'k5']);
    expect(omitted[0]).toContain('k4 would take the attributes of the span over 200 bytes together and was left out');
  });

  it('names of attributes keep the limit too', () => {
    const sent = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`k${n}`.padEnd(50, '.'), '']));
    const { observation } = normalized([spanOf('a', sent)], { valueBytes: 200 });
    expect(Object.keys(metadataOf(observation, 'attributes') as object)).toHaveLength(4);
  });

  it('a value put together from attributes or events keeps the limit; its parts stay in metadata as far as they fit', () => {
    const parameters = Object.fromEntries(
      Array.from({ length: 3 }, (_, n) => [`gen_ai.request.k${n}`, '"'.repeat(50)]),
    );
    const events = Array.from({ length: 9 }, () => eventOf('gen_ai.user.message', { content: 'x'.repeat(50) }));
    const { observation, omitted } = normalized([spanOf('a', parameters, { events })], { valueBytes: 300 });
    for (const key of ['modelParameters', 'input']) expect(observation).not.toHaveProperty(key);
    expect(metadataOf(observation, 'attributes')).toEqual(parameters);
    expect(metadataOf(observation, 'sluice.omitted')).toEqual([...Object.keys(parameters), 'events']);
    expect(omitted[0]).toContain('gen_ai.request.k0 is part of a value larger than 300 bytes and was kept in metadata');
    expect(omitted[3]).toContain('events is larger than 300 bytes and was left out');
  });

  it('instructions that would take the input over the limit stay in metadata; the messages are the input', () => {
    const sent = {
      'gen_ai.input.messages': '[{"role":"user","content":"hi"}]',
      'gen_ai.system_instructions': 'x'.repeat(69),
    };
    const { observation, omitted } = normalized([spanOf('a', sent)], { valueBytes: 100 });
    expect(observation.input).toBe(sent['gen_ai.input.messages']);
    expect(metadataOf(observation, 'attributes')).toEqual({
      'gen_ai.system_instructions': sent['gen_ai.system_instructions'],
    });
    expect(metadataOf(observation, 'sluice.omitted')).toEqual(['gen_ai.system_instructions']);
    expect(omitted).toHaveLength(1);
    const fits = { ...sent, 'gen_ai.system_instructions': 'x'.repeat(68) };
    expect(normalized([spanOf('a', fits)], { valueBytes: 100 }).omitted).toEqual([]);
  });

  it('a name over the limit of one value is left out', () => {
    const { observation, omitted } = normalized([spanOf('a', {}, { name: 'n'.repeat(1001) })], { valueBytes: 1000 });
    expect(observation.metadata?.get('sluice.name')).toBeUndefined();
    expect(omitted).toEqual([expect.stringContaining('name is larger than 1000 bytes and was left out')]);
  });

  it('a resource is repeated for its spans only as far as the request may grow by it', () => {
    const spans = Array.from({ length: 5 }, (_, n) => spanOf((n + 1).toString(16)));
    const { records, omitted } = normalizeOtlp(
      requestOf(spans, { resource: { 'service.name': 'x'.repeat(80) } }),
      contextOf({ repeatedLength: 250 }),
    );
    const kept = records[0]?.observations.map(({ metadata }) => metadata?.has('resourceAttributes'));
    expect(kept).toEqual([true, true, false, false, false]);
    expect(omitted).toHaveLength(3);
  });

  it('of many only the first are told one by one', () => {
    const spans = Array.from({ length: 30 }, (_, n) => spanOf(n.toString(16), { 'user.id': 'x'.repeat(501) }));
    const { omitted } = normalized(spans);
    expect(omitted).toHaveLength(11);
    expect(omitted.at(-1)).toBe('and 20 more');
  });
});
