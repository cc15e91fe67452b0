import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import { useTitle } from '../ui/title';
import { StateLine } from '../ui/state-line';
import type { MetricsPlace } from '../url/metrics-place';
import { MetricNames } from './metric-names';
import { MetricSeries } from './metric-series';
import { MetricsBar } from './metrics-bar';
import styles from './metrics-page.module.css';

/** As long as there are none, until it is looked for the first one again. */
const WAIT_MS = 3_000;

/** Metrics: their names, and the series of one. */
export function MetricsPage({ place }: { readonly place: MetricsPlace }) {
  useTitle(place.name ?? 'Metrics');
  const names = useQuery({
    queryKey: ['metric-names'],
    queryFn: ({ signal }) => read('/api/public/metrics/names', { signal }),
    refetchInterval: ({ state }) => (state.data?.data.length === 0 ? WAIT_MS : false),
  });
  const all = names.data?.data;
  return (
    <section className={styles.page} aria-label="Metrics">
      <h1 className="visually-hidden">Metrics</h1>
      <MetricsBar place={place} names={all ?? []} />
      {names.error !== null && all === undefined && <StateLine error={names.error} again={() => names.refetch()} />}
      {place.name !== undefined ? (
        <MetricSeries key={place.name} place={place} name={place.name} isKnown={all?.includes(place.name) !== false} />
      ) : (
        all !== undefined && <MetricNames names={all} place={place} />
      )}
    </section>
  );
}
