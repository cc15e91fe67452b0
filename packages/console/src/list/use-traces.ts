import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Answer, read } from '../api/client';
import { RequestError } from '../api/request-error';
import type { ListedTrace } from '../api/types';
import type { TracesAddress } from '../url/list-address';
import { endsNow } from '../url/time-range';
import { follow, newIds } from './follow-rows';
import { listCall } from './list-call';

type Page = Answer<'/api/public/traces'>;

/** Intervals between two reads of the list, in milliseconds: in live mode, and otherwise to count new traces. */
const LIVE_MS = 2_000;
const TELL_MS = 5_000;
/** Age in milliseconds up to which a cached page is shown unchanged. */
const RECENT_MS = 30_000;

/** State of a page of the list. */
export interface ShownTraces {
  /** Rows; undefined before the first answer. */
  readonly rows: readonly ListedTrace[] | undefined;
  readonly meta: Page['meta'] | undefined;
  /** Number of new traces, hidden until `showNew`. */
  readonly waiting: number;
  readonly fresh: ReadonlySet<string>;
  /** Whether the rows belong to another address than the requested one. */
  readonly isOld: boolean;
  readonly error: Error | null;
  readonly showNew: () => void;
  /** Reads the page again, and shows the result. */
  readonly refresh: () => void;
}

/** Answer that the list shows until it is replaced. */
interface Put {
  readonly key: string;
  readonly page: Page;
  readonly fresh: ReadonlySet<string>;
  /** Whether the next answer replaces this one, because it was cached or the user has refreshed. */
  readonly isProvisional: boolean;
}

/** Returns the wait that the server requested, in milliseconds. */
const askedToWait = (error: Error | null): number =>
  error instanceof RequestError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;

const NONE: ReadonlySet<string> = new Set();

/** Reads a page of traces, and polls while new traces can be on it. @param mayMove whether rows may move: the pointer is not over them */
export function useTraces(address: TracesAddress, mayMove: boolean): ShownTraces {
  const { range, filters, sort, page_, size, isLive } = address;
  const queries = useQueryClient();
  const queryKey = ['traces', range, filters, sort, page_, size];
  const key = JSON.stringify(queryKey);
  const grows = endsNow(range) && page_ === 1;
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      read('/api/public/traces', {
        query: listCall(address),
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: RECENT_MS,
    refetchInterval: ({ state }) => grows && Math.max(isLive ? LIVE_MS : TELL_MS, askedToWait(state.error)),
  });

  const page = query.isPlaceholderData ? undefined : query.data;
  const [put, setPut] = useState<Put>();
  if (page !== undefined && page !== put?.page) {
    const isOther = put?.key !== key;
    const takes = isOther || put.isProvisional || put.page.data.length === 0 || (isLive && mayMove);
    if (takes) {
      const isProvisional = isOther && !query.isFetchedAfterMount && query.isStale;
      setPut({ key, page, fresh: isOther ? NONE : newIds(put.page.data, page.data), isProvisional });
    }
  }

  const followed = useMemo(() => {
    if (put === undefined) return undefined;
    const now = page !== undefined && put.key === key ? page : put.page;
    return follow(put.page.data, put.page.meta.totalItems, { rows: now.data, total: now.meta.totalItems });
  }, [put, page, key]);

  const askHistogram = (): void => void queries.invalidateQueries({ queryKey: ['histogram'] });
  return {
    rows: followed?.rows,
    meta: put?.page.meta,
    waiting: followed?.waiting ?? 0,
    fresh: put?.fresh ?? NONE,
    isOld: put !== undefined && put.key !== key,
    error: query.error,
    showNew: () => {
      if (put === undefined || page === undefined) return;
      setPut({ key, page, fresh: newIds(put.page.data, page.data), isProvisional: false });
      askHistogram();
    },
    refresh: () => {
      if (put !== undefined) setPut({ ...put, isProvisional: true });
      void query.refetch();
      askHistogram();
    },
  };
}
