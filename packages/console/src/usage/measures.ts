import { compact, count, usd } from '../format/numbers';
import type { Measure } from '../url/usage-address';

/** Formats a value of a measure briefly. */
export const shortValue = (measure: Measure, value: number): string =>
  measure === 'cost' ? usd(value) : compact(value);

/** Formats a value of a measure with its unit: `1,280 tokens`. */
export const valueWithUnit = (measure: Measure, value: number): string =>
  measure === 'cost' ? usd(value) : `${count(value)} ${measure}`;

/** Returns the share of a value in a total, 0 to 1; undefined for an unknown cost, which the API returns as 0. */
export function shareOf(measure: Measure, value: number, all: number): number | undefined {
  if (measure === 'cost' && value === 0) return undefined;
  return all === 0 ? 0 : Math.min(1, value / all);
}
