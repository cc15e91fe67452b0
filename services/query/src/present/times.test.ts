import { TIME_END } from '@sluice/record';
import fc from 'fast-check';
import { presentTime } from './times';

const micros = fc.integer({ min: 0, max: TIME_END - 1 });

it('gives the milliseconds that a time lies in, whatever was asked before', () => {
  fc.assert(
    fc.property(fc.array(micros), (times) => {
      for (const time of times) expect(presentTime(time)).toBe(new Date(Math.floor(time / 1000)).toISOString());
    }),
  );
  expect([0, 999, 86_399_999_999, 86_400_000_000, -1].map(presentTime)).toEqual([
    '1970-01-01T00:00:00.000Z',
    '1970-01-01T00:00:00.000Z',
    '1970-01-01T23:59:59.999Z',
    '1970-01-02T00:00:00.000Z',
    '1969-12-31T23:59:59.999Z',
  ]);
});
