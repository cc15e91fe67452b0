import { barAt, barByKey } from './stretch';

test.each([
  [0, 0],
  [9.9, 0],
  [10, 1],
  [599, 59],
  [-20, 0],
  [9000, 59],
])('a point at %p px is of bar %p', (x, at) => {
  expect(barAt(x, 600, 60)).toBe(at);
});

test.each([
  ['ArrowRight', 6],
  ['ArrowLeft', 4],
  ['Home', 0],
  ['End', 59],
  ['PageUp', 0],
  ['PageDown', 15],
  ['x', undefined],
])('%s leads from bar 5 to %p', (key, to) => {
  expect(barByKey(key, 5, 60)).toBe(to);
});
