import { count, usd } from '../format/numbers';
import { usdInColumn } from '../format/format-usd-column';
import type { Sums } from './sums';

/** Cost of a row and its descendants as text, and its tooltip. */
export interface ShownCost {
  readonly text: string;
  readonly title: string;
}

/**
 * Formats the cost of a row, by default for a column.
 * @returns undefined if the row has no model call and no cost
 */
export function costOf({ cost, calls, unpriced }: Sums, row: number, format = usdInColumn): ShownCost | undefined {
  return shownCost(cost[row] ?? 0, calls[row] ?? 0, unpriced[row] ?? 0, format);
}

/**
 * @param unpriced number of calls whose cost is unknown (not zero)
 * @param format of the text; the title has all significant digits
 */
export function shownCost(
  dollars: number,
  calls: number,
  unpriced: number,
  format: (value: number, isLeast: boolean) => string = usdOrMore,
): ShownCost | undefined {
  if (dollars === 0 && calls === 0) return undefined;
  const without = `${count(unpriced)} of ${count(calls)} model ${calls === 1 ? 'call' : 'calls'}`;
  if (unpriced === 0) return { text: format(dollars, false), title: `${usd(dollars)}, all below included` };
  if (dollars === 0) return { text: '—', title: `Unknown: no cost was sent, and no price is known, for ${without}` };
  return { text: format(dollars, true), title: `At least ${usd(dollars)}: no price is known for ${without}` };
}

export const usdOrMore = (dollars: number, isLeast = false): string => `${isLeast ? '≥' : ''}${usd(dollars)}`;
