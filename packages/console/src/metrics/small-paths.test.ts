import { pathsOf } from './small-paths';

const FRAME = { from: 100, to: 200, min: 0, max: 10, width: 102, height: 22 };

test('a line goes from left to right, the greatest value at the top', () => {
  expect(pathsOf([100, 150, 200], [0, 10, 5], FRAME)).toEqual(['M1.0 21.0L51.0 1.0L101.0 11.0']);
});

test('a gap parts it, a value that another series lacks does not, and a value alone is a dash', () => {
  const values = [0, undefined, 10, null, 5, null];
  expect(pathsOf([100, 110, 120, 130, 140, 150], values, FRAME)).toEqual(['M1.0 21.0L21.0 1.0', 'M41.0 11.0h2']);
});

test('values that are all the same are in the middle, and the largest ones have a place', () => {
  expect(pathsOf([150], [3], { ...FRAME, min: 3, max: 3 })).toEqual(['M51.0 11.0h2']);
  const [min, max] = [-Number.MAX_VALUE, Number.MAX_VALUE];
  expect(pathsOf([100, 200], [min, max], { ...FRAME, min, max })).toEqual(['M1.0 21.0L101.0 1.0']);
});

test('a bucket that begins before the time is at its edge', () => {
  expect(pathsOf([90], [0], FRAME)).toEqual(['M1.0 21.0h2']);
  expect(pathsOf([], [], FRAME)).toEqual([]);
});
