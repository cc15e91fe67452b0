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

describe('a value over its limit never costs the span', () => {
  it.each([
    'langfuse.user.id',
    'user.id',
    'session.id',
    'langfuse.environment',
    'langfuse.version',
    'langfuse.release',
  ])('%s longer than 500 characters goes to metadata as a whole, is named and told', (key) => {
    const text = 'x'.repeat(501);
    const { record, observation, omitted } = normalized([spanOf('a', { [key]: text })]);
    expect(metadataOf(observation, 'attributes')).toEqual({ [key]: text });
    expect(metadataOf(observation, 'sluice.omitted')).toEqual([key]);
    expect(omitted).toHaveLength(1);
    expect(omitted[0]).toContain(key);
    expect(JSON.stringify(record.statements)).not.toContain('xxx');
  });

  it('characters are counted, not UTF-16 units', () => {
    const { record, omitted } = normalized([spanOf('a', { 'user.id': '😀'.repeat(500) })]);
    expect(record.statements[0]?.fields.userId).toBe('😀'.repeat(500));
    expect(omitted).toEqual([]);
    expect(normalized([spanOf('a', { 'user.id': '😀'.repeat(501) })]).omitted).toHaveLength(1);
  });

  it('a model over its limit leaves the field to the next source', () => {
    const { observation } = normalized([
      spanOf('a', { 'langfuse.observation.model.name': 'm'.repeat(501), 'gen_ai.request.model': 'gpt-4o' }),
    ]);
    expect(observation.model).toBe('gpt-4o');
    expect(metadataOf(observation, 'sluice.omitted')).toEqual(['langfuse.observation.model.name']);
  });

  it('a name of more than 1,000 characters goes to metadata, of the observation and of the trace', () => {
    const name = 'n'.repeat(1001);
    const { record, observation, omitted } = normalized([spanOf('a', { 'langfuse.trace.name': name }, { name })]);
    expect(observation).not.toHaveProperty('name');
    expect(metadataOf(observation, 'sluice.name')).toBe(name);
    expect(metadataOf(observation, 'attributes')).toEqual({ 'langfuse.trace.name': name });
    expect(record.statements.every(({ fields }) => fields.name === undefined)).toBe(true);
    expect(omitted).toHaveLength(2);
    expect(normalized([spanOf('a', {}, { name: 'n'.repeat(1000) })]).observation.name).toHaveLength(1000);
  });

  it('a tag over its limit is left out, the others count, and the attribute stays', () => {
    const tags = ['ok', 't'.repeat(501)];
    const { record, observation, omitted } = normalized([spanOf('a', { 'langfuse.trace.tags': tags })]);
    expect(record.tags).toEqual(['ok']);
    expect(metadataOf(observation, 'attributes')).toEqual({ 'langfuse.trace.tags': tags });
    expect(omitted).toHaveLength(1);
  });

  it('more than 200 tags are cut, in one attribute and over all spans', () => {
    const many = (from: number, count: number) => Array.from({ length: count }, (_, n) => `t${from + n}`);
    const one = normalized([spanOf('a', { 'langfuse.trace.tags': many(0, 201) })]);
    expect(one.record.tags).toEqual(many(0, 200));
    expect(one.omitted).toHaveLength(1);
    const two = normalized([
      spanOf('a', { 'langfuse.trace.tags': many(0, 150) }),
      spanOf('b', { 'langfuse.trace.tags': many(100, 150) }),
    ]);
    expect(two.record.tags).toEqual(many(0, 200));
    expect(two.omitted).toHaveLength(1);
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

  it('attributes that are too large only together are cut at the limit', () => {
    const sent = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`k${n}`, 'x'.repeat(50)]));
    const { observation, omitted } = normalized([spanOf('a', sent)], { valueBytes: 200 });
    expect(observation.metadata?.get('attributes')?.length).toBeLessThanOrEqual(200);
    expect(omitted.length).toBeGreaterThan(5);
  });

  it('a value put together from many attributes or events keeps the limit of one value', () => {
    const parameters = Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [`gen_ai.request.k${n}`, 'x'.repeat(50)]),
    );
    const events = Array.from({ length: 9 }, () => eventOf('gen_ai.user.message', { content: 'x'.repeat(50) }));
    const { observation, omitted } = normalized([spanOf('a', parameters, { events, statusMessage: 'x'.repeat(301) })], {
      valueBytes: 300,
    });
    for (const key of ['modelParameters', 'input', 'statusMessage']) expect(observation).not.toHaveProperty(key);
    expect(metadataOf(observation, 'sluice.omitted')).toEqual(['input', 'modelParameters', 'statusMessage']);
    expect(omitted).toHaveLength(3);
  });

  it('usage of more than 100 buckets is no usage and stays in metadata', () => {
    const usage = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`input_${n}`, 1]));
    const { observation } = normalized([spanOf('a', { 'langfuse.observation.usage_details': usage })]);
    expect(observation).not.toHaveProperty('usage');
    expect(metadataOf(observation, 'attributes')).toEqual({ 'langfuse.observation.usage_details': usage });
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
