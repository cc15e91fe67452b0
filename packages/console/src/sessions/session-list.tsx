import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Parameters, read } from '../api/client';
import { curlOf } from '../api/curl';
import { ALL_TIME, RANGES, boundsOf } from '../url/time-range';
import { Pager } from '../ui/pager';
import { RangePicker } from '../ui/range-picker';
import { CopyMenu } from '../ui/copy-menu';
import { useTitle } from '../ui/title';
import { StateLine } from '../ui/state-line';
import { linkTo } from '../url/lasting';
import { navigate } from '../url/navigate';
import type { SessionsPlace } from '../url/sessions-place';
import styles from './session-list.module.css';
import { SessionTable } from './session-table';

const ROWS = 50;
const FRESH_MS = 10_000;

function sessionsCall({ range, page_ }: SessionsPlace): Parameters {
  const { from, to } = boundsOf(range, Date.now());
  return { fromTimestamp: from, toTimestamp: to, page: page_, limit: ROWS };
}

/** The sessions that began in a time, newest first. */
export function SessionList({ place }: { readonly place: SessionsPlace }) {
  useTitle('Sessions');
  const { range, page_ } = place;
  const sessions = useQuery({
    queryKey: ['sessions', range, page_],
    queryFn: ({ signal }) => read('/api/public/sessions', { query: sessionsCall(place), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: FRESH_MS,
  });
  const { data, error } = sessions;
  return (
    <section className={styles.page} aria-label="Sessions">
      <h1 className="visually-hidden">Sessions</h1>
      <div className={styles.bar}>
        <RangePicker
          range={range}
          ranges={[...Object.keys(RANGES), ALL_TIME]}
          onRange={(to) => navigate({ ...place, range: to, page_: 1 })}
        />
        <span className={styles.last}>
          <CopyMenu
            items={[
              { what: 'link', text: () => linkTo(place) },
              { what: 'call as curl', text: () => curlOf('/api/public/sessions', { query: sessionsCall(place) }) },
            ]}
          />
        </span>
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
