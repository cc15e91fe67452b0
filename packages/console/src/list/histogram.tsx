import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import { useZone } from '../format/zone';
import { reasonOf } from '../ui/reasons';
import type { TracesAddress } from '../url/list-address';
import { navigate } from '../url/navigate';
import { rangeOf, steadyNow, stepOf } from '../url/time-bounds';
import { ALL_TIME, RANGES, endsNow } from '../url/time-range';
import { HistogramBars } from './histogram-bars';
import styles from './histogram.module.css';
import { selectionOf } from './selection';

const BUCKETS = 60;
/** Longest range that is refreshed: a day of a million traces takes 0.1 s to count, a month 2 s. */
const CHEAP_SECONDS = RANGES['24h'];
const AGAIN_MS = 60_000;

/** Histogram of traces and failed traces. Rows do not wait for it: over a long time it takes seconds. */
export function Histogram({ address }: { readonly address: TracesAddress }) {
  const { range, filters, search } = address;
  useZone();
  const isAsked = range !== ALL_TIME;
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['histogram', range, filters],
    queryFn: ({ signal }) => {
      const now = steadyNow(range, Date.now());
      const selection = selectionOf(address, now);
      // Without an end, the API would use the end of the hour, which leaves a short range mostly empty.
      const toTimestamp = selection.toTimestamp ?? new Date(now + stepOf(range)).toISOString();
      return read('/api/public/traces/histogram', { query: { ...selection, toTimestamp, buckets: BUCKETS }, signal });
    },
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: AGAIN_MS,
    refetchInterval: isCheap(range) ? AGAIN_MS : false,
    retry: false,
  });
  if (!isAsked) return <p className={styles.instead}>Choose a time range to see a histogram.</p>;
  if (error !== null && data === undefined) {
    return (
      <p className={styles.instead}>
        The histogram could not be loaded. {reasonOf(error).title} <bdi>{reasonOf(error).advice}</bdi>{' '}
        <button type="button" onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    );
  }
  if (data === undefined) return <div className={styles.instead} />;
  return (
    <HistogramBars
      buckets={data.data}
      bucketMs={data.meta.bucketSeconds * 1000}
      isOld={isPlaceholderData}
      note={search === '' ? '' : ' (all traces in this range)'}
      addressOf={(value) => ({
        ...address,
        filters: [...filters.filter(({ name }) => name !== 'outcome'), { name: 'outcome', value }],
        page_: 1,
      })}
      onStretch={(fromMs, toMs) => navigate({ ...address, range: rangeOf(fromMs, toMs), page_: 1 })}
    />
  );
}

const isCheap = (range: string): boolean => endsNow(range) && RANGES[range as keyof typeof RANGES] <= CHEAP_SECONDS;
