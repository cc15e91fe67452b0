import { compact, duration } from '../format/numbers';
import { usdInColumn } from '../format/format-usd-column';
import type { TraceData } from './trace-data';

/** Pixels of the waterfall below which a column gives its place to names and bars. */
const TOKENS_FROM = 680;
const COST_FROM = 440;
/** Letters of `88.4K` and the head above it, of `<$0.0001`, of `41.2 s`. */
const LEAST_TOKENS = 6;
const LEAST_COST = 8;
const LEAST_TIME = 7;
/** An hour in milliseconds, and the letters of the longest time below it: `59 m 59 s`. */
const HOUR = 3_600_000;
const LEAST_HOUR = 9;

/** Which numbers the rows have, and how wide all their columns are. */
export interface Columns {
  readonly hasTokens: boolean;
  readonly hasCost: boolean;
  /** For `grid-template-columns`. */
  readonly widths: string;
}

/**
 * The columns of a waterfall: no number is cut, and none takes room that a trace does not need.
 * @param width of the waterfall in pixels
 * @param names their share of it in percent
 */
export function columnsOf({ tree, sums }: TraceData, width: number, names: number): Columns {
  let [tokens, calls, dearest, unpriced] = [0, 0, 0, 0];
  for (let row = 0; row < tree.parent.length; row += 1) {
    if (tree.parent[row] !== -1) continue;
    tokens += sums.tokens[row] ?? 0;
    calls += sums.calls[row] ?? 0;
    unpriced += sums.unpriced[row] ?? 0;
    dearest = Math.max(dearest, sums.cost[row] ?? 0);
  }
  const hasTokens = tokens > 0 && width >= TOKENS_FROM;
  const hasCost = (calls > 0 || dearest > 0) && width >= COST_FROM;
  const numbers = [
    ...(hasTokens ? [Math.max(LEAST_TOKENS, compact(tokens).length)] : []),
    ...(hasCost ? [Math.max(LEAST_COST, usdInColumn(dearest, unpriced > 0).length)] : []),
    Math.max(tree.span < HOUR ? LEAST_TIME : LEAST_HOUR, duration(tree.span).length),
  ].map((each) => `calc(${each}ch + 8px)`);
  const rest = width < COST_FROM ? 'minmax(0, 3fr) minmax(0, 2fr)' : `calc(${names}% - 12px) minmax(0, 1fr)`;
  return { hasTokens, hasCost, widths: `${rest} ${numbers.join(' ')}` };
}
