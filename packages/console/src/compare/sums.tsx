import type { Answer } from '../api/client';
import { countDelta, durationDelta, percentDelta, usdDelta } from '../format/deltas';
import { count, duration } from '../format/numbers';
import { fullTime } from '../format/times';
import { usdAlike } from '../format/align-usd';
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

/** Sums of both traces, and the differences. */
export function Sums({ left, right }: { readonly left: Trace; readonly right: Trace }) {
  const sums = sumsIn(usdAlike([costOf(left), costOf(right)]));
  return (
    <div className={styles.box}>
      <table className={styles.sums}>
        <thead>
          <tr>
            <th scope="col">Trace</th>
            {sums.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Whole sign="−" trace={left} sums={sums} />
          <Whole sign="+" trace={right} sums={sums} />
          <tr className={styles.difference}>
            <th scope="row">Difference</th>
            {sums.map(({ title, of, delta }) => (
              <td key={title}>
                {delta(of(left), of(right))} <span className={styles.share}>{percentDelta(of(left), of(right))}</span>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

interface WholeProps {
  readonly sign: string;
  readonly trace: Trace;
  readonly sums: readonly Sum[];
}

function Whole({ sign, trace, sums }: WholeProps) {
  return (
    <tr>
      <th scope="row">
        <span className={`${styles.sign} secondary`} data-sign={sign} title={sign === '−' ? 'before' : 'after'}>
          {sign}
        </span>
        <Link to={{ page: 'trace', id: trace.id }}>
          <bdi>{trace.name ?? 'unnamed'}</bdi>
        </Link>{' '}
        <time dateTime={trace.timestamp}>{fullTime(trace.timestamp)}</time>
      </th>
      {sums.map(({ title, of, format }) => {
        const value = of(trace);
        return (
          <td key={title} title={value === null ? 'no price is known for its model' : undefined}>
            {value === null ? '—' : format(value)}
          </td>
        );
      })}
    </tr>
  );
}
