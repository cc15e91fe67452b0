import { compact, count, usd } from '../format/numbers';
import type { Measure } from '../url/usage-address';

/** A value of a measure, in short. */
export const shortValue = (measure: Measure, value: number): string =>
  measure === 'cost' ? usd(value) : compact(value);

/** A value of a measure with its unit: `1,280 tokens`. */
export const valueWithUnit = (measure: Measure, value: number): string =>
  measure === 'cost' ? usd(value) : `${count(value)} ${measure}`;

/** The share of a value in all, 0 to 1; undefined of a cost that nobody knows: the API says 0 of it. */
export function shareOf(measure: Measure, value: number, all: number): number | undefined {
  if (measure === 'cost' && value === 0) return undefined;
  return all === 0 ? 0 : Math.min(1, value / all);
}
