import { growthOf } from '@sluice/testbed/machine';
import { contextOf, eventOf, metadataOf, requestOf, spanOf } from './fixtures/otlp-request';
import type { Surroundings } from './fixtures/otlp-request';
import { normalizeOtlp } from './otlp-traces';
import { normalizeBatch } from './native-batch';

const LONGEST = 1024;
const fits = 'x'.repeat(LONGEST);
const long = 'y'.repeat(LONGEST + 1);
const shown = `${'y'.repeat(100)}…`;
const reasonOf = (span: string, name = shown) =>
  `span ${span.padStart(16, '0')} of trace 0af7651916cd43dd8448eb211c80319c: ${name} has a name longer than 1024 characters and was left out`;

function normalized(spans: Parameters<typeof requestOf>[0], surroundings?: Surroundings) {
  const { records, omitted } = normalizeOtlp(requestOf(spans, surroundings), contextOf());
  const observations = records.flatMap((record) => record.observations);
  return { observations, omitted, stored: JSON.stringify(observations.map(({ metadata }) => [...(metadata ?? [])])) };
}

describe('a name of an attribute longer than 1,024 characters', () => {
  it.each([
    ['a span', spanOf('a', { [fits]: 1, [long]: 'value' }), {}],
    ['product metadata', spanOf('a', { [fits]: 1, [`langfuse.observation.metadata.${long}`]: 'value' }), {}],
    ['a flattened list', spanOf('a', { [fits]: 1, [`llm.input_messages.0.${long}`]: 'value' }), {}],
    ['an event', spanOf('a', {}, { events: [eventOf('e', { [fits]: 1, [long]: 'value' })] }), {}],
    [
      'an event that is a message',
      spanOf('a', { [fits]: 1 }, { events: [eventOf('gen_ai.user.message', { content: 'hi', [long]: 'value' })] }),
      {},
    ],
    [
      'a link',
      spanOf(
        'a',
        {},
        {
          links: [
            {
              traceId: 'a'.repeat(32),
              spanId: 'b'.repeat(16),
              attributes: new Map(Object.entries({ [fits]: 1, [long]: 'value' })),
            },
          ],
        },
      ),
      {},
    ],
    ['a resource', spanOf('a'), { resource: { [fits]: 1, [long]: 'value' } }],
    ['a scope', spanOf('a'), { scope: { name: '', version: '', attributes: { [fits]: 1, [long]: 'value' } } }],
  ])('of %s: it is left out, named and told, and the rest is kept', (_, span, surroundings) => {
    const { observations, omitted, stored } = normalized([span], surroundings);
    const [observation] = observations;
    expect(JSON.stringify(observation)).not.toContain('value');
    expect(stored).not.toContain('value');
    expect(stored).toContain(fits);
    const [named] = observation === undefined ? [] : (metadataOf(observation, 'sluice.omitted') as string[]);
    expect(named).toMatch(/^(langfuse\.observation\.metadata\.|llm\.input_messages\.0\.)?y+…$/);
    expect(named).toHaveLength(101);
    expect(omitted).toEqual([reasonOf('a', named)]);
  });

  it('counts characters, and cuts none in two where it is told', () => {
    expect(normalized([spanOf('a', { ['😀'.repeat(LONGEST)]: 1 })]).omitted).toEqual([]);
    const { observations } = normalized([spanOf('a', { [`x${'😀'.repeat(LONGEST)}`]: 1 })]);
    const [observation] = observations;
    expect(observation && metadataOf(observation, 'sluice.omitted')).toEqual([`x${'😀'.repeat(49)}\ufffd…`]);
  });

  it('is one of the first 20 that metadata names, then it is counted', () => {
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`${n}-`.padEnd(2000, 'y'), n]));
    const { observations } = normalized([spanOf('a', many)]);
    const named = observations[0] && (metadataOf(observations[0], 'sluice.omitted') as string[]);
    expect(named).toHaveLength(21);
    expect(named?.at(-1)).toBe('and 5 more');
  });

  it('of a resource is told of every span, of many names the first 20', () => {
    const resource = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`${n}-`.padEnd(2000, 'y'), n]));
    const { observations, omitted } = normalized([spanOf('a'), spanOf('b')], { resource: { ...resource, kept: 1 } });
    for (const observation of observations) {
      const named = metadataOf(observation, 'sluice.omitted') as string[];
      expect(named).toHaveLength(21);
      expect(metadataOf(observation, 'resourceAttributes')).toEqual({ kept: 1 });
    }
    expect(omitted.at(-1)).toBe('and 32 more');
  });

  it('of a resource takes no more room over all spans than the request may grow by', () => {
    const resource = Object.fromEntries(Array.from({ length: 25 }, (_, n) => [`${n}-`.padEnd(2000, 'y'), n]));
    const spans = Array.from({ length: 100 }, (_, n) => spanOf(n.toString(16)));
    const { records } = normalizeOtlp(requestOf(spans, { resource }), contextOf({ repeatedLength: 1000 }));
    const named = records[0]?.observations.map((one) => (metadataOf(one, 'sluice.omitted') as string[]).length);
    expect(named?.slice(0, 3)).toEqual([11, 1, 1]);
    expect(metadataOf(records[0]!.observations[1]!, 'sluice.omitted')).toEqual(['resourceAttributes']);
  });
});

describe('a key of native metadata', () => {
  const batch = (key: string) => ({
    trace: { id: '0af76519-16cd-43dd-8448-eb211c80319c', metadata: new Map([[key, '"value"']]) },
    observations: [{ id: '00000000-0000-0000-0000-00000000000a', metadata: new Map([[key, '"value"']]) }],
  });

  it.each(['header.', 'a.', '"', '\\'])('of many %s is read in linear time', (part) => {
    const work = (length: number) => normalizeBatch(batch(part.repeat(length / part.length)), contextOf());
    expect(growthOf(work)).toBeLessThan(1.5);
  });
});
