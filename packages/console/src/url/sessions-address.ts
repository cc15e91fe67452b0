import { decodePart, readPage, withQuery, writePage } from './query';
import { readRange } from './time-range';

/** Filters of the list of sessions, in the order of the address. They apply to the first trace of each session. */
export const SESSION_FILTERS = ['userId', 'environment'] as const;
export type SessionFilter = (typeof SESSION_FILTERS)[number];

/** Address of the list of sessions. */
export interface SessionsAddress extends Readonly<Record<SessionFilter, string | undefined>> {
  readonly page: 'sessions';
  /** Range of the start of a session's first trace, as in `ListAddress`. */
  readonly range: string;
  /** Cursor of the API: only older sessions are listed; null for the newest. */
  readonly after: string | null;
}

/** Address of a session, shown as a conversation. */
export interface SessionAddress {
  readonly page: 'session';
  readonly id: string;
  readonly page_: number;
}

const RANGE = '7d';

export const DEFAULT_SESSIONS: SessionsAddress = {
  ...{ page: 'sessions', range: RANGE, after: null },
  ...{ userId: undefined, environment: undefined },
};

/** @param id as in the path; undefined for the list */
export function readSessions(
  id: string | undefined,
  parameters: URLSearchParams,
): SessionsAddress | SessionAddress | undefined {
  if (id === undefined) {
    const filter = (name: SessionFilter): string | undefined => {
      const value = parameters.get(name);
      return value === null || value === '' ? undefined : value;
    };
    return {
      page: 'sessions',
      range: readRange(parameters, RANGE),
      after: parameters.get('after'),
      userId: filter('userId'),
      environment: filter('environment'),
    };
  }
  const page_ = readPage(parameters);
  const decoded = decodePart(id);
  return decoded === undefined || decoded === '' ? undefined : { page: 'session', id: decoded, page_ };
}

export function writeSessions(address: SessionsAddress | SessionAddress, query = withQuery): string {
  if (address.page === 'session')
    return query(`sessions/${encodeURIComponent(address.id)}`, [writePage(address.page_)]);
  return query('sessions', [
    ['range', address.range, RANGE],
    ...SESSION_FILTERS.map((name) => [name, address[name]] as const),
    ['after', address.after ?? undefined],
  ]);
}
