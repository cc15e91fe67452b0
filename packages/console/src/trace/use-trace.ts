import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { RequestError } from '../api/request-error';
import { type ReadTrace, readTrace } from './read-trace';

/** How long after its last change a trace is looked at often, and how long at all, in milliseconds. */
const GROWING_MS = 60_000;
const WATCHED_MS = 3_600_000;
const OFTEN_MS = 2_000;
const SELDOM_MS = 15_000;
/** Who follows a link that a program has just printed may be faster than the trace: how often one is looked for that is not there. */
const LOOKS_FOR_MISSING = 20;

/** A trace, which is asked for again while it still grows; an answer that is unchanged costs nothing. */
export function useTrace(id: string): UseQueryResult<ReadTrace> {
  const queries = useQueryClient();
  const queryKey = ['trace', id];
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => readTrace(id, signal, queries.getQueryData<ReadTrace>(queryKey)),
    // Columns are handed over as they are: comparing them with those before would take longer than to draw them.
    structuralSharing: false,
    refetchInterval({ state: { data, error, errorUpdateCount } }) {
      if (data !== undefined) return waitFor(lastChange(data), Date.now());
      const isMissing = error instanceof RequestError && error.status === 404;
      return isMissing && errorUpdateCount < LOOKS_FOR_MISSING && OFTEN_MS;
    },
  });
}

/** When something of the trace was received last, as a time of `Date`. */
export function lastChange({ head, columns }: Pick<ReadTrace, 'head' | 'columns'>): number {
  return columns.times.updatedAt.reduce((last, each) => Math.max(last, each), Date.parse(head.updatedAt));
}

/** Until the next look, in milliseconds; false: none. */
function waitFor(changed: number, now: number): number | false {
  const since = now - changed;
  return since < GROWING_MS ? OFTEN_MS : since < WATCHED_MS ? SELDOM_MS : false;
}
