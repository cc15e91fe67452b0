import { type Answer, type Parameters, read } from '../api/client';
import { SESSION_FILTERS, type SessionFilter, type SessionsAddress } from '../url/sessions-address';
import { boundsOf } from '../url/time-range';

type Page = Answer<'/api/public/sessions'>;

const ROWS = 50;
/** An answer passes ten thousand traces at most: where few of them begin a session it is asked on, so often at most. */
const MOST_LOOKS = 10;

/** What a list of sessions is narrowed by, as filters of its first traces. */
export const filtersOf = (
  address: SessionsAddress,
): readonly { readonly name: SessionFilter; readonly value: string }[] =>
  SESSION_FILTERS.flatMap((name) => {
    const value = address[name];
    return value === undefined ? [] : [{ name, value }];
  });

/** The millisecond after a time; the end of a range is in it, `toTimestamp` of sessions is exclusive. Text that is no time stays. */
function after(time: string): string {
  const end = Date.parse(time) + 1;
  return Number.isNaN(end) ? time : new Date(end).toISOString();
}

/** The parameters of the call that a list of sessions is made of. */
export function sessionsCall({ range, after: cursor, userId, environment }: SessionsAddress): Parameters {
  const { from, to } = boundsOf(range, Date.now());
  return {
    ...{ fromTimestamp: from, toTimestamp: to && after(to), userId, environment },
    ...{ cursor: cursor ?? 'newest', limit: ROWS, fields: 'summary' },
  };
}

/** Sessions of a place, and how often it was asked for them. */
export interface FoundSessions {
  readonly sessions: Page['data'];
  /** The cursor of what is older; null: nothing is. */
  readonly next: string | null;
  readonly looks: number;
}

/** Asks until a page is full, nothing is left, or it was asked often enough. */
export async function findSessions(address: SessionsAddress, signal: AbortSignal): Promise<FoundSessions> {
  const sessions: Page['data'][number][] = [];
  const call = sessionsCall(address);
  for (let [looks, cursor] = [1, call['cursor']]; ; looks += 1) {
    const query = { ...call, cursor, limit: ROWS - sessions.length };
    const { data, meta } = await read('/api/public/sessions', { query, signal });
    sessions.push(...data);
    const next = meta.nextCursor ?? null;
    if (next === null || sessions.length >= ROWS || looks === MOST_LOOKS) return { sessions, next, looks };
    cursor = next;
  }
}
