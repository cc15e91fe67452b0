import { usd } from './numbers';

const DIGITS = 4;
const LEAST = 10 ** -DIGITS;

/**
 * Formats USD with the decimals of a cost column: `$12.4000`, `$0.0095`; `<$0.0001` below the last decimal.
 * @param isLeast whether the cost may be larger: `≥$0.0095`
 */
export function usdInColumn(value: number, isLeast = false): string {
  if (value > 0 && value < LEAST && !isLeast) return `<${usd(LEAST, DIGITS)}`;
  return `${isLeast ? '≥' : ''}${usd(value, DIGITS)}`;
}
