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

/** How often the list is asked again: while new traces come into it by themselves, and else to tell of them. */
const LIVE_MS = 2_000;
const TELL_MS = 5_000;
/** A page that was seen so recently is shown as it was. */
const RECENT_MS = 30_000;

/** What is shown of the list. */
export interface ShownTraces {
  /** Undefined as long as there is nothing at all. */
  readonly rows: readonly ListedTrace[] | undefined;
  readonly meta: Page['meta'] | undefined;
  /** How many more there are now; they are not shown before `showNew`. */
  readonly waiting: number;
  readonly fresh: ReadonlySet<string>;
  /** Whether it is of another place than the one that is asked for. */
  readonly isOld: boolean;
  readonly error: Error | null;
  readonly showNew: () => void;
  /** Asks for everything again, and shows it. */
  readonly refresh: () => void;
}

/** What was put into the list, until something else is. */
interface Put {
  readonly key: string;
  readonly page: Page;
  readonly fresh: ReadonlySet<string>;
  /** Whether the next answer takes its place, because it was there from before, or somebody has asked for it. */
  readonly isProvisional: boolean;
}

/** How long the server has asked to be left alone, in milliseconds. */
const askedToWait = (error: Error | null): number =>
  error instanceof RequestError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;

const NONE: ReadonlySet<string> = new Set();

/**
 * A page of traces, asked for again while it is shown where new ones can come into it.
 * @param mayMove whether rows may move now: nobody points at them
 */
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
