import fc from 'fast-check';
import { ALL_INCLUDED, inclusionsOf } from './token-inclusion';
import type { KnownInclusions, Inclusions, SentCounts } from './token-inclusion';

const sent = { input: 4000, output: 600, total: undefined, caches: 3000, reasoning: 100 };
const CACHES: Inclusions = { caches: 'separate', reasoning: 'included' };
const REASONING: Inclusions = { caches: 'included', reasoning: 'separate' };
const BOTH: Inclusions = { caches: 'separate', reasoning: 'separate' };

describe('parts of wholes', () => {
  it.each<[string, Partial<SentCounts>, KnownInclusions, Inclusions, Inclusions]>([
    ['are where the document says', {}, {}, REASONING, REASONING],
    [
      'are separate from a whole that they are larger than',
      { caches: 4001 },
      { caches: 'included' },
      ALL_INCLUDED,
      CACHES,
    ],
    ['are separate from an output that they are larger than', { reasoning: 601 }, {}, ALL_INCLUDED, REASONING],
    ['are separate where the total contains the caches', { total: 7600 }, {}, ALL_INCLUDED, CACHES],
    ['are separate where the total contains the reasoning', { total: 4700 }, {}, ALL_INCLUDED, REASONING],
    ['are separate where the total contains both', { total: 7700 }, {}, ALL_INCLUDED, BOTH],
    ['follow the total before what is known', { total: 7600 }, { reasoning: 'separate' }, ALL_INCLUDED, CACHES],
    ['follow what is known before the document', {}, { caches: 'separate' }, ALL_INCLUDED, CACHES],
    [
      'follow what is known before a total of both wholes',
      { total: 4600 },
      { caches: 'separate' },
      ALL_INCLUDED,
      CACHES,
    ],
    ['follow their size before a total of both wholes', { total: 4600, caches: 4001 }, {}, ALL_INCLUDED, CACHES],
    ['follow a total of both wholes before the document', { total: 4600 }, {}, BOTH, ALL_INCLUDED],
    ['follow the document where the total is without parts larger', { total: 4600, caches: 4001 }, {}, BOTH, BOTH],
    ['follow the document where no reading explains the total', { total: 9999 }, {}, REASONING, REASONING],
    ['follow the document where the total is smaller', { total: 1 }, {}, REASONING, REASONING],
    [
      'follow what is known where two readings explain the total',
      { total: 4700, caches: 100 },
      { reasoning: 'separate' },
      ALL_INCLUDED,
      REASONING,
    ],
    [
      'follow the document where two readings explain the total',
      { total: 4700, caches: 100 },
      {},
      ALL_INCLUDED,
      ALL_INCLUDED,
    ],
    ['ask no total where a whole is missing', { total: 7600, output: undefined }, {}, ALL_INCLUDED, ALL_INCLUDED],
    ['have one reading where one of them is none', { total: 7600, reasoning: 0 }, {}, ALL_INCLUDED, CACHES],
  ])('%s', (_, parts, known, documented, inclusions) => {
    expect(inclusionsOf({ ...sent, ...parts }, () => known, documented)).toEqual(inclusions);
  });

  it('come to the total that was sent, wherever one reading of their sizes alone does', () => {
    const count = fc.integer({ min: 1, max: 1000 });
    const inclusion = fc.constantFrom('included' as const, 'separate' as const);
    fc.assert(
      fc.property(
        count,
        count,
        count,
        count,
        inclusion,
        inclusion,
        (input, output, caches, reasoning, ofCaches, ofReasoning) => {
          fc.pre(caches !== reasoning && ofCaches + ofReasoning !== 'insideinside');
          fc.pre((ofCaches === 'separate' || caches <= input) && (ofReasoning === 'separate' || reasoning <= output));
          const separate = (ofCaches === 'separate' ? caches : 0) + (ofReasoning === 'separate' ? reasoning : 0);
          const inclusions = inclusionsOf(
            { input, output, caches, reasoning, total: input + output + separate },
            () => ({}),
            ALL_INCLUDED,
          );
          expect(inclusions).toEqual({ caches: ofCaches, reasoning: ofReasoning });
        },
      ),
    );
  });
});
