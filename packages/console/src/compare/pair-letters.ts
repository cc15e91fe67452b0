import { countDelta, durationDelta, percentDelta, usdDelta } from '../format/deltas';
import { duration } from '../format/numbers';
import { usdInColumn } from '../format/format-usd-column';
import { type Aligned, figuresOfPair, sidesOf } from './shown-pairs';

/** Characters of the longest number in each column of a comparison; 0 for an empty column. */
export interface PairLetters {
  readonly before: number;
  readonly after: number;
  readonly time: number;
  /** Percentage of the total time, including the space before it. */
  readonly share: number;
  readonly tokens: number;
  readonly cost: number;
}

export function pairLetters(aligned: Aligned): PairLetters {
  let [before, after, time, share, tokens, cost] = [0, 0, 0, 0, 0, 0];
  for (const pair of aligned.rows.left.keys()) {
    const [from, to] = figuresOfPair(aligned, pair);
    const [isBefore, isAfter] = sidesOf(aligned, pair).map((side) => side !== undefined);
    if (isBefore === true) before = Math.max(before, timeText(from.ms).length);
    if (isAfter === true) after = Math.max(after, timeText(to.ms).length);
    time = Math.max(time, durationDelta(from.ms, to.ms).length);
    share = Math.max(share, 1 + percentDelta(from.ms, to.ms).length);
    tokens = Math.max(tokens, Math.abs((to.tokens ?? 0) - (from.tokens ?? 0)));
    cost = Math.max(cost, Math.abs((to.cost ?? 0) - (from.cost ?? 0)));
  }
  // The largest difference has the most characters; `<$0.0001` fits the least width of the column.
  return {
    before,
    after,
    time,
    share,
    tokens: countDelta(0, tokens).length,
    cost: usdDelta(0, cost, usdInColumn).length,
  };
}

/** Formats the duration of a step. @param ms null without an end */
export const timeText = (ms: number | null): string => (ms === null ? 'no end yet' : duration(ms));
