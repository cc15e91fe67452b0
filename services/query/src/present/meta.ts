import { formatMicros, type SearchCursor } from '@sluice/record';
import type { ObservationCursor, Page, SessionScan, TraceSearch } from '@sluice/store/read';

/** Pagination meta (spec 2.9). */
export function presentMeta({ page, limit }: Page, totalItems: number): object {
  return { page, limit, totalItems, totalPages: Math.ceil(totalItems / limit) };
}

type SearchedTraces = Pick<TraceSearch, 'found' | 'searchedTo' | 'passed' | 'bytes' | 'selected'>;

/** Pagination meta of a search, which has no total: its counts are those of this response (contract: Text search). */
export function presentSearchMeta(page: Page, { found, searchedTo, passed, bytes, selected }: SearchedTraces): object {
  return {
    ...presentMeta(page, found),
    searchedTo: searchedTo === undefined ? null : presentPlace(searchedTo),
    searched: { traces: passed, bytes },
    selected: selected ?? null,
  };
}

/** Pagination meta of sessions by a cursor (contract: Reading traces). */
export function presentScanMeta({ limit }: { readonly limit: number }, { sessions, searchedTo }: SessionScan): object {
  const nextCursor = searchedTo === undefined ? null : presentPlace(searchedTo);
  return { ...presentMeta({ page: 1, limit }, sessions.length), nextCursor };
}

/** Meta of observations by a cursor, which is absent if no more follow (contract: Observations). */
export const presentCursorMeta = (next: ObservationCursor | undefined): object =>
  next === undefined ? {} : { cursor: `${formatMicros(next.startTime)},${next.traceId},${next.id}` };

/** Writes a search cursor, for people and for the next request: the time to the microsecond, and the id of the trace at this time. */
const presentPlace = ({ timestamp, id }: SearchCursor): string => `${formatMicros(timestamp)},${id}`;
