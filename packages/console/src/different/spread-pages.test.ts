import fc from 'fast-check';
import { spreadPages } from './spread-pages';

test('few pages are all looked at, of many some that lie evenly', () => {
  expect([spreadPages(0, 5), spreadPages(3, 5), spreadPages(50, 5)]).toEqual([[], [1, 2, 3], [1, 11, 21, 31, 41]]);
});

test('pages differ, ascend and are there', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10_000 }), fc.integer({ min: 1, max: 10 }), (pages, most) => {
      const chosen = spreadPages(pages, most);
      expect(chosen).toEqual([...new Set(chosen)].toSorted((a, b) => a - b));
      expect(chosen.every((page) => page >= 1 && page <= pages)).toBe(true);
    }),
  );
});
