import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import { useTitle } from '../ui/title';
import { StateLine } from '../ui/state-line';
import type { MetricsAddress } from '../url/metrics-address';
import { MetricNames } from './metric-names';
import { MetricSeries } from './metric-series';
import { MetricsBar } from './metrics-bar';

/** Interval of polls in milliseconds while there are no metrics. */
const WAIT_MS = 3_000;

/** Metrics page: the names, or the series of one metric. */
export function MetricsPage({ address }: { readonly address: MetricsAddress }) {
  useTitle(address.name ?? 'Metrics');
  const names = useQuery({
    queryKey: ['metric-names'],
    queryFn: ({ signal }) => read('/api/public/metrics/names', { signal }),
    refetchInterval: ({ state }) => (state.data?.data.length === 0 ? WAIT_MS : false),
  });
  const all = names.data?.data;
  return (
    <section className="page" aria-label="Metrics">
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
