import { rangeLabel } from '../ui/range-label';
import { boundsOf, endsOf, rangeOf, steadyNow, stepOf } from './time-bounds';
import { endsNow } from './time-range';

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

test('days are whole days of UTC on every page', () => {
  expect(boundsOf('week', NOW)).toEqual({ from: '2026-11-23T00:00:00.000Z' });
  expect(boundsOf('last-month', NOW)).toEqual({ from: '2026-10-01T00:00:00.000Z', to: '2026-10-31T23:59:59.999Z' });
  expect(boundsOf('365d', NOW)).toEqual({ from: '2025-11-24T00:00:00.000Z' });
  expect(boundsOf('2026-11-01/2026-11-02', NOW)).toEqual({ from: '2026-11-01', to: '2026-11-02T23:59:59.999Z' });
  expect(['week', 'last-week', '2026-11-01/2026-11-02'].map((range) => endsNow(range))).toEqual([true, false, false]);
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
