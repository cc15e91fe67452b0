import { usualIngestThreads } from './usual-threads';

const GIB = 2 ** 30;

it.each([
  [1, 16 * GIB, 0],
  [3, 16 * GIB, 0],
  [4, 16 * GIB, 2],
  [64, 16 * GIB, 2],
  [4, GIB, 2],
  [4, GIB - 1, 0],
])('of %d cores and %d bytes of memory are %d', (cores, bytes, expected) => {
  expect(usualIngestThreads(cores, bytes)).toBe(expected);
});
