import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../api/client';
import type { TraceGroup } from '../api/types';
import { count, duration } from '../format/numbers';
import { fullTime } from '../format/times';
import { Cost } from '../ui/cost';
import { Link } from '../url/link';
import { DEFAULT_LIST, type TracesAddress } from '../url/list-address';
import { SESSIONS } from '../url/sessions-address';
import { ALL_TIME } from '../url/time-range';
import styles from './session-page.module.css';
import { NO_PARAMETERS } from '../url/query';

const DEFAULT_SESSIONS = SESSIONS.read(NO_PARAMETERS);

/** Most users that are named; most sessions have one user. */
const USERS = 5;

interface SessionHeadProps {
  readonly id: string;
  /** Number of traces; undefined until known. */
  readonly traces: number | undefined;
  /** Actions of the session. */
  readonly children: ReactNode;
}

/** Head of a session, with its sums. */
export function SessionHead({ id, traces, children }: SessionHeadProps) {
  const users = useQuery({
    queryKey: ['session-users', id],
    queryFn: ({ signal }) =>
      read('/api/public/traces/groups', { query: { by: 'userId', sessionId: id, limit: USERS }, signal }),
  });
  const more = (users.data?.meta.totalItems ?? 0) - (users.data?.data.length ?? 0);
  const sums = useSessionSums([id])?.get(id);
  const turns: TracesAddress = {
    ...{ ...DEFAULT_LIST, range: ALL_TIME },
    filters: [{ name: 'sessionId', value: id }],
  };
  return (
    <header className={`${styles.head} secondary`}>
      <Link to={DEFAULT_SESSIONS}>‹ Sessions</Link>
      <h1 className={styles.title}>
        <span className={`${styles.word} secondary`}>Session</span> <bdi>{id}</bdi>
      </h1>
      {users.data?.data.map(
        ({ value }) =>
          value !== null && (
            <bdi key={value} title="User">
              {value}
            </bdi>
          ),
      )}
      {more > 0 && <span>and {count(more)} more users</span>}
      {traces !== undefined && (
        <span>
          {count(traces)} {traces === 1 ? 'turn' : 'turns'}
        </span>
      )}
      {sums !== undefined && (
        <>
          {sums.errors > 0 && (
            <Link
              className="failed"
              title="Show the turns with an error"
              to={{ ...turns, filters: [...turns.filters, { name: 'level', value: 'ERROR' }] }}
            >
              ! {count(sums.errors)} with an error
            </Link>
          )}
          {sums.totalTokens > 0 && <span>{count(sums.totalTokens)} tokens</span>}
          <span>
            <Cost cost={sums.totalCost} tokens={sums.totalTokens} />
          </span>
          <span
            title={`From the first turn to the last: ${fullTime(sums.fromTimestamp)} to ${fullTime(sums.toTimestamp)}`}
          >
            {duration(Date.parse(sums.toTimestamp) - Date.parse(sums.fromTimestamp))}
          </span>
        </>
      )}
      <Link to={turns} className="last">
        As a list of traces
      </Link>
      {children}
    </header>
  );
}

/** Reads the sums of sessions by id; undefined until known. @param ids at most 200, the most groups of an answer */
function useSessionSums(ids: readonly string[]): ReadonlyMap<string, TraceGroup> | undefined {
  const sums = useQuery({
    queryKey: ['session-sums', ids],
    queryFn: ({ signal }) => {
      const filter = JSON.stringify([{ type: 'stringOptions', column: 'sessionId', operator: 'any of', value: ids }]);
      return read('/api/public/traces/groups', { query: { by: 'sessionId', limit: 200, filter }, signal });
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    select: ({ data }) => new Map(data.map((group) => [group.value ?? '', group])),
  });
  return sums.data;
}
