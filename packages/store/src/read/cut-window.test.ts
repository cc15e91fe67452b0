import fc from 'fast-check';
import { cutWindow } from './cut-window';
import type { TimeWindow } from './trace';

const HOUR = 3_600_000_000;
const DAY = 86_400_000_000;

const isIn = ({ from, before }: TimeWindow, time: number): boolean =>
  (from === undefined || time >= from) && (before === undefined || time < before);

describe.each([
  ['hours', HOUR],
  ['days', DAY],
])('%s', (_, width) => {
  const times = fc.integer({ min: 0, max: 10 * width }).map((time) => (time % 3 === 0 ? time - (time % width) : time));
  const windows = fc.record({ from: times, before: times }, { requiredKeys: [] });

  it('cuts a window into whole ones and edges that make it up exactly', () => {
    fc.assert(
      fc.property(windows, times, (window, time) => {
        const { whole, edges } = cutWindow(window, width);
        const inWhole =
          whole !== undefined &&
          isIn(
            {
              ...(whole.first !== undefined && { from: whole.first * width }),
              ...(whole.end !== undefined && { before: whole.end * width }),
            },
            time,
          );
        const hits = [inWhole, ...edges.map((edge) => isIn(edge, time))].filter(Boolean).length;
        expect(hits).toBe(isIn(window, time) ? 1 : 0);
      }),
    );
  });

  it('has no edges where the window begins and ends with one', () => {
    expect(cutWindow({ from: 3 * width, before: 5 * width }, width)).toEqual({
      whole: { first: 3, end: 5 },
      edges: [],
    });
    expect(cutWindow({}, width)).toEqual({ whole: {}, edges: [] });
  });

  it('has nothing but edges where no whole one lies in the window', () => {
    const window = { from: 3 * width + 1, before: 4 * width - 1 };
    expect(cutWindow(window, width)).toEqual({ whole: undefined, edges: [window] });
    expect(cutWindow({ from: 3 * width, before: 3 * width }, width)).toEqual({ whole: undefined, edges: [] });
  });
});
