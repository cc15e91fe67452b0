import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { read } from '../api/client';
import type { CoreObservation } from '../api/types';
import { count, duration, usd } from '../format/numbers';
import { fullTime } from '../format/times';
import { Detail } from '../detail/detail';
import { StateLine } from '../ui/state-line';
import { Link } from '../url/link';
import { navigate } from '../url/navigate';
import { DEFAULT_LIST } from '../url/list-place';
import type { Place } from '../url/place';
import styles from './trace-page.module.css';
import { buildTree } from './tree';
import { Waterfall } from './waterfall';

interface TracePageProps {
  readonly place: Place & { readonly page: 'trace' };
}

/** A trace: its tree and waterfall, and the observation that is selected. */
export function TracePage({ place }: TracePageProps) {
  const trace = useQuery({
    queryKey: ['trace', place.id],
    queryFn: ({ signal }) =>
      read('/api/public/traces/{traceId}', {
        ids: { traceId: place.id },
        query: { fields: 'core,metrics,observations,summary', observationFields: 'core' },
        signal,
      }),
  });
  const observations = trace.data?.observations as readonly CoreObservation[] | undefined;
  const tree = useMemo(() => (observations === undefined ? undefined : buildTree(observations)), [observations]);
  if (trace.error !== null) return <StateLine error={trace.error} again={() => trace.refetch()} />;
  if (trace.data === undefined || observations === undefined || tree === undefined) return null;
  const { name, latency, totalCost, totalTokens = 0, errorCount = 0, timestamp } = trace.data;
  const selected = place.observation ?? observations[tree.order[0] ?? 0]?.id;
  const observation = observations.find(({ id }) => id === selected);
  return (
    <section className={styles.page} aria-label="Trace">
      <header className={styles.head}>
        <Link to={{ page: 'traces', ...DEFAULT_LIST }}>‹ Traces</Link>
        <h1 className={styles.title} dir="auto">
          {name ?? 'unnamed'}
        </h1>
        <span>{duration(latency * 1000)}</span>
        <span>{totalCost === 0 && totalTokens > 0 ? '—' : usd(totalCost)}</span>
        <span>{count(totalTokens)} tokens</span>
        {errorCount > 0 && <span className={styles.errors}>{count(errorCount)} with errors</span>}
        <time dateTime={timestamp}>{fullTime(timestamp)}</time>
        <Link to={{ page: 'compare', left: place.id, onlyChanges: false }}>Compare</Link>
      </header>
      <div className={styles.body}>
        <Waterfall
          observations={observations}
          tree={tree}
          selected={selected}
          onSelect={(id) => navigate({ ...place, observation: id }, 'replace')}
        />
        {observation !== undefined && (
          <Detail
            observation={observation}
            observations={observations}
            tab={place.tab ?? 'conversation'}
            onTab={(tab) => navigate({ ...place, tab }, 'replace')}
            onSelect={(id) => navigate({ ...place, observation: id }, 'replace')}
          />
        )}
      </div>
    </section>
  );
}
