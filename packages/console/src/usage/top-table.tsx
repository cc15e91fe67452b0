import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { compact, count } from '../format/numbers';
import { COLUMN_WORDS } from '../list/filter-words';
import { StateLine } from '../ui/state-line';
import { useSeen } from '../ui/use-visibility';
import { type Filter, TRACE_COLUMNS, kindOf } from '../url/filters';
import type { Measure } from '../url/usage-address';
import type { Days } from '../url/calendar';
import { boundsBefore } from './days';
import { COST, numbers } from './figure-columns';
import { GroupName } from './group-name';
import { groupsBefore } from './previous-groups';
import { groupsQuery, ofGroups, orderOf } from './groups-query';
import { growthOf } from './growth';
import { shareOf } from './measures';
import { type Compared, RankTable } from './rank-table';
import type { TopField } from './group-fields';
import styles from './top-table.module.css';

interface TopTableProps {
  readonly title: string;
  readonly field: TopField;
  readonly days: Days;
  /** Days to compare with. */
  readonly earlier: Days;
  readonly filters: readonly Filter[];
  readonly measure: Measure;
  readonly compared: Compared;
  /** Total that shares refer to; undefined until known. */
  readonly total: number | undefined;
  /** Whether the page shows one model. The groups then contain all figures of the traces that called it. */
  readonly isOfModel: boolean;
  readonly onFilter: (filter: Filter) => void;
}

/** Ranked table of groups, requested when it becomes visible; a click on a group adds it as a filter. */
export function TopTable(props: TopTableProps) {
  const { title, field, days, earlier, filters, compared, total, isOfModel, onFilter } = props;
  const [ref, isSeen] = useSeen<HTMLDivElement>();
  const measure = ofGroups(props.measure);
  const orderBy = orderOf(measure);
  const groups = useQuery({
    ...groupsQuery(field, days, filters, measure),
    enabled: isSeen,
    placeholderData: keepPreviousData,
  });
  const values = groups.data?.data.map(({ value }) => value) ?? [];
  const before = useQuery({
    queryKey: ['groups-before', field, earlier, days, filters, orderBy, values],
    queryFn: ({ signal }) => {
      const bounds = boundsBefore(earlier, days, Date.now());
      return groupsBefore({ field, orderBy, filters, bounds }, values, signal);
    },
    enabled: groups.data !== undefined && !groups.isPlaceholderData,
  });
  const { data, error } = groups;
  if (data === undefined) {
    return (
      <div ref={ref} className={styles.space}>
        {error !== null && <StateLine error={error} again={() => groups.refetch()} />}
      </div>
    );
  }
  return (
    <RankTable
      title={title}
      columns={[
        {
          ...{ name: 'name', title: capital(COLUMN_WORDS[field]), isHead: true, isWide: true },
          show: ({ value }) => <GroupName field={field} value={value} onFilter={onFilter} />,
        },
        { ...numbers('Traces'), show: (group) => compact(group.count) },
        {
          ...numbers('Errors', 500),
          show: ({ errors }) => (errors === 0 ? '0' : <span className={styles.errors}>! {compact(errors)}</span>),
        },
        {
          ...numbers('Tokens', 500),
          show: ({ inputTokens, outputTokens, totalTokens }) => (
            <span title={`${count(inputTokens)} in, ${count(outputTokens)} out`}>{compact(totalTokens)}</span>
          ),
        },
        COST,
      ]}
      compared={compared}
      rows={data.data.map((group) => ({
        ...group,
        key: JSON.stringify(group.value),
        ...{ cost: group.totalCost, tokens: group.totalTokens },
        growth: before.data && growthOf(measure, before.data.get(group.value), group[orderBy]),
        share: total === undefined ? undefined : shareOf(measure, group[orderBy], total),
      }))}
      note={
        <p className={styles.note}>
          {data.meta.totalItems > data.data.length &&
            `The first ${count(data.data.length)} of ${count(data.meta.totalItems)}. `}
          {kindOf(TRACE_COLUMNS, field) === 'list' && `A trace counts in each of its ${title.toLowerCase()}. `}
          {isOfModel && 'Of traces in which this model was called, with all that they have.'}
        </p>
      }
    />
  );
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
