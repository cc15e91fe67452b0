import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import type { TraceGroup } from '../api/types';
import { compact, count } from '../format/numbers';
import { COLUMN_WORDS } from '../list/filter-words';
import { filterParameter } from '../list/selection';
import { Cost } from '../ui/cost';
import { StateLine } from '../ui/state-line';
import type { Filter } from '../url/filters';
import type { Measure } from '../url/usage-place';
import { type Days, boundsOfDays } from './days';
import { RankTable } from './rank-table';
import styles from './top-table.module.css';

/** What traces are grouped by here. */
type Field = 'name' | 'userId' | 'environment' | 'tags';

/** Groups that are asked for. */
const MOST = 50;

interface TopTableProps {
  readonly title: string;
  /** What a row is: `User`. */
  readonly head: string;
  readonly field: Field;
  readonly days: Days;
  readonly filters: readonly Filter[];
  readonly measure: Measure;
  /** Whether the page shows one model: traces have no model of their own, so that this is of all of them. */
  readonly isOfAllModels: boolean;
  readonly onFilter: (filter: Filter) => void;
}

/** Who has the most of what is measured; one that is clicked becomes a filter. */
export function TopTable({ title, head, field, days, filters, measure, isOfAllModels, onFilter }: TopTableProps) {
  const orderBy = measure === 'cost' ? 'totalCost' : measure === 'tokens' ? 'totalTokens' : 'count';
  const groups = useQuery({
    queryKey: ['groups', field, days, filters, orderBy],
    queryFn: ({ signal }) =>
      read('/api/public/traces/groups', {
        query: { by: field, orderBy, limit: MOST, ...boundsOfDays(days), filter: filterParameter(filters) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const { data, error } = groups;
  if (data === undefined) {
    return error === null ? (
      <div className={styles.space} />
    ) : (
      <StateLine error={error} again={() => groups.refetch()} />
    );
  }
  const sum = data.data.reduce((all, group) => all + group[orderBy], 0);
  return (
    <RankTable
      title={title}
      head={head}
      heads={['Traces', 'Errors', 'Tokens', 'Cost']}
      rows={data.data.map((group) => ({
        key: JSON.stringify(group.value),
        name: <Value field={field} value={group.value} onFilter={onFilter} />,
        cells: [
          compact(group.count),
          group.errors === 0 ? '0' : <span className={styles.errors}>! {compact(group.errors)}</span>,
          <span title={`${count(group.inputTokens)} in, ${count(group.outputTokens)} out`}>
            {compact(group.totalTokens)}
          </span>,
          <Cost cost={group.totalCost} tokens={group.totalTokens} />,
        ],
        share: sum === 0 ? 0 : group[orderBy] / sum,
      }))}
      note={
        <p className={styles.note}>
          {data.meta.totalItems > data.data.length &&
            `The first ${count(data.data.length)} of ${count(data.meta.totalItems)}; shares are of these. `}
          {isOfAllModels && 'Of all models.'}
        </p>
      }
    />
  );
}

interface ValueProps {
  readonly field: Field;
  readonly value: TraceGroup['value'];
  readonly onFilter: (filter: Filter) => void;
}

function Value({ field, value, onFilter }: ValueProps) {
  const word = COLUMN_WORDS[field];
  const isNone = value === null || value === '';
  const filter: Filter | undefined = !isNone
    ? { name: field, value }
    : value === null
      ? { name: field, value: '', operator: 'absent' }
      : undefined;
  const text = isNone ? (value === null ? `no ${word}` : '(empty)') : value;
  if (filter === undefined) return <>{text}</>;
  return (
    <button type="button" title={`Only with this ${word}: ${text}`} onClick={() => onFilter(filter)}>
      <bdi>{text}</bdi>
    </button>
  );
}
