import type { ObservationFigures, ObservationGroup, ObservationGroups, Percentiles } from '@sluice/store/read';
import type { WindowedGroupsQuery } from '../queries/observation-groups-query';
import { withTokens } from './groups';
import { presentTime } from './times';

/** Writes groups of observations as JSON (contract: Groups of observations). */
export function presentObservationGroups(
  { groups, totalItems, percentiles, otherCalls }: ObservationGroups,
  { from, before, interval }: WindowedGroupsQuery,
): string {
  const window = { fromStartTime: presentTime(from), toStartTime: presentTime(before) };
  const meta = { totalItems, percentiles, otherCalls, ...window };
  const data = groups.map((group) => presentGroup(group, interval !== undefined));
  return `{"data":[${data.join(',')}],"meta":${JSON.stringify(meta)}}`;
}

function presentGroup(group: ObservationGroup, hasIntervals: boolean): string {
  const { value, promptVersion, from, to, intervals } = group;
  const own = { value, promptVersion, fromStartTime: presentTime(from), toStartTime: presentTime(to) };
  const each = intervals.map(({ start, ...figures }) => withFigures({ timestamp: presentTime(start) }, figures));
  const written = withFigures(own, group);
  return hasIntervals ? `${written.slice(0, -1)},"intervals":[${each.join(',')}]}` : written;
}

function withFigures(members: object, figures: ObservationFigures): string {
  const { calls, errors, traces, latency, timeToFirstToken, tokensPerSecond, totalCost } = figures;
  const numbers = {
    ...{ calls, errors, traces, latency: inSeconds(latency), timeToFirstToken: inSeconds(timeToFirstToken) },
    ...{ tokensPerSecond, totalCost },
  };
  return withTokens({ ...members, ...numbers }, figures);
}

function inSeconds(percentiles: Percentiles): object | null {
  if (percentiles === null) return null;
  const [p50, p95, p99] = percentiles.map((micros) => micros / 1e6);
  return { p50, p95, p99 };
}
