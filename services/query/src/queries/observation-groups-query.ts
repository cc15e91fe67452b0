import { type QueryOf, invalid } from '@sluice/api';
import { ANSWER_LIMITS, DAY_MICROS, HOUR_MICROS, type Micros, TIME_BEGIN } from '@sluice/record';
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
    from = Math.max(TIME_BEGIN, before - DAY_MICROS),
  } = observationSelection(parameters);
  const query = { by, orderBy, limit, conditions, from, before };
  if (interval === undefined) return query;
  assertFewIntervals(query, interval);
  return { ...query, interval: INTERVALS[interval] };
}

/** @throws ApiError 400 if the intervals of all groups may exceed the limit of an answer */
function assertFewIntervals({ from, before, limit }: WindowedGroupsQuery, interval: keyof typeof INTERVALS): void {
  const width = INTERVALS[interval];
  const intervals = Math.ceil(before / width) - Math.floor(from / width);
  const most = ANSWER_LIMITS.groupIntervals;
  if (limit * intervals <= most) return;
  throw invalid(
    'interval',
    `at most ${most} intervals of all groups, and limit ${limit} times the ${intervals} ${interval}s of the window are more: reduce limit or the window`,
    interval,
  );
}
