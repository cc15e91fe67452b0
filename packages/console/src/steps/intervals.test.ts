import { slotsOf, widthOf } from './intervals';
import type { Interval } from './step-group';

const HOUR = 3_600_000;
const at = (hour: number): Interval => ({
  timestamp: new Date(hour * HOUR).toISOString(),
  ...{ calls: hour, errors: 0, traces: 1, latency: null, timeToFirstToken: null, tokensPerSecond: null },
  ...{ totalCost: 0, inputTokens: 0, outputTokens: 0, totalTokens: 0 },
});

test('a day or two have bars for each hour, a longer range for each day, and weeks can have hours', () => {
  const days = (count: number) => count * 24 * HOUR;
  expect([days(1), days(2), days(7), days(90)].map((span) => widthOf('auto', span))).toEqual([
    ...['hour', 'hour', 'day', 'day'],
  ]);
  expect([days(1), days(7), days(90)].map((span) => widthOf('hour', span))).toEqual(['hour', 'hour', 'day']);
  expect(widthOf('day', days(1))).toBe('day');
});

test('an hour without steps has a bar of its own, and the first and the last hour are whole', () => {
  const slots = slotsOf([at(11), at(13)], 'hour', 10.5 * HOUR, 13.5 * HOUR);
  expect(slots.map(({ startMs, figures }) => [startMs / HOUR, figures?.calls])).toEqual([
    [10, undefined],
    [11, 11],
    [12, undefined],
    [13, 13],
  ]);
});

test('of too many bars the last are shown', () => {
  const slots = slotsOf([at(1), at(10_000)], 'hour', 0, 10_001 * HOUR);
  expect([slots.length, slots[0]?.startMs, slots.at(-1)?.figures?.calls]).toEqual([400, 9601 * HOUR, 10_000]);
});
