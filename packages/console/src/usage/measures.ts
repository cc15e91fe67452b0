import { compact, count, usd } from '../format/numbers';
import type { Measure } from '../url/usage-place';

/** A value of a measure, in short. */
export const shortValue = (measure: Measure, value: number): string =>
  measure === 'cost' ? usd(value) : compact(value);

/** A value of a measure with its unit: `1,280 tokens`. */
export const valueWithUnit = (measure: Measure, value: number): string =>
  measure === 'cost' ? usd(value) : `${count(value)} ${measure}`;
