import fc from 'fast-check';
import type { TimeWindow } from './trace';
import { dateOf, splitWindow } from './whole-days';

const DAY = 86_400_000_000;

const isIn = ({ from, before }: TimeWindow, time: number): boolean =>
  (from === undefined || time >= from) && (before === undefined || time < before);

const times = fc.integer({ min: 0, max: 10 * DAY }).map((time) => (time % 3 === 0 ? time - (time % DAY) : time));
const windows = fc.record({ from: times, before: times }, { requiredKeys: [] });

it('cuts a window into whole days and edges that make it up exactly', () => {
  fc.assert(
    fc.property(windows, times, (window, time) => {
      const { days, edges } = splitWindow(window);
      const inDays =
        days !== undefined &&
        isIn(
          {
            ...(days.first !== undefined && { from: days.first * DAY }),
            ...(days.end !== undefined && { before: days.end * DAY }),
          },
          time,
        );
      const hits = [inDays, ...edges.map((edge) => isIn(edge, time))].filter(Boolean).length;
      expect(hits).toBe(isIn(window, time) ? 1 : 0);
    }),
  );
});

it('has no edges where the window begins and ends at midnight', () => {
  expect(splitWindow({ from: 3 * DAY, before: 5 * DAY })).toEqual({ days: { first: 3, end: 5 }, edges: [] });
  expect(splitWindow({})).toEqual({ days: {}, edges: [] });
});

it('writes days as dates', () => {
  expect(dateOf(0)).toBe('1970-01-01');
  expect(dateOf(20_777)).toBe('2026-11-20');
});
