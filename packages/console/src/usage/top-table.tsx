import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import { compact, count } from '../format/numbers';
import { COLUMN_WORDS } from '../list/filter-words';
import { filterParameter } from '../list/selection';
import { Cost } from '../ui/cost';
import { StateLine } from '../ui/state-line';
import { useSeen } from '../ui/use-seen';
import type { Filter } from '../url/filters';
import type { Measure } from '../url/usage-place';
import { type Days, boundsBefore, boundsOfDays } from './days';
import type { Figures } from './figures';
import { GroupName } from './group-name';
import { groupsBefore } from './groups-before';
import { growthOf } from './growth';
import { shareOf } from './measures';
import { type Compared, RankTable } from './rank-table';
import type { TopField } from './tops';
import styles from './top-table.module.css';

/** Groups that are asked for. */
const MOST = 50;

interface TopTableProps {
  readonly title: string;
  readonly field: TopField;
  readonly days: Days;
  /** The days that these are compared with. */
  readonly earlier: Days;
  readonly filters: readonly Filter[];
  readonly measure: Measure;
  readonly compared: Compared;
  /** Of all traces: what shares are of. */
  readonly total: Figures;
  /** Whether the page shows one model: traces have no model of their own, so that this is of all of them. */
  readonly isOfAllModels: boolean;
  readonly onFilter: (filter: Filter) => void;
}

/** Who has the most of what is measured, asked for when it is about to be seen; one that is clicked becomes a filter. */
export function TopTable(props: TopTableProps) {
  const { title, field, days, earlier, filters, compared, total, isOfAllModels, onFilter } = props;
  const [ref, isSeen] = useSeen<HTMLDivElement>();
  // Traces that are grouped have no count of observations.
  const measure = props.measure === 'observations' ? 'traces' : props.measure;
  const orderBy = ORDERS[measure];
  const groups = useQuery({
    queryKey: ['groups', field, days, filters, orderBy],
    queryFn: ({ signal }) =>
      read('/api/public/traces/groups', {
        query: { by: field, orderBy, limit: MOST, ...boundsOfDays(days), filter: filterParameter(filters) },
        signal,
      }),
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
      head={capital(COLUMN_WORDS[field])}
      heads={['Traces', 'Errors', 'Tokens', 'Cost']}
      minor={['Errors', 'Tokens']}
      compared={compared}
      rows={data.data.map((group) => ({
        key: JSON.stringify(group.value),
        name: <GroupName field={field} value={group.value} onFilter={onFilter} />,
        cells: [
          compact(group.count),
          group.errors === 0 ? '0' : <span className={styles.errors}>! {compact(group.errors)}</span>,
          <span title={`${count(group.inputTokens)} in, ${count(group.outputTokens)} out`}>
            {compact(group.totalTokens)}
          </span>,
          <Cost cost={group.totalCost} tokens={group.totalTokens} />,
        ],
        growth: before.data && growthOf(measure, before.data.get(group.value), group[orderBy]),
        share: shareOf(measure, group[orderBy], total[measure]),
      }))}
      note={
        <p className={styles.note}>
          {data.meta.totalItems > data.data.length &&
            `The first ${count(data.data.length)} of ${count(data.meta.totalItems)}. `}
          {field === 'tags' && 'A trace counts in each of its tags. '}
          {isOfAllModels && 'Of all models.'}
        </p>
      }
    />
  );
}

/** What the API orders groups by. */
const ORDERS = { cost: 'totalCost', tokens: 'totalTokens', traces: 'count' } as const;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
