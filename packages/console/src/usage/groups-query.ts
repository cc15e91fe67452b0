import { read } from '../api/client';
import { filterParameter } from '../list/selection';
import type { Filter } from '../url/filters';
import type { Measure } from '../url/usage-address';
import { type Days, boundsOfDays } from './days';
import type { TopField } from './group-fields';

/** Groups that are asked for. */
const MOST = 50;

/** What the API orders groups by. */
const ORDERS = { cost: 'totalCost', tokens: 'totalTokens', traces: 'count' } as const;

/** What of groups is measured: traces that are grouped have no count of observations. */
export const ofGroups = (measure: Measure): keyof typeof ORDERS => (measure === 'observations' ? 'traces' : measure);

export const orderOf = (measure: Measure): (typeof ORDERS)[keyof typeof ORDERS] => ORDERS[ofGroups(measure)];

/** Asks for those who have the most of a measure. */
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
