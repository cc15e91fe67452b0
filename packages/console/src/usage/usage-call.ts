import type { Parameters } from '../api/client';
import { filterParameter } from '../list/selection';
import type { Filter } from '../url/filters';
import type { Days } from '../url/calendar';
import { boundsOfDays } from './days';

/** Most days that the API returns in one request. */
export const MAX_DAYS = 1_000;

/** Builds the parameters of the request for daily figures. */
export const usageCall = (days: Days, filters: readonly Filter[]): Parameters => ({
  ...boundsOfDays(days),
  filter: filterParameter(filters),
  limit: MAX_DAYS,
});
