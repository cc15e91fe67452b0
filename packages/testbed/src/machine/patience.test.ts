import { comesTrue, eventually, patience, slowness } from './patience';

test.each([
  ['the reference', { elapsed: 1, processor: 1 }, 0, 1],
  ['a faster one is not hurried', { elapsed: 0.5, processor: 0.5 }, 0.2, 1],
  ['a slow one', { elapsed: 3, processor: 3 }, 0.2, 3],
  ['one that was busy when the run began', { elapsed: 6, processor: 1 }, 2, 6],
  ['one that became busy since', { elapsed: 1.5, processor: 1 }, 6, 6],
  ['a slow one that became busy since', { elapsed: 3, processor: 3 }, 4, 12],
])('the slowness of a machine: %s', (_, measured, load, expected) => {
  expect(slowness(measured, load)).toBe(expected);
});

test('patience is never shorter than on the reference', () => {
  expect(patience(1000)).toBeGreaterThanOrEqual(1000);
});

test('what comes true is awaited, and what it became is told', async () => {
  let n = 0;
  expect(
    await eventually(
      () => Promise.resolve(++n),
      (value) => value > 3,
    ),
  ).toBe(4);
});

test('what does not come true is given up with its last value', async () => {
  await expect(
    eventually(
      () => ({ held: 7 }),
      () => false,
      1,
    ),
  ).rejects.toThrow('not as wished within 0 s: { held: 7 }');
});

test('a check is made again until it throws nothing; what it threw last is told', async () => {
  let n = 0;
  await comesTrue(() => (++n > 3 ? Promise.resolve() : Promise.reject(new Error('too early'))));
  expect(n).toBe(4);
  await expect(comesTrue(() => Promise.reject(new Error('never')), 1)).rejects.toThrow('never');
});
