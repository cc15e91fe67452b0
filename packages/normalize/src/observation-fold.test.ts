import { growthOf } from '@sluice/machine';
import type { JsonText, Observation } from '@sluice/record';
import { contextOf, requestOf, spanOf } from './fixtures/otlp-request';
import { normalizeBatch } from './native-batch';
import { addObservation } from './observation-fold';
import { normalizeOtlp } from './otlp-traces';

const ID = '00000000-0000-0000-0000-00000000000a';
const TRACE = { id: '0af76519-16cd-43dd-8448-eb211c80319c' };

test('an observation that comes again replaces what it says, and merges metadata by its keys', () => {
  const observations = new Map<string, Observation>();
  const saying = (metadata: Record<string, JsonText>) => ({
    id: ID,
    counted: true,
    metadata: new Map(Object.entries(metadata)),
  });
  addObservation(observations, { ...saying({ a: '1', b: '1' }), name: 'one', input: '1' });
  addObservation(observations, { id: ID, counted: true, name: 'two' });
  addObservation(observations, saying({ b: '2', c: '2' }));
  expect(observations).toEqual(new Map([[ID, { ...saying({ a: '1', b: '2', c: '2' }), name: 'two', input: '1' }]]));
  expect([...(observations.get(ID)?.metadata?.keys() ?? [])]).toEqual(['a', 'b', 'c']);
});

/** Observations cost so much each that their number has to be large for anything else to show. */
const FROM = 8 * 1024;

describe('updates of one observation in one request take the time of what they say, not of all before them', () => {
  const members = (count: number) => new Map(Array.from({ length: count }, (_, n) => [`k${n}`, '1']));

  test('natively', () => {
    const work = (length: number) => {
      const updates = Array.from({ length: length / 8 }, () => ({ id: ID, metadata: new Map([['a', '1']]) }));
      normalizeBatch(
        { trace: TRACE, observations: [{ id: ID, metadata: members(length / 8) }, ...updates] },
        contextOf(),
      );
    };
    expect(growthOf(work, FROM)).toBeLessThan(1.5);
  });

  test('as spans', () => {
    const work = (length: number) => {
      const named = Array.from(members(length / 8), ([key, value]) => [
        `langfuse.observation.metadata.${key}`,
        Number(value),
      ]);
      const first = spanOf('a', Object.fromEntries(named));
      const updates = Array.from({ length: length / 8 }, () => spanOf('a', { 'langfuse.observation.metadata.k1': 2 }));
      normalizeOtlp(requestOf([first, ...updates]), contextOf());
    };
    expect(growthOf(work, FROM)).toBeLessThan(1.5);
  });
});
