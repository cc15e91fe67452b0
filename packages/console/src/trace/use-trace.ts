import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { RequestError } from '../api/request-error';
import { type ReadTrace, readTrace } from './read-trace';

/** Ages since the last change up to which a trace is polled often and at all, and both intervals, in milliseconds. */
const GROWING_MS = 60_000;
const WATCHED_MS = 3_600_000;
const OFTEN_MS = 2_000;
const SELDOM_MS = 15_000;
/** Number of polls for an absent trace: a user may open a printed link before the trace is stored. */
const LOOKS_FOR_MISSING = 20;

/** Reads a trace, and polls while it may grow; an unchanged answer has no body. */
export function useTrace(id: string): UseQueryResult<ReadTrace> {
  const queries = useQueryClient();
  const queryKey = ['trace', id];
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => readTrace(id, signal, queries.getQueryData<ReadTrace>(queryKey)),
    // Columns are passed on as they are: a structural comparison would take longer than drawing.
    structuralSharing: false,
    refetchInterval({ state: { data, error, errorUpdateCount } }) {
      if (data !== undefined) return waitFor(lastChange(data), Date.now());
      const isMissing = error instanceof RequestError && error.status === 404;
      return isMissing && errorUpdateCount < LOOKS_FOR_MISSING && OFTEN_MS;
    },
  });
}

/** Returns the time of the last received part of the trace, as a time of `Date`. */
export function lastChange({ head, columns }: Pick<ReadTrace, 'head' | 'columns'>): number {
  return columns.times.updatedAt.reduce((last, each) => Math.max(last, each), Date.parse(head.updatedAt));
}

/** Returns the milliseconds until the next poll; false for none. */
function waitFor(changed: number, now: number): number | false {
  const since = now - changed;
  return since < GROWING_MS ? OFTEN_MS : since < WATCHED_MS ? SELDOM_MS : false;
}
