import { read } from '../api/client';
import { filterParameter } from '../list/selection';
import type { Filter } from '../url/filters';
import type { Measure } from '../url/usage-address';
import type { Days } from '../url/calendar';
import { boundsOfDays } from './days';
import type { TopField } from './group-fields';

/** Number of groups that are requested. */
const MOST = 50;

/** Orders of groups, as in the API. */
const ORDERS = { cost: 'totalCost', tokens: 'totalTokens', traces: 'count' } as const;

/** Returns the measure of groups: they have no count of observations, so traces are counted instead. */
export const ofGroups = (measure: Measure): keyof typeof ORDERS => (measure === 'observations' ? 'traces' : measure);

export const orderOf = (measure: Measure): (typeof ORDERS)[keyof typeof ORDERS] => ORDERS[ofGroups(measure)];

/** Queries the groups with the highest values of a measure. */
export function groupsQuery(field: TopField, days: Days, filters: readonly Filter[], measure: Measure) {
  const orderBy = orderOf(measure);
  return {
    queryKey: ['groups', field, days, filters, orderBy],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      read('/api/public/traces/groups', {
        query: { by: field, orderBy, limit: MOST, ...boundsOfDays(days), filter: filterParameter(filters) },
        signal,
      }),
  };
}
