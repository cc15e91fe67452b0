import { type QueryPart, decodePart, readPage, unless, withQuery, writePage } from './query';

/** The list of sessions. */
export interface SessionsPlace {
  readonly page: 'sessions';
  /** As the list of traces has it: when the first trace of a session began. */
  readonly range: string;
  readonly page_: number;
}

/** A session as a conversation. */
export interface SessionPlace {
  readonly page: 'session';
  readonly id: string;
  readonly page_: number;
}

const RANGE = '7d';

export const DEFAULT_SESSIONS: SessionsPlace = { page: 'sessions', range: RANGE, page_: 1 };

/** @param id as the path has it; undefined for the list */
export function readSessions(
  id: string | undefined,
  parameters: URLSearchParams,
): SessionsPlace | SessionPlace | undefined {
  const page_ = readPage(parameters);
  if (id === undefined) return { page: 'sessions', range: parameters.get('range') ?? RANGE, page_ };
  const decoded = decodePart(id);
  return decoded === undefined || decoded === '' ? undefined : { page: 'session', id: decoded, page_ };
}

export function writeSessions(place: SessionsPlace | SessionPlace): string {
  const page: QueryPart = writePage(place.page_);
  if (place.page === 'session') return withQuery(`sessions/${encodeURIComponent(place.id)}`, [page]);
  return withQuery('sessions', [['range', unless(place.range, RANGE)], page]);
}
