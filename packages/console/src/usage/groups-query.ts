import { read } from '../api/client';
import { filterParameter } from '../list/selection';
import type { Filter } from '../url/filters';
import type { Measure } from '../url/usage-place';
import { type Days, boundsOfDays } from './days';
import type { TopField } from './tops';

/** Groups that are asked for. */
const MOST = 50;

/** What the API orders groups by. Traces that are grouped have no count of observations. */
const ORDERS = { cost: 'totalCost', tokens: 'totalTokens', observations: 'count', traces: 'count' } as const;

export const orderOf = (measure: Measure): (typeof ORDERS)[Measure] => ORDERS[measure];

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
