import type { ReactNode } from 'react';
import { compact, count, duration } from '../format/numbers';
import { Age } from '../ui/age';
import { ColumnCost } from '../ui/column-cost';
import { SentWord } from '../ui/sent-name';
import { type Column, Table } from '../ui/table';
import type { Address } from '../url/address';
import { Link } from '../url/link';
import type { StepGroup } from '../url/steps-address';
import styles from './group-table.module.css';
import { GROUP_WORDS } from './group-words';
import { promptColumns } from './prompt-columns';
import type { Group } from './step-group';

interface GroupTableProps {
  readonly by: StepGroup;
  readonly groups: readonly Group[];
  /** Group in the chart. */
  readonly chosen: Group | undefined;
  readonly sort: string;
  /** Whether the groups are failures: their times are shown instead of latency, tokens and cost. */
  readonly isOfFailures: boolean;
  readonly onSort: (sort: string) => void;
  readonly onChoose: (group: Group) => void;
  /** Returns the list of the steps of a group. */
  readonly stepsOf: (group: Group) => Address;
  /** Returns the list of the traces that have a step of a group. */
  readonly tracesOf: (group: Group) => Address;
}

/** Table of groups. The name leads to the steps of a group; a press on its row shows it in the chart. */
export function GroupTable(props: GroupTableProps) {
  const { groups, chosen, sort, isOfFailures, onSort, onChoose } = props;
  return (
    <Table
      className={styles.table}
      columns={[nameColumn(props), ...(isOfFailures ? failureColumns(props) : figureColumns(props))]}
      rows={groups}
      keyOf={({ value, promptVersion }) => JSON.stringify([value, promptVersion])}
      attributesOf={(group) => ({ 'data-chosen': group === chosen })}
      sort={sort}
      onSort={onSort}
      onOpen={onChoose}
      keys={{ title: 'Groups', noun: 'group' }}
    />
  );
}

function nameColumn({ by, stepsOf }: GroupTableProps): Column<Group> {
  return {
    ...{ name: 'value', title: GROUP_WORDS[by], isHead: true, isWide: true, orderBy: 'value' },
    show: (group) => (
      <Link to={stepsOf(group)} title={group.value}>
        {group.value === '' ? <i>empty</i> : <SentWord text={group.value} />}
        {group.promptVersion !== null && <span className="secondary"> v{group.promptVersion}</span>}
      </Link>
    ),
  };
}

/** Builds a column of numbers. */
const numbers = (name: string, title: string, show: Column<Group>['show'], from?: 500 | 900 | 1200): Column<Group> => ({
  ...{ name, title, isNumber: true, orderBy: name, from },
  show,
});

const CALLS = numbers('calls', 'Calls', ({ calls }) => <span title={count(calls)}>{compact(calls)}</span>);
/** Number of traces, which leads to them. */
const tracesColumn = ({ tracesOf }: GroupTableProps, from: 500 | 900): Column<Group> =>
  numbers(
    'traces',
    'Traces',
    (group) => (
      <Link to={tracesOf(group)} title="Traces with such a step">
        {compact(group.traces)}
      </Link>
    ),
    from,
  );

interface ChoiceProps extends Pick<GroupTableProps, 'chosen' | 'onChoose'> {
  readonly group: Group;
  readonly title: string;
  readonly children: ReactNode;
}

/** Figure of a group that shows the group in the chart. */
const Choice = ({ group, chosen, title, onChoose, children }: ChoiceProps) => (
  <button type="button" data-value="text" aria-pressed={group === chosen} title={title} onClick={() => onChoose(group)}>
    {children}
  </button>
);

function figureColumns(props: GroupTableProps): readonly Column<Group>[] {
  const { groups, chosen, onChoose } = props;
  const time = (
    name: string,
    title: string,
    of: (group: Group) => number | undefined,
    from?: 500 | 900 | 1200,
  ): Column<Group> =>
    numbers(
      name,
      title,
      (group) => {
        const value = of(group);
        return value === undefined ? '—' : duration(value * 1000);
      },
      from,
    );
  const has = (of: (group: Group) => number | null): boolean => groups.some((group) => (of(group) ?? 0) > 0);
  return [
    CALLS,
    numbers('errors', 'Errors', ({ errors }) =>
      errors === 0 ? '0' : <span className="failed">! {compact(errors)}</span>,
    ),
    time('p50', 'p50', ({ latency }) => latency?.p50, 500),
    numbers('p95', 'p95', (group) => (
      <Choice {...{ group, chosen, onChoose }} title="Show p50 and p95 over time">
        {group.latency === null ? '—' : duration(group.latency.p95 * 1000)}
      </Choice>
    )),
    time('p99', 'p99', ({ latency }) => latency?.p99, 900),
    ...(has(({ timeToFirstToken }) => timeToFirstToken?.p95 ?? null)
      ? [time('firstToken', 'First token p95', ({ timeToFirstToken }) => timeToFirstToken?.p95, 1200)]
      : []),
    ...(has(({ tokensPerSecond }) => tokensPerSecond)
      ? [
          numbers(
            'speed',
            'Tokens/s',
            ({ tokensPerSecond }) => (tokensPerSecond === null ? '—' : count(Math.round(tokensPerSecond))),
            1200,
          ),
        ]
      : []),
    ...(has(({ totalTokens }) => totalTokens)
      ? [
          numbers(
            'totalTokens',
            'Tokens',
            ({ inputTokens, outputTokens, totalTokens }) => (
              <span title={`${count(inputTokens)} in, ${count(outputTokens)} out`}>{compact(totalTokens)}</span>
            ),
            900,
          ),
          numbers(
            'totalCost',
            'Cost',
            ({ totalCost, totalTokens }) => <ColumnCost cost={totalCost} tokens={totalTokens} />,
            500,
          ),
          ...(props.by === 'prompt' ? promptColumns(groups) : []),
        ]
      : []),
    tracesColumn(props, 900),
  ];
}

const failureColumns = (props: GroupTableProps): readonly Column<Group>[] => [
  numbers('calls', 'Failures', (group) => (
    <Choice {...props} group={group} title="Show when, where and in which releases">
      {compact(group.calls)}
    </Choice>
  )),
  tracesColumn(props, 500),
  numbers('first', 'First seen', ({ fromStartTime }) => <Age time={fromStartTime} />, 500),
  numbers('last', 'Last seen', ({ toStartTime }) => <Age time={toStartTime} />),
];
