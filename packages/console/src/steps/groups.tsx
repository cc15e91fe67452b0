import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../api/client';
import { count } from '../format/numbers';
import { StateLine } from '../ui/state-line';
import { SCROLLS } from '../ui/use-visibility';
import type { Filter } from '../url/filters';
import { Link } from '../url/link';
import type { GroupsAddress, StepGroup } from '../url/steps-address';
import { GroupChart } from './group-chart';
import { GroupTable } from './group-table';
import styles from './groups.module.css';
import { NoSteps } from './no-steps';
import { type Group, filtersOfGroup, nameOfGroup, narrowed } from './step-group';
import { groupsCall, orderOfGroups, sortGroups } from './group-order';
import { stepsWith } from './steps-with';
import { tracesWith } from './traces-with';

interface GroupsProps {
  readonly address: GroupsAddress;
  readonly by: StepGroup;
  /** Filters of the steps. */
  readonly filters: readonly Filter[];
  /** Whether the steps are failures. */
  readonly isOfFailures: boolean;
  readonly onAddress: (to: Partial<GroupsAddress>) => void;
  /** Builds what is shown between the chart of a group and the table. */
  readonly detailsOf?: (group: Group) => ReactNode;
}

/** Groups of steps: the chart of one, and the figures of all. */
export function Groups({ address, by, filters, isOfFailures, onAddress, detailsOf }: GroupsProps) {
  const { range, sort } = address;
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['step-groups', by, range, filters, orderOfGroups(sort)],
    queryFn: ({ signal }) =>
      read('/api/public/observations/groups', { query: groupsCall(by, range, filters, sort), signal }),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return error !== null && <StateLine error={error} again={() => refetch()} />;
  const groups = sortGroups(data.data, sort);
  const chosen = groups.find((group) => nameOfGroup(group) === address.group) ?? groups[0];
  if (chosen === undefined) return <NoSteps by={by} {...{ range, filters, isOfFailures }} onAddress={onAddress} />;
  const filtersOf = (group: Group) => narrowed(filters, filtersOfGroup(by, group));
  const stepsOf = (group: Group) => stepsWith(range, filtersOf(group));
  const tracesOf = (group: Group) => tracesWith(range, filtersOf(group));
  return (
    <div
      className={styles.groups}
      data-stale={isPlaceholderData}
      role="region"
      aria-label="Groups"
      tabIndex={0}
      {...SCROLLS}
    >
      {error !== null && <StateLine error={error} again={() => refetch()} />}
      <GroupChart {...{ address, by, filters, onAddress }} group={chosen} isOfCalls={isOfFailures}>
        <Link to={stepsOf(chosen)}>{chosen.calls === 1 ? 'Its step' : `Its ${count(chosen.calls)} steps`}</Link>
      </GroupChart>
      {detailsOf?.(chosen)}
      <GroupTable
        {...{ by, groups, chosen, sort, isOfFailures, stepsOf, tracesOf }}
        onSort={(to) => onAddress({ sort: to })}
        onChoose={(group) => onAddress({ group: nameOfGroup(group) })}
      />
      {data.meta.totalItems > data.data.length && (
        <p className="secondary">
          {count(data.data.length)} of {count(data.meta.totalItems)} groups: those with the most{' '}
          {MOST[orderOfGroups(sort)]}. Add a filter to see others.
        </p>
      )}
    </div>
  );
}

/** Words for the orders of the API. */
const MOST: Readonly<Record<string, string>> = {
  calls: 'calls',
  errors: 'errors',
  latencyP95: 'latency',
  timeToFirstTokenP95: 'time to the first token',
  totalCost: 'cost',
  totalTokens: 'tokens',
};
