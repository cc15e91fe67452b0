import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import { useTitle } from '../ui/title';
import { StateLine } from '../ui/state-line';
import type { MetricsAddress } from '../url/metrics-address';
import { MetricNames } from './metric-names';
import { MetricSeries } from './metric-series';
import { MetricsBar } from './metrics-bar';
import styles from './metrics-page.module.css';

/** As long as there are none, until it is looked for the first one again. */
const WAIT_MS = 3_000;

/** Metrics: their names, and the series of one. */
export function MetricsPage({ address }: { readonly address: MetricsAddress }) {
  useTitle(address.name ?? 'Metrics');
  const names = useQuery({
    queryKey: ['metric-names'],
    queryFn: ({ signal }) => read('/api/public/metrics/names', { signal }),
    refetchInterval: ({ state }) => (state.data?.data.length === 0 ? WAIT_MS : false),
  });
  const all = names.data?.data;
  return (
    <section className={styles.page} aria-label="Metrics">
      <h1 className="visually-hidden">Metrics</h1>
      <MetricsBar address={address} names={all ?? []} />
      {names.error !== null && all === undefined && <StateLine error={names.error} again={() => names.refetch()} />}
      {address.name !== undefined ? (
        <MetricSeries
          key={address.name}
          address={address}
          name={address.name}
          isKnown={all?.includes(address.name) !== false}
        />
      ) : (
        all !== undefined && <MetricNames names={all} address={address} />
      )}
    </section>
  );
}
