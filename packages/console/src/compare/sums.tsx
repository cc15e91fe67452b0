import type { Answer } from '../api/client';
import { countDelta, durationDelta, percentDelta, usdDelta } from '../format/deltas';
import { count, duration } from '../format/numbers';
import { fullTime } from '../format/times';
import { usdAlike } from '../format/align-usd';
import { type Column, Table } from '../ui/table';
import { Link } from '../url/link';
import styles from './sums.module.css';

type Trace = Answer<'/api/public/traces/{traceId}'>;

/** USD; null if no price is known. */
const costOf = ({ totalCost, totalTokens = 0 }: Trace): number | null =>
  totalCost === 0 && totalTokens > 0 ? null : totalCost;

interface Sum {
  readonly title: string;
  readonly of: (trace: Trace) => number | null;
  readonly format: (value: number) => string;
  readonly delta: (from: number | null, to: number | null) => string;
}

/** @param usd the format of the costs of both traces */
const sumsIn = (usd: (cost: number) => string): readonly Sum[] => [
  { title: 'Latency', of: ({ latency }) => latency * 1000, format: duration, delta: durationDelta },
  { title: 'Tokens in', of: ({ inputTokens = 0 }) => inputTokens, format: count, delta: countDelta },
  { title: 'Tokens out', of: ({ outputTokens = 0 }) => outputTokens, format: count, delta: countDelta },
  {
    title: 'Cost',
    of: costOf,
    format: usd,
    delta: (from, to) => usdDelta(from, to, usd),
  },
  { title: 'Steps', of: ({ observationCount = 0 }) => observationCount, format: count, delta: countDelta },
  { title: 'Errors', of: ({ errorCount = 0 }) => errorCount, format: count, delta: countDelta },
];

/** Rows of the table: a trace with its sign, or the differences of both. */
type Row = { readonly sign: '−' | '+'; readonly trace: Trace } | { readonly sign: 'Difference' };

/** Sums of both traces, and the differences. */
export function Sums({ left, right }: { readonly left: Trace; readonly right: Trace }) {
  const sums = sumsIn(usdAlike([costOf(left), costOf(right)]));
  return (
    <Table<Row>
      className={styles.sums}
      columns={[
        { name: 'trace', title: 'Trace', isHead: true, isWide: true, show: (row) => <Name row={row} /> },
        ...sums.map(({ title, of, format, delta }): Column<Row> => ({
          ...{ name: title, title, isNumber: true, from: title === 'Steps' ? 500 : undefined },
          show: (row) => {
            if ('trace' in row) return shown(of(row.trace), format);
            return (
              <>
                {delta(of(left), of(right))} <span className={styles.share}>{percentDelta(of(left), of(right))}</span>
              </>
            );
          },
        })),
      ]}
      rows={[{ sign: '−', trace: left }, { sign: '+', trace: right }, { sign: 'Difference' }]}
      keyOf={({ sign }) => sign}
      attributesOf={({ sign }) => ({ 'data-sign': sign })}
      box=""
    />
  );
}

const shown = (value: number | null, format: (value: number) => string) =>
  value === null ? <span title="no price is known for its model">—</span> : format(value);

function Name({ row }: { readonly row: Row }) {
  if (!('trace' in row)) return row.sign;
  const { sign, trace } = row;
  return (
    <>
      <span className={styles.sign} title={sign === '−' ? 'before' : 'after'}>
        {sign}
      </span>
      <Link to={{ page: 'trace', id: trace.id }}>
        <bdi>{trace.name ?? 'unnamed'}</bdi>
      </Link>{' '}
      <time dateTime={trace.timestamp}>{fullTime(trace.timestamp)}</time>
    </>
  );
}
