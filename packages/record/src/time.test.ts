import fc from 'fast-check';
import { formatMicros, parseInstant, parseTime } from './time';

const micros = (text: string) => parseTime(text)?.micros;

test.each([
  ['2026-11-20T22:00:00.123456Z', 123_456],
  ['2026-11-20T22:00:00.123456789Z', 123_456],
  ['2026-11-20T22:00:00Z', 0],
  ['2026-11-20T22:00Z', 0],
  ['2026-11-20 22:00:00+00', 0],
  ['2026-11-21T00:00:00+02:00', 0],
  ['2026-11-20T20:30:00-0130', 0],
])('%s is read', (text, rest) => {
  expect(micros(text)).toBe(Date.UTC(2026, 10, 20, 22) * 1000 + rest);
});

test('without a zone a time is UTC, a bare date is its midnight', () => {
  expect(micros('2026-11-20T22:00:00')).toBe(Date.UTC(2026, 10, 20, 22) * 1000);
  expect(micros('2026-11-20')).toBe(Date.UTC(2026, 10, 20) * 1000);
});

test.each([
  '',
  'now',
  '2026',
  '2026-13-01',
  '2026-02-30',
  '2026-11-20T24:00:00Z',
  '2026-11-20T22:60:00Z',
  '1969-12-31T23:59:59Z',
  '2200-01-01',
  '0099-11-20',
  '2026-11-20T22:00:00+25:00',
  '1700000000',
  `2026-11-20T22:00:00.${'0'.repeat(30)}Z`,
])('%j is refused', (text) => {
  expect(parseTime(text)).toBeUndefined();
});

test.each([
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '0050-02-28',
  '0070-01-01',
  '1582-10-10',
  '1969-12-31T23:59:59.999Z',
  '2000-02-29',
  '2026-11-20T22:00:00.250Z',
  '2200-01-01',
  '9999-12-31T23:59:59Z',
])('%s is an instant of the proleptic calendar, of any year', (text) => {
  expect(parseInstant(text)?.micros).toBe(Date.parse(text) * 1000);
});

test.each(['1900-02-29', '2100-02-29', '0001-00-01', '10000-01-01', '-001-01-01', 'now'])('%j is no instant', (text) =>
  expect(parseInstant(text)).toBeUndefined(),
);

test.each([
  ['2026-11-20T22:00:00Z', 1000],
  ['2026-11-20T22:00:00.123Z', 1000],
  ['2026-11-20T22:00:00.1234Z', 100],
  ['2026-11-20T22:00:00.123456Z', 1],
  ['2026-11-20T22:00:00.123456789Z', 1],
])('%s is written to %d microseconds', (text, precision) => {
  expect(parseTime(text)?.precision).toBe(precision);
});

test('every time survives being formatted and parsed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(2199, 11, 31) * 1000 }), (time) => {
      expect(micros(formatMicros(time))).toBe(time);
    }),
  );
});
