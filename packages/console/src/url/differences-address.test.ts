import fc from 'fast-check';
import { type DifferencesAddress, DIFFERENT } from './differences-address';
import { writeQuery } from './query';

const reread = (address: DifferencesAddress): DifferencesAddress =>
  DIFFERENT.read(new URLSearchParams(writeQuery(DIFFERENT.write(address))));

const text = fc.string({ minLength: 1, unit: 'grapheme' }).filter((each) => each.trim() !== '');
const number = fc.option(
  fc.double({ min: 0, max: 1e9, noNaN: true }).map((each) => each + 0),
  { nil: undefined },
);
const places: fc.Arbitrary<DifferencesAddress> = fc.record({
  page: fc.constant('different' as const),
  range: fc.constantFrom('24h', '90d', 'all', '2026-11-20T10:00:00.000Z/2026-11-20T11:00:00.000Z', '2026-11-20'),
  filters: fc.uniqueArray(fc.record({ name: fc.constantFrom('name' as const, 'userId' as const), value: text }), {
    selector: ({ name, value }) => `${name} ${value}`,
  }),
  failed: fc.boolean(),
  slowFrom: number,
  slowTo: number,
  costFrom: number,
  during: fc.option(text, { nil: undefined }),
});

test('what is picked has an address that leads back to it', () => {
  fc.assert(fc.property(places, (address) => expect(reread(address)).toEqual(address)));
});

test('what is no number picks nothing', () => {
  expect(DIFFERENT.read(new URLSearchParams('slowFrom=-1&slowTo=x&costFrom=&failed=yes'))).toEqual({
    page: 'different',
    range: '24h',
    filters: [],
    failed: false,
  });
});
