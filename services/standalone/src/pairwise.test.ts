import { allPairs, pairsOf, pairwise } from './pairwise.testing';

const factors = {
  color: ['red', 'green', 'blue', 'black'],
  size: ['small', 'large'],
  shape: ['round', 'square', 'long'],
  side: ['left', 'right', 'top', 'bottom', 'front'],
  only: ['one'],
};

test('any two values of different factors meet, in far fewer combinations than there are', () => {
  const combinations = pairwise(factors);
  const met = new Set(combinations.flatMap((combination) => pairsOf(Object.entries(combination))));
  const pairs = allPairs(factors);
  expect(pairs).toHaveLength(4 * 2 + 4 * 3 + 4 * 5 + 4 + 2 * 3 + 2 * 5 + 2 + 3 * 5 + 3 + 5);
  expect(pairs.filter((pair) => !met.has(pair))).toEqual([]);
  expect(combinations.length).toBeLessThan(30);
  for (const combination of combinations) {
    expect(Object.keys(combination).sort()).toEqual(Object.keys(factors).sort());
    for (const [name, value] of Object.entries(combination)) {
      expect(factors[name as keyof typeof factors]).toContain(value);
    }
  }
});
