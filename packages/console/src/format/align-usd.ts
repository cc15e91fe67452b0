import { usd, usdDigits } from './numbers';

/**
 * Returns the format of costs that are compared: all have the decimals of the cost that needs most, so `$0.0038` next to `$12.4000`.
 * @param costs in USD; null and undefined if unknown
 */
export function usdAlike(costs: readonly (number | null | undefined)[]): (value: number) => string {
  const digits = Math.max(...costs.map((cost) => usdDigits(cost ?? 0)));
  return (value) => usd(value, digits);
}
