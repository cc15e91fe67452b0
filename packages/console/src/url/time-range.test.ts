import { rangeLabel } from '../ui/range-label';
import { boundsOf, endsNow, endsOf, rangeOf, steadyNow, stepOf } from './time-range';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const HOUR = 3_600_000;

test('a range that ends now has an open end', () => {
  expect(boundsOf('1h', NOW)).toEqual({ from: '2026-11-23T11:00:00.000Z' });
  expect(endsNow('1h')).toBe(true);
});

test('all of the time has no ends', () => {
  expect(boundsOf('all', NOW)).toEqual({});
  expect([rangeLabel('all'), endsNow('all')]).toEqual(['Any time', true]);
});

test('a range with two ends leads to them', () => {
  const range = rangeOf(NOW - HOUR, NOW);
  expect(boundsOf(range, 0)).toEqual({ from: '2026-11-23T11:00:00.000Z', to: '2026-11-23T12:00:00.000Z' });
  expect(endsOf(range)).toEqual({ fromMs: NOW - HOUR, toMs: NOW });
  expect(endsNow(range)).toBe(false);
});

test('what is no range is shown as it is, and the API says what is wrong with it', () => {
  expect([rangeLabel('soon'), endsOf('soon')]).toEqual(['soon', undefined]);
  expect(boundsOf('soon', NOW)).toEqual({ from: 'soon' });
});

test('the present moves on in steps, and is never ahead', () => {
  expect(steadyNow('1h', NOW + 59_999)).toBe(NOW);
  expect(steadyNow('1h', NOW + 60_000)).toBe(NOW + 60_000);
  expect([stepOf('15m'), stepOf('24h'), stepOf('all')]).toEqual([15_000, 24 * 60_000, 60_000]);
});
