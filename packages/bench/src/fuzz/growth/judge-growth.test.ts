import { MAX_GROWTH, growthOf } from './judge-growth';

const LENGTHS = { from: 1024, most: 1024 * 1024 };

/** Makes a measurement on a machine that sometimes adds time. */
function noisy(cost: (length: number) => number) {
  let turn = 0;
  const measured: number[] = [];
  const measure = (length: number): Promise<number> => {
    measured.push(length);
    turn += 1;
    return Promise.resolve(cost(length) * (turn % 3 === 0 ? 3 : 1) + 2);
  };
  return { measure, measured };
}

const KIB = 1024;

test.each([
  ['nothing', () => 0],
  ['its length', (length: number) => length / KIB],
  ['its length and something that is always the same', (length: number) => 20 + length / KIB],
  ['its length times the logarithm of it', (length: number) => (length / KIB) * Math.log2(length) * 0.1],
  ['a step', (length: number) => length / KIB / 8 + (length > 500 * KIB ? 40 : 0)],
  ['a quarter of a millisecond for each byte', (length: number) => length / 4],
])('what takes %s is right, also on a machine that adds to it', async (_, cost) => {
  expect((await growthOf(noisy(cost).measure, LENGTHS)).worst).toBeLessThanOrEqual(MAX_GROWTH);
});

test.each([
  ['the square of its length', (length: number) => (length / KIB / 8) ** 2],
  ['the square beside a large part in proportion', (length: number) => length / KIB / 16 + (length / KIB / 40) ** 2],
  ['the third power', (length: number) => (length / KIB / 64) ** 3],
])('what takes %s is found, and nothing longer is sent', async (_, cost) => {
  const { measure, measured } = noisy(cost);
  const { worst, atLength } = await growthOf(measure, LENGTHS);
  expect(worst).toBeGreaterThan(MAX_GROWTH);
  expect(Math.max(...measured)).toBe(atLength);
});
