import { decodePart, readPage, unless, withQuery, writePage } from './query';

/** The list of sessions. */
export interface SessionsPlace {
  readonly page: 'sessions';
  /** As the list of traces has it: when the first trace of a session began. */
  readonly range: string;
  /** Only sessions that began before: the cursor of the API; null: the newest. */
  readonly after: string | null;
}

/** A session as a conversation. */
export interface SessionPlace {
  readonly page: 'session';
  readonly id: string;
  readonly page_: number;
}

const RANGE = '7d';

export const DEFAULT_SESSIONS: SessionsPlace = { page: 'sessions', range: RANGE, after: null };

/** @param id as the path has it; undefined for the list */
export function readSessions(
  id: string | undefined,
  parameters: URLSearchParams,
): SessionsPlace | SessionPlace | undefined {
  if (id === undefined) {
    return { page: 'sessions', range: parameters.get('range') ?? RANGE, after: parameters.get('after') };
  }
  const page_ = readPage(parameters);
  const decoded = decodePart(id);
  return decoded === undefined || decoded === '' ? undefined : { page: 'session', id: decoded, page_ };
}

export function writeSessions(place: SessionsPlace | SessionPlace): string {
  if (place.page === 'session') return withQuery(`sessions/${encodeURIComponent(place.id)}`, [writePage(place.page_)]);
  return withQuery('sessions', [
    ['range', unless(place.range, RANGE)],
    ['after', place.after ?? undefined],
  ]);
}
