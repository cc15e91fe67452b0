import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { read } from '../api/client';
import type { ListedTrace } from '../api/types';
import type { TracesAddress } from '../url/list-address';
import { listCall } from './list-call';

/** State of a search. */
export interface FoundTraces {
  /** Traces found; undefined before the first answer. */
  readonly rows: readonly ListedTrace[] | undefined;
  /** Time back to which the search has read; null after all was read, undefined before the first answer. */
  readonly searchedTo: string | null | undefined;
  /** Traces that were read, and traces that there are to read, if that is known. */
  readonly passed: number;
  readonly selected: number | null;
  readonly isSearching: boolean;
  readonly error: Error | null;
  readonly stop: () => void;
  /** Continues the search for another page. */
  readonly goOn: () => void;
  readonly again: () => void;
}

/**
 * Searches a text. Each answer covers about a second of reading, so the search continues until a page is full, all was read, or the user
 * stops it.
 */
export function useSearch(address: TracesAddress): FoundTraces {
  const { range, filters, search, searchIn, size } = address;
  const key = ['search', range, filters, search, searchIn, size];
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      read('/api/public/traces', {
        query: { ...listCall(address), searchFrom: pageParam },
        signal,
      }),
    getNextPageParam: ({ meta }) => meta.searchedTo ?? undefined,
    staleTime: Infinity,
  });
  const pages = query.data?.pages ?? [];
  const rows = query.data && pages.flatMap(({ data }) => data);
  const [wanted, setWanted] = useState(size);
  const isStopped = wanted <= (rows?.length ?? 0);
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && !isStopped) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, isStopped, fetchNextPage]);
  return {
    rows,
    searchedTo: pages.at(-1)?.meta.searchedTo?.split(',')[0] ?? (query.data && null),
    passed: pages.reduce((sum, { meta }) => sum + (meta.searched?.traces ?? 0), 0),
    selected: pages[0]?.meta.selected ?? null,
    isSearching: isFetching || (hasNextPage && !isStopped && !isError),
    error: query.error,
    stop: () => setWanted(0),
    goOn: () => setWanted((rows?.length ?? 0) + size),
    again: () => void (query.data === undefined ? query.refetch() : fetchNextPage()),
  };
}
