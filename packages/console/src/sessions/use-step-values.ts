import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import type { CoreObservation } from '../api/types';

/** As many observations as the API gives at once. */
export const MOST_STEPS = 50;
/** Longer values are not asked for to show the beginning of them. */
const MOST_BYTES = 100_000;

/** What went into the first steps of a trace and came out, but for what is long. */
export function useStepValues(trace: string, steps: readonly CoreObservation[], isWanted: boolean) {
  const ids = steps
    .slice(0, MOST_STEPS)
    .filter(({ sizes }) => sizes.input + sizes.output <= MOST_BYTES)
    .map(({ id }) => id);
  return useQuery({
    queryKey: ['steps', trace, ids],
    queryFn: ({ signal }) =>
      read('/api/public/observations', { query: { ids, traceId: trace, limit: MOST_STEPS }, signal }),
    enabled: isWanted && ids.length > 0,
    staleTime: Infinity,
    gcTime: 60_000,
    select: ({ data }) => data,
  });
}
