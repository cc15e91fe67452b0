import { compact, duration } from '../format/numbers';
import { usdInColumn } from '../format/format-usd-column';
import type { TraceData } from './trace-data';

/** Width of the waterfall in pixels below which a column is hidden, to leave room for names and bars. */
const TOKENS_FROM = 680;
const COST_FROM = 440;
/** Least column widths in characters: `88.4K` and its heading, `<$0.0001`, `41.2 s`. */
const LEAST_TOKENS = 6;
const LEAST_COST = 8;
const LEAST_TIME = 7;
/** Milliseconds of an hour, and the characters of the longest duration below it: `59 m 59 s`. */
const HOUR = 3_600_000;
const LEAST_HOUR = 9;

/** Columns of numbers that the rows have, and their widths. */
export interface Columns {
  readonly hasTokens: boolean;
  readonly hasCost: boolean;
  /** Value of `grid-template-columns`. */
  readonly widths: string;
}

/**
 * Computes the columns of a waterfall, wide enough that no number is cut; columns without values are omitted.
 * @param width of the waterfall in pixels
 * @param names share of the names in that width, in percent
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
