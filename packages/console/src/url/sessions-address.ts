import { type QueryPart, readPage, writePage } from './query';
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

declare module './address' {
  interface Addresses {
    readonly sessions: SessionsAddress;
    readonly session: SessionAddress;
  }
}

const RANGE = '7d';

export const DEFAULT_SESSIONS: SessionsAddress = {
  ...{ page: 'sessions', range: RANGE, after: null },
  ...{ userId: undefined, environment: undefined },
};

export function readSessions(parameters: URLSearchParams): SessionsAddress {
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

export const writeSessions = (address: SessionsAddress): readonly QueryPart[] => [
  ['range', address.range, RANGE],
  ...SESSION_FILTERS.map((name) => [name, address[name]] as const),
  ['after', address.after ?? undefined],
];

/** @param id of the session */
export const readSession = (parameters: URLSearchParams, id: string): SessionAddress => ({
  page: 'session',
  id,
  page_: readPage(parameters),
});

export const writeSession = ({ page_ }: SessionAddress): readonly QueryPart[] => [writePage(page_)];
