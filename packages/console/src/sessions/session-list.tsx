import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { count } from '../format/numbers';
import { fullTime } from '../format/times';
import { sentenceOf } from '../list/filter-words';
import { useTitle } from '../ui/title';
import { StateLine } from '../ui/state-line';
import { navigate } from '../url/navigate';
import type { SessionsAddress } from '../url/sessions-address';
import { changedSessions, filtersOf, findSessions, isByTime } from './find-sessions';
import { SessionBar } from './session-bar';
import { SessionResults } from './session-results';
import { Pager } from '../ui/pager';
import pager from '../ui/pager.module.css';
import styles from './session-list.module.css';
import { SessionTable } from './session-table';

const FRESH_MS = 10_000;

/** List of sessions, or of those that a search has found. */
export function SessionList({ address }: { readonly address: SessionsAddress }) {
  useTitle('Sessions');
  const { range, search, userId, environment } = address;
  return (
    <section className="page" aria-label="Sessions">
      <h1 className="visually-hidden">Sessions</h1>
      <SessionBar address={address} />
      {search === '' ? (
        <Listed address={address} />
      ) : (
        <SessionResults key={JSON.stringify([range, search, userId, environment])} address={address} />
      )}
    </section>
  );
}

/** Sessions of a range: by their last turn, their start, or a figure. */
function Listed({ address }: { readonly address: SessionsAddress }) {
  const { range, sort, after, page_, userId, environment } = address;
  const found = useQuery({
    queryKey: ['sessions', range, sort, after, page_, userId, environment],
    queryFn: ({ signal }) => findSessions(address, signal),
    placeholderData: keepPreviousData,
    // A page that needed more than one request, or the sums of all sessions, is not refreshed.
    refetchInterval: ({ state }) => (isByTime(sort) && state.data?.looks === 1 ? FRESH_MS : false),
  });
  const { data, error } = found;
  return (
    <>
      {error !== null && data === undefined && <StateLine error={error} again={() => found.refetch()} />}
      {data !== undefined && (
        <div className={styles.rows} data-stale={found.isPlaceholderData}>
          {data.sessions.length === 0 ? (
            <Nothing address={address} hasMore={data.next !== null} />
          ) : (
            <SessionTable address={address} sessions={data.sessions} />
          )}
        </div>
      )}
      {data?.meta === undefined
        ? data !== undefined && <Older address={address} shown={data.sessions.length} next={data.next} />
        : data.sessions.length > 0 && (
            <Pager meta={data.meta} things="sessions" onPage={(to) => navigate({ ...address, page_: to })} />
          )}
    </>
  );
}

interface OlderProps {
  readonly address: SessionsAddress;
  /** Number of shown sessions. */
  readonly shown: number;
  /** Cursor of older sessions; null if there are none. */
  readonly next: string | null;
}

/** Links to older sessions, and back to the newest. Sessions are not counted, because that takes time in proportion to their number. */
function Older({ address, shown, next }: OlderProps) {
  const { after } = address;
  const isByBegin = address.sort === 'createdAt';
  if (after === null && next === null && shown === 0) return null;
  return (
    <nav className={`${pager.pager} secondary bar`} aria-label="Older sessions">
      <span>
        {count(shown)} {shown === 1 ? 'session' : 'sessions'}
        {after !== null && ` ${isByBegin ? 'that began' : 'whose last turn was'} before ${timeOfCursor(after)}`}
        {next === null && shown > 0 && ', no older ones in this time'}
      </span>
      <button type="button" disabled={after === null} onClick={() => navigate({ ...address, after: null })}>
        Newest
      </button>
      <button type="button" disabled={next === null} onClick={() => navigate({ ...address, after: next })}>
        Older
      </button>
    </nav>
  );
}

/** Returns the time of a cursor `time,id`; a cursor from an address may be any text. */
function timeOfCursor(cursor: string): string {
  const [time = ''] = cursor.split(',', 1);
  return Number.isNaN(Date.parse(time)) ? time : fullTime(time);
}

interface NothingProps {
  readonly address: SessionsAddress;
  /** Whether the search stopped before the end of the range. */
  readonly hasMore: boolean;
}

function Nothing({ address, hasMore }: NothingProps) {
  const isByBegin = address.sort === 'createdAt';
  if (hasMore) {
    return (
      <div className="secondary empty">
        <p>
          None of the traces that were looked at {isByBegin ? 'began' : 'ended'} such a session. Older ones may have.
        </p>
      </div>
    );
  }
  const conditions = filtersOf(address).map(({ name, value }) => sentenceOf(name, 'is', [value]));
  if (address.after !== null || conditions.length > 0) {
    return (
      <div className="secondary empty">
        <p>
          No {address.after !== null && 'older '}session {isByBegin ? 'began' : 'had its last turn'} in this time
          {conditions.length > 0 && ` where ${conditions.join(', and ')}`}.
        </p>
        {conditions.length > 0 && (
          <button
            type="button"
            onClick={() => navigate(changedSessions(address, { userId: undefined, environment: undefined }))}
          >
            Remove all filters
          </button>
        )}
      </div>
    );
  }
  return (
    <div className="secondary empty">
      <p>
        No session {isByBegin ? 'began' : 'had its last turn'} in this time. Traces that are sent with the same session
        id are one: as attribute <code>session.id</code> of a span, or as <code>sessionId</code> of a trace.
      </p>
      {address.range !== '30d' && (
        <button type="button" onClick={() => navigate(changedSessions(address, { range: '30d' }))}>
          Look at the last 30 days
        </button>
      )}
    </div>
  );
}
