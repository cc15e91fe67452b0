import { AFTER, ID, PAGE, SEARCH, addressForm, text, word } from './address-form';
import { RANGE } from './time-range';

/** Filters of the list of sessions, in the order of the address. They apply to the first trace of each session. */
export const SESSION_FILTERS = ['userId', 'environment'] as const;
export type SessionFilter = (typeof SESSION_FILTERS)[number];

/** Orders of the list, as in the API, the greatest first. */
export const SESSION_SORTS = ['lastTimestamp', 'createdAt', 'totalCost', 'failedTraceCount', 'traceCount'] as const;
export type SessionSort = (typeof SESSION_SORTS)[number];

/** Address of the list of sessions. */
export interface SessionsAddress extends Readonly<Record<SessionFilter, string | undefined>> {
  readonly page: 'sessions';
  /** Range of the latest turn of a session, or of its start in that order, as in `TracesAddress`. */
  readonly range: string;
  /** Text of traces in sessions to search for; empty for no search. */
  readonly search: string;
  readonly sort: SessionSort;
  /** Cursor of the API: only older sessions are listed; null for the newest. */
  readonly after: string | null;
  readonly page_: number;
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

export const SESSIONS = addressForm<SessionsAddress>('sessions', {
  range: RANGE,
  search: SEARCH,
  sort: word('sort', SESSION_SORTS),
  userId: text('userId'),
  environment: text('environment'),
  after: AFTER,
  page_: PAGE,
});

export const SESSION = addressForm<SessionAddress>('session', { id: ID, page_: PAGE }, 'sessions/:id');
