import type { QueryOf } from '@sluice/api';
import { DAY_MICROS, HOUR_MICROS, type Micros } from '@sluice/record';
import type { ObservationGroupsQuery } from '@sluice/store/read';
import { observationSelection } from './observation-list-query';

const INTERVALS = { hour: HOUR_MICROS, day: DAY_MICROS };

/** Groups of observations in a window. */
export type WindowedGroupsQuery = ObservationGroupsQuery & { readonly from: Micros; readonly before: Micros };

/** Query of groups of observations; by default of the last day. @throws ApiError 400 */
export function observationGroupsQuery(parameters: QueryOf<'listObservationGroups'>, now: Micros): WindowedGroupsQuery {
  const { by, orderBy, limit, interval } = parameters;
  const {
    conditions,
    before = now - (now % HOUR_MICROS) + HOUR_MICROS,
    from = before - DAY_MICROS,
  } = observationSelection(parameters);
  return { by, orderBy, limit, conditions, from, before, ...(interval && { interval: INTERVALS[interval] }) };
}
