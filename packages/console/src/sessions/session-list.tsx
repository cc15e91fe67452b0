import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Parameters, read } from '../api/client';
import { curlOf } from '../api/curl';
import { ALL_TIME, RANGES, boundsOf } from '../url/time-range';
import { count } from '../format/numbers';
import { fullTime } from '../format/times';
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

function sessionsCall({ range, after }: SessionsPlace): Parameters {
  const { from, to } = boundsOf(range, Date.now());
  return { fromTimestamp: from, toTimestamp: to, cursor: after ?? 'newest', limit: ROWS, fields: 'summary' };
}

/** The sessions that began in a time, newest first. */
export function SessionList({ place }: { readonly place: SessionsPlace }) {
  useTitle('Sessions');
  const { range, after } = place;
  const sessions = useQuery({
    queryKey: ['sessions', range, after],
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
          onRange={(to) => navigate({ ...place, range: to, after: null })}
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
          {data.data.length === 0 ? (
            <Nothing place={place} hasMore={typeof data.meta.nextCursor === 'string'} />
          ) : (
            <SessionTable sessions={data.data} />
          )}
        </div>
      )}
      {data !== undefined && <Older place={place} shown={data.data.length} next={data.meta.nextCursor ?? null} />}
    </section>
  );
}

interface OlderProps {
  readonly place: SessionsPlace;
  /** How many sessions are shown. */
  readonly shown: number;
  /** The cursor of what is older; null: nothing is. */
  readonly next: string | null;
}

/** The way to older sessions, and back to the newest. Nobody counts them: that would take as long as there are many. */
function Older({ place, shown, next }: OlderProps) {
  const { after } = place;
  if (after === null && next === null && shown === 0) return null;
  return (
    <nav className={styles.older} aria-label="Older sessions">
      <span>
        {count(shown)} {shown === 1 ? 'session' : 'sessions'}
        {after !== null && ` that began before ${timeOfCursor(after)}`}
        {next === null && shown > 0 && ', no older ones in this time'}
      </span>
      <button type="button" disabled={after === null} onClick={() => navigate({ ...place, after: null })}>
        Newest
      </button>
      <button type="button" disabled={next === null} onClick={() => navigate({ ...place, after: next })}>
        Older
      </button>
    </nav>
  );
}

/** Of a cursor `time,id`; what an address has may be anything. */
function timeOfCursor(cursor: string): string {
  const [time = ''] = cursor.split(',', 1);
  return Number.isNaN(Date.parse(time)) ? time : fullTime(time);
}

interface NothingProps {
  readonly place: SessionsPlace;
  /** Whether the look ended before the time did. */
  readonly hasMore: boolean;
}

function Nothing({ place, hasMore }: NothingProps) {
  if (hasMore) {
    return (
      <div className={styles.nothing}>
        <p>None of the traces that were looked at began a session. Older ones may have.</p>
      </div>
    );
  }
  if (place.after !== null) {
    return (
      <div className={styles.nothing}>
        <p>No older session began in this time.</p>
      </div>
    );
  }
  return (
    <div className={styles.nothing}>
      <p>
        No session began in this time. Traces that are sent with the same session id are one: as attribute{' '}
        <code>session.id</code> of a span, or as <code>sessionId</code> of a trace.
      </p>
      {place.range !== '30d' && (
        <button type="button" onClick={() => navigate({ ...place, range: '30d', after: null })}>
          Look at the last 30 days
        </button>
      )}
    </div>
  );
}
