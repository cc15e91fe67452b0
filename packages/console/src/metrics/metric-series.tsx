import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { read } from '../api/client';
import { lazyPart } from '../shell/lazy-part';
import { StateLine } from '../ui/state-line';
import type { MetricsAddress } from '../url/metrics-address';
import { navigate } from '../url/navigate';
import { rangeOf } from '../url/time-bounds';
import styles from './metrics-page.module.css';
import { metricCall } from './metric-call';
import { align } from './series';
import { SeriesLegend } from './series-legend';
import { SeriesNotes } from './series-notes';
import { SeriesTable } from './series-table';

const SeriesChart = lazyPart(
  () => import('./series-chart').then((module) => module.SeriesChart),
  () => <div className={styles.space} />,
);

const FRESH_MS = 15_000;

interface MetricSeriesProps {
  readonly address: MetricsAddress;
  readonly name: string;
  /** Whether the metric exists, as far as known. */
  readonly isKnown: boolean;
}

/** Series of a metric as a chart or a table, and a legend that selects among them. */
export function MetricSeries({ address, name, isKnown }: MetricSeriesProps) {
  const { range, aggregation, groupBy, labels, hidden, view } = address;
  const [pointed, setPointed] = useState<number>();
  const series = useQuery({
    queryKey: ['metric', name, range, aggregation, address.step, groupBy, labels],
    queryFn: async ({ signal }) => {
      const { query, step, fromMs, toMs } = metricCall(address, name, Date.now());
      const result = await read('/api/public/metrics/query', { query, signal });
      return { ...align(result, groupBy, step), meta: result.meta, step, fromMs, toMs };
    },
    placeholderData: keepPreviousData,
    refetchInterval: FRESH_MS,
  });
  const { data, error } = series;
  const shown = useMemo(() => {
    const without = new Set(hidden);
    return data?.series.map(({ label }) => !without.has(label));
  }, [data, hidden]);
  if (data === undefined || shown === undefined) {
    return error === null ? null : <StateLine error={error} again={() => series.refetch()} />;
  }
  const hide = (to: readonly string[]): void => navigate({ ...address, hidden: to }, 'replace');
  return (
    <div className={styles.box} data-stale={series.isPlaceholderData}>
      <SeriesNotes address={address} isKnown={isKnown} meta={data.meta} step={data.step} found={data.series.length} />
      {data.series.length > 0 && (
        <>
          {view === 'chart' ? (
            <SeriesChart
              title={`${name}, ${aggregation}`}
              times={data.times}
              series={data.series}
              shown={shown}
              from={data.fromMs / 1000}
              to={data.toMs / 1000}
              onPoint={setPointed}
              onRange={(fromMs, toMs) => navigate({ ...address, range: rangeOf(fromMs, toMs) })}
            />
          ) : (
            <SeriesTable times={data.times} series={data.series} shown={shown} groupBy={groupBy} />
          )}
          <SeriesLegend
            series={data.series}
            shown={shown}
            groupBy={groupBy}
            pointed={pointed}
            time={pointed === undefined ? undefined : data.times[pointed]}
            onHide={hide}
          />
        </>
      )}
    </div>
  );
}
