import { usd, usdDigits } from './numbers';

/**
 * Format of costs that are compared with each other: all have the digits of the one that needs the most, so `$0.0038` beside `$12.4000`.
 * @param costs in USD; null and undefined where none is known
 */
export function usdAlike(costs: readonly (number | null | undefined)[]): (value: number) => string {
  const digits = Math.max(...costs.map((cost) => usdDigits(cost ?? 0)));
  return (value) => usd(value, digits);
}
