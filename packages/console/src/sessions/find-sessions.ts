import { type Answer, type Parameters, read } from '../api/client';
import { exclusiveEnd } from '../list/exclusive-end';
import { SESSION_FILTERS, type SessionFilter, type SessionSort, type SessionsAddress } from '../url/sessions-address';
import { boundsOf } from '../url/time-bounds';

type Page = Answer<'/api/public/sessions'>;

const ROWS = 50;
/** Most requests for one page: an answer covers at most 10,000 traces, and few of these may start a session. */
const MAX_REQUESTS = 10;

/** Returns whether an order is by a time: then a cursor leads to older sessions, otherwise sessions have pages. */
export const isByTime = (sort: SessionSort): boolean => sort === 'lastTimestamp' || sort === 'createdAt';

/** Returns the address with changes, at its first page. */
export const changedSessions = (address: SessionsAddress, to: Partial<SessionsAddress>): SessionsAddress => ({
  ...{ ...address, after: null, page_: 1 },
  ...to,
});

/** Filters of a list of sessions, as filters of their first traces. */
export const filtersOf = (
  address: SessionsAddress,
): readonly { readonly name: SessionFilter; readonly value: string }[] =>
  SESSION_FILTERS.flatMap((name) => {
    const value = address[name];
    return value === undefined ? [] : [{ name, value }];
  });

/** Builds the parameters of the request for a list of sessions. */
export function sessionsCall({ range, sort, after, page_, userId, environment }: SessionsAddress): Parameters {
  const { from, to } = boundsOf(range, Date.now());
  return {
    ...{ fromTimestamp: from, toTimestamp: to && exclusiveEnd(to), userId, environment },
    ...(isByTime(sort) ? { cursor: after ?? 'newest' } : { page: page_ }),
    ...{ orderBy: sort, limit: ROWS, fields: 'summary' },
  };
}

/** Page of sessions, and the number of requests that it needed. */
export interface FoundSessions {
  readonly sessions: Page['data'];
  /** Cursor of older sessions; null if there are none. */
  readonly next: string | null;
  readonly looks: number;
  /** Figures of the page; absent in an order by time, whose sessions are not counted. */
  readonly meta?: Page['meta'];
}

/** Sends requests until the page is full, no session is left, or MAX_REQUESTS are sent. */
export async function findSessions(address: SessionsAddress, signal: AbortSignal): Promise<FoundSessions> {
  const sessions: Page['data'][number][] = [];
  const call = sessionsCall(address);
  if (!isByTime(address.sort)) {
    const { data, meta } = await read('/api/public/sessions', { query: call, signal });
    return { sessions: data, next: null, looks: 1, meta };
  }
  for (let [looks, cursor] = [1, call['cursor']]; ; looks += 1) {
    const query = { ...call, cursor, limit: ROWS - sessions.length };
    const { data, meta } = await read('/api/public/sessions', { query, signal });
    sessions.push(...data);
    const next = meta.nextCursor ?? null;
    if (next === null || sessions.length >= ROWS || looks === MAX_REQUESTS) return { sessions, next, looks };
    cursor = next;
  }
}
