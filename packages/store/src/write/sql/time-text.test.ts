import { parseTime } from '@sluice/record';
import fc from 'fast-check';
import { timeOf } from './time-text';

const two = (n: number): string => String(n).padStart(2, '0');

test('a time is read as any time is, whatever form Postgres gives it', () => {
  const year = fc.oneof(fc.integer({ min: 100, max: 9999 }), fc.integer({ min: 1969, max: 2200 }));
  const date = fc.tuple(year, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }));
  const clock = fc.tuple(
    fc.integer({ min: 0, max: 23 }),
    fc.integer({ min: 0, max: 59 }),
    fc.integer({ min: 0, max: 59 }),
  );
  const fraction = fc.option(fc.stringMatching(/^\d{0,5}[1-9]$/));
  const zone = fc.constantFrom('+00', '+00', '+05:30', '-03');
  fc.assert(
    fc.property(date, clock, fraction, zone, ([y, ...monthAndDay], times, part, offset) => {
      const day = [String(y).padStart(4, '0'), ...monthAndDay.map(two)].join('-');
      const text = `${day} ${times.map(two).join(':')}${part === null ? '' : `.${part}`}${offset}`;
      expect([text, timeOf(text)]).toEqual([text, parseTime(text)?.micros]);
    }),
    { numRuns: 1_000 },
  );
  expect(timeOf(null)).toBeUndefined();
});
