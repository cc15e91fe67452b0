import fc from 'fast-check';
import { type CompareAddress, SHOWN_STEPS, COMPARE } from './compare-address';
import { writeQuery } from './query';

const reread = (address: CompareAddress): CompareAddress =>
  COMPARE.read(new URLSearchParams(writeQuery(COMPARE.write(address))));

const text = fc.option(fc.string({ minLength: 1, unit: 'grapheme' }), { nil: undefined });
const places: fc.Arbitrary<CompareAddress> = fc.record({
  page: fc.constant('compare' as const),
  left: text,
  right: text,
  observation: text,
  show: fc.constantFrom(undefined, ...SHOWN_STEPS),
});

test('two traces beside each other have an address that leads back to them', () => {
  fc.assert(fc.property(places, (address) => expect(reread(address)).toEqual(address)));
});

test('an address without traces is where they are chosen', () => {
  expect(COMPARE.read(new URLSearchParams('left=&color=red&show=red'))).toEqual({ page: 'compare' });
});
