import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { read } from '../api/client';
import type { ListedTrace } from '../api/types';
import type { TracesAddress } from '../url/list-address';
import { listCall } from './list-call';

/** What a search has found so far. */
export interface FoundTraces {
  /** Undefined before the first answer. */
  readonly rows: readonly ListedTrace[] | undefined;
  /** Everything from now back to this time was searched; null: everything was, undefined: not known yet. */
  readonly searchedTo: string | null | undefined;
  readonly isSearching: boolean;
  readonly error: Error | null;
  readonly stop: () => void;
  /** Finds as many more as are on a page. */
  readonly goOn: () => void;
  readonly again: () => void;
}

/**
 * Searches a text: each answer reads for about a second, so it goes on by itself until a page is full, everything was searched or somebody
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
  const rows = query.data?.pages.flatMap(({ data }) => data);
  const [wanted, setWanted] = useState(size);
  const isStopped = wanted <= (rows?.length ?? 0);
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && !isStopped) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, isStopped, fetchNextPage]);
  return {
    rows,
    searchedTo: query.data?.pages.at(-1)?.meta.searchedTo?.split(',')[0] ?? (query.data && null),
    isSearching: isFetching || (hasNextPage && !isStopped && !isError),
    error: query.error,
    stop: () => setWanted(0),
    goOn: () => setWanted((rows?.length ?? 0) + size),
    again: () => void (query.data === undefined ? query.refetch() : fetchNextPage()),
  };
}
