import { axisTimes } from './axis-times';

test('an axis of days has days, of parts of days the time as well', () => {
  const day = Date.UTC(2026, 10, 23) / 1000;
  expect(axisTimes([day, day + 86_400], 7 * 86_400, 'utc')).toEqual(['23 Nov', '24 Nov']);
  expect(axisTimes([day, day + 43_200], 3 * 86_400, 'utc')).toEqual(['23 Nov 00:00', '23 Nov 12:00']);
  expect(axisTimes([day], 3600, 'utc')).toEqual(['00:00']);
});
