import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import { count, duration, usd } from '../format/numbers';
import { fullTime } from '../format/times';
import { navigate } from '../url/navigate';
import type { TracesPlace } from '../url/list-place';
import styles from './histogram.module.css';
import type { Selection } from './selection';

const BUCKETS = 60;
const HEIGHT = 40;

interface HistogramProps {
  readonly place: TracesPlace;
  readonly query: Selection;
}

/** Traces and those with errors by time; a bucket becomes the range when it is chosen. */
export function Histogram({ place, query }: HistogramProps) {
  const { data } = useQuery({
    queryKey: ['histogram', place.range, place.filters],
    queryFn: ({ signal }) => read('/api/public/traces/histogram', { query: { ...query, buckets: BUCKETS }, signal }),
    placeholderData: keepPreviousData,
  });
  if (data === undefined) return <div className={styles.empty} />;
  const { data: buckets, meta } = data;
  const most = Math.max(1, ...buckets.map((bucket) => bucket.count));
  const all = buckets.reduce((sum, bucket) => sum + bucket.count, 0);
  const errors = buckets.reduce((sum, bucket) => sum + bucket.errors, 0);
  const cost = buckets.reduce((sum, bucket) => sum + bucket.totalCost, 0);
  const endOf = (timestamp: string) => new Date(Date.parse(timestamp) + meta.bucketSeconds * 1000).toISOString();
  return (
    <div className={styles.histogram}>
      <div className={styles.bars} role="group" aria-label="Traces by time">
        {buckets.map(({ timestamp, count: traces, errors: failed, p95 }) => (
          <button
            key={timestamp}
            type="button"
            className={styles.bar}
            title={`${fullTime(timestamp)}: ${count(traces)} traces, ${count(failed)} with errors${p95 === null ? '' : `, p95 ${duration(p95 * 1000)}`}`}
            aria-label={`${fullTime(timestamp)}: ${count(traces)} traces, ${count(failed)} with errors`}
            onClick={() => navigate({ ...place, range: `${timestamp}/${endOf(timestamp)}`, page_: 1 })}
          >
            <span style={{ height: `${((traces - failed) / most) * HEIGHT}px` }} />
            <span className={styles.failed} style={{ height: `${(failed / most) * HEIGHT}px` }} />
          </button>
        ))}
      </div>
      <p className={styles.sums}>
        {count(all)} traces, {count(errors)} with errors, {usd(cost)}
      </p>
    </div>
  );
}
