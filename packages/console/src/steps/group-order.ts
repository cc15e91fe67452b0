import type { Parameters } from '../api/client';
import type { Filter } from '../url/filters';
import type { StepGroup } from '../url/steps-address';
import { costOfCall, growthOfCall } from './cost-of-call';
import { MOST_GROUPS, selectionOfSteps } from './step-call';
import { type Group, nameOfGroup } from './step-group';

/** Columns of groups that the API orders, the most first. */
const ORDERS: Readonly<Record<string, string>> = {
  ...{ calls: 'calls', errors: 'errors', p95: 'latencyP95', firstToken: 'timeToFirstTokenP95' },
  ...{ totalCost: 'totalCost', totalTokens: 'totalTokens', callCost: 'totalCost', change: 'totalCost' },
};

/** Returns the order of the API that has the first groups of an order; otherwise the groups with the most calls are read. */
export function orderOfGroups(sort: string): string {
  const [column = '', direction] = sort.split('.');
  return (direction === 'desc' ? ORDERS[column] : undefined) ?? 'calls';
}

/** Builds the parameters of the request for groups. */
export const groupsCall = (by: StepGroup, range: string, filters: readonly Filter[], sort: string): Parameters => ({
  ...{ by, orderBy: orderOfGroups(sort), limit: MOST_GROUPS },
  ...selectionOfSteps(range, filters),
});

/** Values by which groups are ordered, by column. A group without a value is last. */
const VALUES: Readonly<Record<string, (group: Group, all: readonly Group[]) => number | string | null | undefined>> = {
  value: nameOfGroup,
  calls: ({ calls }) => calls,
  errors: ({ errors }) => errors,
  traces: ({ traces }) => traces,
  p50: ({ latency }) => latency?.p50,
  p95: ({ latency }) => latency?.p95,
  p99: ({ latency }) => latency?.p99,
  firstToken: ({ timeToFirstToken }) => timeToFirstToken?.p95,
  speed: ({ tokensPerSecond }) => tokensPerSecond,
  totalTokens: ({ totalTokens }) => totalTokens,
  totalCost: ({ totalCost }) => totalCost,
  callCost: costOfCall,
  change: growthOfCall,
  first: ({ fromStartTime }) => fromStartTime,
  last: ({ toStartTime }) => toStartTime,
};

/** Orders groups as `latency.desc` does; equal ones stay in the order of the API. */
export function sortGroups(groups: readonly Group[], sort: string): readonly Group[] {
  const [column = '', direction] = sort.split('.');
  const valueOf = VALUES[column];
  if (valueOf === undefined) return groups;
  const sign = direction === 'asc' ? 1 : -1;
  return groups.toSorted((one, other) => {
    const [a, b] = [valueOf(one, groups) ?? null, valueOf(other, groups) ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return a === b ? 0 : sign * (a < b ? -1 : 1);
  });
}
