import { formatMicros } from '@sluice/record';
import type { Page, SearchCursor, SessionWalk, TraceSearch } from '@sluice/store/read';

/** Pagination meta (spec 2.9). */
export function presentMeta({ page, limit }: Page, totalItems: number): object {
  return { page, limit, totalItems, totalPages: Math.ceil(totalItems / limit) };
}

/** The same of a search, which knows no total: what it counts is of this answer (contract: Text search). */
export function presentSearchMeta(
  page: Page,
  { found, searchedTo }: Pick<TraceSearch, 'found' | 'searchedTo'>,
): object {
  return { ...presentMeta(page, found), searchedTo: searchedTo === undefined ? null : presentPlace(searchedTo) };
}

/** The same of sessions by a cursor (contract: Reading traces). */
export function presentWalkMeta({ limit }: { readonly limit: number }, { sessions, searchedTo }: SessionWalk): object {
  const nextCursor = searchedTo === undefined ? null : presentPlace(searchedTo);
  return { ...presentMeta({ page: 1, limit }, sessions.length), nextCursor };
}

/** How far a search has come, for people and for the next request: to the microsecond, and which of the traces of this time. */
const presentPlace = ({ timestamp, id }: SearchCursor): string => `${formatMicros(timestamp)},${id}`;
