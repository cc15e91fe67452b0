import type { CompareAddress } from '../url/compare-address';
import { addressWith } from './add-to-comparison';

const at = (address: Partial<CompareAddress>): CompareAddress => ({ page: 'compare', ...address });
const early = { id: 'early', timestamp: '2026-11-20T10:00:00.000Z' };
const late = { id: 'late', timestamp: '2026-11-20T10:00:00.001Z' };

test.each([
  ['the first one', at({}), late, undefined, { left: 'late' }],
  ['an earlier one', at({ left: 'late' }), early, late, { left: 'early', right: 'late' }],
  ['a later one', at({ left: 'early' }), late, early, { left: 'early', right: 'late' }],
  ['a later one than the second', at({ right: 'early' }), late, early, { left: 'early', right: 'late' }],
  [
    'one beside the second, of which only the id is known',
    at({ right: 'b' }),
    { id: 'a' },
    late,
    { left: 'a', right: 'b' },
  ],
  [
    'one of which only the id is known',
    at({ left: 'late' }),
    { id: 'pasted' },
    late,
    { left: 'late', right: 'pasted' },
  ],
])('%s', (_, address, chosen, known, expected) => {
  expect(addressWith(address, chosen, known)).toEqual(at(expected));
});
