import { duration, usd } from '../format/numbers';
import type { TraceData } from './trace-data';

/** Pixels of the waterfall below which a column gives its place to names and bars. */
const TOKENS_FROM = 680;
const COST_FROM = 440;
/** Letters of `88.4K` and the head above it, of `$0.0038`, of `41.2 s`. */
const TOKENS = 6;
const LEAST_COST = 7;
const LEAST_TIME = 7;
/** Longer ones are those of prices that nobody has. */
const MOST_COST = 15;

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
  let [tokens, calls, dearest, cheapest, unpriced] = [0, 0, 0, Infinity, 0];
  for (let row = 0; row < tree.parent.length; row += 1) {
    const cost = sums.cost[row] ?? 0;
    if (cost > 0) cheapest = Math.min(cheapest, cost);
    if (tree.parent[row] !== -1) continue;
    tokens += sums.tokens[row] ?? 0;
    calls += sums.calls[row] ?? 0;
    unpriced += sums.unpriced[row] ?? 0;
    dearest = Math.max(dearest, cost);
  }
  const hasTokens = tokens > 0 && width >= TOKENS_FROM;
  const hasCost = (calls > 0 || dearest > 0) && width >= COST_FROM;
  const letters = Math.max(LEAST_COST, usd(dearest).length, cheapest < Infinity ? usd(cheapest).length : 0);
  const cost = Math.min(MOST_COST, letters + (unpriced > 0 ? 1 : 0));
  const numbers = [
    ...(hasTokens ? [TOKENS] : []),
    ...(hasCost ? [cost] : []),
    Math.max(LEAST_TIME, duration(tree.span).length),
  ].map((each) => `calc(${each}ch + 8px)`);
  const rest = width < COST_FROM ? 'minmax(0, 3fr) minmax(0, 2fr)' : `calc(${names}% - 12px) minmax(0, 1fr)`;
  return { hasTokens, hasCost, widths: `${rest} ${numbers.join(' ')}` };
}
