import { rangeLabel } from '../ui/range-label';
import { boundsBefore, boundsOfDays, daysBefore, daysOf, dayTitle, eachDay } from './days';

const NOW = Date.parse('2026-03-01T00:30:00.000Z');

test.each([
  ['1d', '2026-03-01', '2026-03-01'],
  ['7d', '2026-02-23', '2026-03-01'],
  ['week', '2026-02-23', '2026-03-01'],
  ['last-week', '2026-02-16', '2026-02-22'],
  ['month', '2026-03-01', '2026-03-01'],
  ['last-month', '2026-02-01', '2026-02-28'],
  ['2026-01-30/2026-02-02', '2026-01-30', '2026-02-02'],
  ['2026-02-02/2026-01-30', '2026-01-30', '2026-02-02'],
  ['2026-02-27T23:00:00.000Z/2026-02-28T01:00:00.000Z', '2026-02-27', '2026-02-28'],
  ['2026-02-27', '2026-02-27', '2026-03-01'],
  ['all', '2023-06-06', '2026-03-01'],
  ['15m', '2026-03-01', '2026-03-01'],
  ['24h', '2026-02-28', '2026-03-01'],
])('%s on the first of March', (range, from, to) => {
  expect(daysOf(range, NOW)).toEqual({ from, to });
});

test('days are asked for from their first to their last millisecond', () => {
  expect(boundsOfDays({ from: '2026-02-28', to: '2026-03-01' })).toEqual({
    fromTimestamp: '2026-02-28T00:00:00.000Z',
    toTimestamp: '2026-03-01T23:59:59.999Z',
  });
});

test('every day is there, of too many the last ones', () => {
  expect(eachDay({ from: '2026-02-27', to: '2026-03-01' }, 100)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(eachDay({ from: '0001-01-01', to: '2026-03-01' }, 2)).toEqual(['2026-02-28', '2026-03-01']);
});

test('a range is called by its words, or by its days', () => {
  expect([rangeLabel('7d'), rangeLabel('2026-01-30/2026-02-02')]).toEqual(['Last 7 days', '2026-01-30 to 2026-02-02']);
});

test.each([
  ['7d', '2026-11-24', '2026-11-11', '2026-11-17'],
  ['1d', '2026-11-24', '2026-11-23', '2026-11-23'],
  ['week', '2026-11-24', '2026-11-16', '2026-11-17'],
  ['last-week', '2026-11-24', '2026-11-09', '2026-11-15'],
  ['month', '2026-11-24', '2026-10-01', '2026-10-24'],
  ['month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last-month', '2026-03-31', '2026-01-01', '2026-01-31'],
  ['2026-03-01/2026-03-02', '2026-03-31', '2026-02-27', '2026-02-28'],
])('%s on %s is compared with %s to %s', (range, today, from, to) => {
  expect(daysBefore(range, daysOf(range, Date.parse(today)))).toEqual({ from, to });
});

test('a day that is not over is compared with as much of the other one', () => {
  const before = { from: '2026-02-27', to: '2026-02-28' };
  const fromTimestamp = '2026-02-27T00:00:00.000Z';
  expect(boundsBefore(before, { from: '2026-02-28', to: '2026-03-01' }, NOW)).toEqual({
    fromTimestamp,
    toTimestamp: '2026-02-28T00:30:00.000Z',
  });
  expect(boundsBefore(before, { from: '2026-02-27', to: '2026-02-28' }, NOW)).toEqual(boundsOfDays(before));
});

test('the day of the week is said', () => {
  expect(dayTitle('2026-11-24')).toBe('Tue 2026-11-24');
});
