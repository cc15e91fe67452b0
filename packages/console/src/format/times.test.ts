import fc from 'fast-check';
import { age, axisTime, fieldTime, fullTime, readFieldTime, spanText } from './times';

const NOON = Date.parse('2026-11-23T12:00:00Z');
const at = (time: string): number => Date.parse(`2026-11-${time}Z`);

test.each([
  [0, 'now'],
  [42_000, '42 s'],
  [59_999, '59 s'],
  [180_000, '3 m'],
  [5 * 3_600_000, '5 h'],
  [50 * 3_600_000, '2 d'],
  [-60_000, 'now'],
])('%p ms ago is %s', (ms, text) => {
  expect(age(new Date(NOON - ms).toISOString(), NOON)).toBe(text);
});

test('a full time has milliseconds and the zone', () => {
  expect(fullTime('2026-11-23T12:00:00.007Z', 'utc')).toBe('23 Nov 2026, 12:00:00.007 UTC');
});

test('what is no time is shown as it is', () => {
  expect(fullTime('yesterday', 'utc')).toBe('yesterday');
});

test.each([
  [60_000, '12:00:00'],
  [3_600_000, '12:00'],
  [7 * 86_400_000, '23 Nov 12:00'],
  [30 * 86_400_000, '23 Nov'],
])('a tick of an axis of %p ms is %s', (span, text) => {
  expect(axisTime(NOON, span, 'utc')).toBe(text);
});

test.each([
  ['23T14:00:00', '23T15:24:00', '23 Nov 14:00 – 15:24'],
  ['23T22:00:00', '24T02:00:00', '23 Nov 22:00 – 24 Nov 02:00'],
  ['23T22:00:05', '23T22:00:09', '23 Nov 22:00:05 – 22:00:09'],
])('from %s to %s', (from, to, text) => {
  expect(spanText(at(from), at(to), 'utc')).toBe(text);
});

test('a field gives back the second that was put into it', () => {
  const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
  fc.assert(
    fc.property(seconds, (second) => expect(readFieldTime(fieldTime(second * 1000, 'utc'), 'utc')).toBe(second * 1000)),
  );
  expect(readFieldTime(fieldTime(NOON, 'local'), 'local')).toBe(NOON);
  expect(readFieldTime('', 'local')).toBeUndefined();
});
