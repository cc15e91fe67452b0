import type { Parameters } from '../api/client';
import { filterParameter } from '../list/selection';
import type { Filter } from '../url/filters';
import { type Days, boundsOfDays } from './days';

/** As many days as the API answers at once. */
export const MOST_DAYS = 1_000;

/** What the daily figures are asked by. */
export const usageCall = (days: Days, filters: readonly Filter[]): Parameters => ({
  ...boundsOfDays(days),
  filter: filterParameter(filters),
  limit: MOST_DAYS,
});
