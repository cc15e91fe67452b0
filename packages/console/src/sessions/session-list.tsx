import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import { RANGES, boundsOf, rangeLabel } from '../url/time-range';
import { Pager } from '../ui/pager';
import { RangeSelect } from '../ui/range-select';
import { StateLine } from '../ui/state-line';
import { navigate } from '../url/navigate';
import type { SessionsPlace } from '../url/sessions-place';
import styles from './session-list.module.css';
import { SessionTable } from './session-table';

const ROWS = 50;
const FRESH_MS = 10_000;

/** The sessions that began in a time, newest first. */
export function SessionList({ place }: { readonly place: SessionsPlace }) {
  const { range, page_ } = place;
  const sessions = useQuery({
    queryKey: ['sessions', range, page_],
    queryFn: ({ signal }) => {
      const { from, to } = boundsOf(range, Date.now());
      return read('/api/public/sessions', {
        query: { fromTimestamp: from, toTimestamp: to, page: page_, limit: ROWS },
        signal,
      });
    },
    placeholderData: keepPreviousData,
    refetchInterval: FRESH_MS,
  });
  const { data, error } = sessions;
  return (
    <section className={styles.page} aria-label="Sessions">
      <div className={styles.bar}>
        <RangeSelect
          ranges={Object.keys(RANGES)}
          range={range}
          labelOf={rangeLabel}
          onChange={(to) => navigate({ ...place, range: to, page_: 1 })}
        />
      </div>
      {error !== null && data === undefined && <StateLine error={error} again={() => sessions.refetch()} />}
      {data !== undefined && (
        <div className={styles.rows} data-stale={sessions.isPlaceholderData}>
          {data.data.length === 0 ? <Nothing place={place} /> : <SessionTable sessions={data.data} />}
        </div>
      )}
      {data !== undefined && data.meta.totalItems > 0 && (
        <Pager meta={data.meta} things="sessions" onPage={(to) => navigate({ ...place, page_: to })} />
      )}
    </section>
  );
}

function Nothing({ place }: { readonly place: SessionsPlace }) {
  return (
    <div className={styles.nothing}>
      <p>
        No session began in this time. Traces that are sent with the same session id are one: as attribute{' '}
        <code>session.id</code> of a span, or as <code>sessionId</code> of a trace.
      </p>
      {place.range !== '30d' && (
        <button type="button" onClick={() => navigate({ ...place, range: '30d', page_: 1 })}>
          Look at the last 30 days
        </button>
      )}
    </div>
  );
}
