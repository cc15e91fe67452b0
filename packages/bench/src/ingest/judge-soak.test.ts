import { judgeGrowth } from './judge-soak';

const BOUND = { factor: 1.2, floor: 10 };

test.each([
  ['it stays', [100, 101, 99, 100, 102, 98, 100, 101, 99, 100]],
  ['it settles at first', [10, 60, 100, 100, 100, 101, 100, 99, 100, 100]],
  ['one value is high', [100, 100, 100, 100, 100, 100, 100, 100, 900, 100]],
  ['it falls', [100, 90, 80, 70, 60, 50, 40, 30, 20, 10]],
  ['it is small', [1, 2, 3, 4, 5, 6, 7, 8, 9, 9]],
  ['there are no values', []],
])('no growth where %s', (_, values) => {
  expect(judgeGrowth('memory', values, BOUND)).toBeUndefined();
});

test.each([
  ['slowly', [100, 100, 106, 112, 118, 124, 130, 136, 142, 148]],
  ['by a step', [100, 100, 100, 100, 100, 100, 130, 130, 130, 130]],
])('growth that comes %s is named', (_, values) => {
  expect(judgeGrowth('memory', values, BOUND)).toMatch(/^memory grows: 1\d\d at first, 1\d\d at last$/);
});
