import type { Answer, Parameters } from '../api/client';
import type { Filter } from '../url/filters';
import type { StepGroup } from '../url/steps-address';
import { MOST_GROUPS, selectionOfSteps } from './step-call';

export type Group = Answer<'/api/public/observations/groups'>['data'][number];
export type Interval = NonNullable<Group['intervals']>[number];

/** Column of filters that selects a group. */
export const COLUMN_OF = {
  tool: 'toolName',
  prompt: 'promptName',
  statusMessage: 'statusMessageGroup',
  ...{ model: 'model', name: 'name', type: 'type', provider: 'provider', level: 'level', userId: 'userId' },
  ...{ release: 'release', service: 'service' },
} as const satisfies Readonly<Record<StepGroup, Filter['name']>>;

/** Returns the name of a group, as the address has it: `greet v3`. */
export const nameOfGroup = ({ value, promptVersion }: Pick<Group, 'value' | 'promptVersion'>): string =>
  promptVersion === null ? value : `${value} v${promptVersion}`;

/** Returns the filters that select the steps of a group. */
export const filtersOfGroup = (by: StepGroup, { value, promptVersion }: Group): readonly Filter[] => [
  { name: COLUMN_OF[by], value },
  ...(promptVersion === null
    ? []
    : [{ name: 'promptVersion' as const, operator: 'is' as const, value: String(promptVersion) }]),
];

/** Adds filters; those of the same columns that are equal to a value are replaced. */
export const narrowed = (filters: readonly Filter[], more: readonly Filter[]): readonly Filter[] => [
  ...filters.filter(
    ({ name, operator = 'is' }) => operator !== 'is' || !more.some((each) => each.name === name && name !== 'tags'),
  ),
  ...more,
];

/** Columns of groups that the API orders, the most first. */
const ORDERS: Readonly<Record<string, string>> = {
  ...{ calls: 'calls', errors: 'errors', p95: 'latencyP95', firstToken: 'timeToFirstTokenP95' },
  ...{ totalCost: 'totalCost', totalTokens: 'totalTokens' },
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
const VALUES: Readonly<Record<string, (group: Group) => number | string | null | undefined>> = {
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
    const [a, b] = [valueOf(one) ?? null, valueOf(other) ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return a === b ? 0 : sign * (a < b ? -1 : 1);
  });
}
