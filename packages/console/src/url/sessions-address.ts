import { AFTER, ID, PAGE, addressForm, text } from './address-form';
import { NO_PARAMETERS } from './query';
import { RANGE } from './time-range';

/** Filters of the list of sessions, in the order of the address. They apply to the first trace of each session. */
export const SESSION_FILTERS = ['userId', 'environment'] as const;
export type SessionFilter = (typeof SESSION_FILTERS)[number];

/** Address of the list of sessions. */
export interface SessionsAddress extends Readonly<Record<SessionFilter, string | undefined>> {
  readonly page: 'sessions';
  /** Range of the start of a session's first trace, as in `TracesAddress`. */
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

export const SESSIONS = addressForm<SessionsAddress>('sessions', {
  range: RANGE,
  userId: text('userId'),
  environment: text('environment'),
  after: AFTER,
});

export const DEFAULT_SESSIONS = SESSIONS.read(NO_PARAMETERS);

export const SESSION = addressForm<SessionAddress>('session', { id: ID, page_: PAGE }, 'sessions/:id');
