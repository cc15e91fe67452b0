import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import type { CoreObservation } from '../api/types';

/** Most observations that the API returns in one request. */
export const MAX_STEPS = 50;
/** Most bytes of the input and output of a step whose texts are read to show their starts. */
const MAX_BYTES = 100_000;

/** Reads the inputs and outputs of the first steps of a trace, except long ones. */
export function useStepValues(trace: string, steps: readonly CoreObservation[], isWanted: boolean) {
  const ids = steps
    .slice(0, MAX_STEPS)
    .filter(({ sizes }) => sizes.input + sizes.output <= MAX_BYTES)
    .map(({ id }) => id);
  return useQuery({
    queryKey: ['steps', trace, ids],
    queryFn: ({ signal }) =>
      read('/api/public/observations', { query: { ids, traceId: trace, limit: MAX_STEPS }, signal }),
    enabled: isWanted && ids.length > 0,
    staleTime: Infinity,
    gcTime: 60_000,
    select: ({ data }) => data,
  });
}
