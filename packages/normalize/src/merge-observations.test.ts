import { growthOf } from '@sluice/testbed/machine';
import { contextOf, requestOf, spanOf } from './fixtures/otlp-request';
import { normalizeBatch } from './native-batch';
import { normalizeOtlp } from './otlp-traces';

const ID = '00000000-0000-0000-0000-00000000000a';
const TRACE = { id: '0af76519-16cd-43dd-8448-eb211c80319c' };

/** Number of observations from which on other costs are visible besides their own. */
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
