import type { ListedTrace } from '../api/types';
import { compact, count, duration, usd } from '../format/numbers';
import { age, fullTime } from '../format/times';
import { Link } from '../url/link';
import styles from './trace-table.module.css';

interface TraceTableProps {
  readonly traces: readonly ListedTrace[];
  /** As the API takes it: `latency.desc`. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

interface Column {
  readonly title: string;
  /** What the API orders by; absent where it cannot. */
  readonly orderBy?: string;
  readonly isNumber?: boolean;
  readonly className?: string | undefined;
  readonly show: (trace: ListedTrace, now: number) => React.ReactNode;
}

const NONE = '—';

const COLUMNS: readonly Column[] = [
  { title: 'Name', orderBy: 'name', className: styles['name'], show: (trace) => <NameCell trace={trace} /> },
  { title: 'Input', className: styles['text'], show: ({ inputPreview }) => inputPreview },
  { title: 'Output', className: styles['text'], show: ({ outputPreview }) => outputPreview },
  { title: 'User', className: styles['short'], show: ({ userId }) => userId },
  {
    title: 'Latency',
    orderBy: 'latency',
    isNumber: true,
    show: ({ latency }) => duration(latency * 1000),
  },
  {
    title: 'Tokens',
    isNumber: true,
    show: ({ totalTokens = 0, inputTokens = 0, outputTokens = 0 }) =>
      totalTokens === 0 ? (
        NONE
      ) : (
        <span title={`${count(inputTokens)} in, ${count(outputTokens)} out`}>{compact(totalTokens)}</span>
      ),
  },
  {
    title: 'Cost',
    orderBy: 'totalCost',
    isNumber: true,
    show: ({ totalCost, totalTokens = 0 }) => (totalCost === 0 && totalTokens > 0 ? NONE : usd(totalCost)),
  },
  {
    title: 'Age',
    orderBy: 'timestamp',
    isNumber: true,
    show: ({ timestamp }, now) => (
      <time dateTime={timestamp} title={fullTime(timestamp)}>
        {age(timestamp, now)}
      </time>
    ),
  },
];

/** A page of traces. */
export function TraceTable({ traces, sort, onSort }: TraceTableProps) {
  const now = Date.now();
  const [sorted, direction] = sort.split('.');
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          {COLUMNS.map(({ title, orderBy, isNumber, className }) => {
            const isSorted = orderBy !== undefined && orderBy === sorted;
            const next = isSorted && direction === 'desc' ? 'asc' : 'desc';
            return (
              <th
                key={title}
                scope="col"
                className={className}
                data-number={isNumber}
                aria-sort={isSorted ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
              >
                {orderBy === undefined ? (
                  title
                ) : (
                  <button type="button" onClick={() => onSort(`${orderBy}.${next}`)}>
                    {title}
                    {isSorted && <span aria-hidden="true">{direction === 'asc' ? ' ↑' : ' ↓'}</span>}
                  </button>
                )}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {traces.map((trace) => (
          <tr key={trace.id}>
            {COLUMNS.map(({ title, isNumber, className, show }) => (
              <td key={title} className={className} data-number={isNumber} dir="auto">
                {show(trace, now)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function NameCell({ trace }: { readonly trace: ListedTrace }) {
  const { id, name, errorCount = 0 } = trace;
  return (
    <Link to={{ page: 'trace', id }}>
      {errorCount > 0 && (
        <span className={styles['error']} title={`${count(errorCount)} with errors`}>
          <span aria-hidden="true">!</span>
          <span className="visually-hidden">{`${count(errorCount)} errors:`}</span>
        </span>
      )}
      {name ?? 'unnamed'}
    </Link>
  );
}
