import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client';

export interface NewestTrace {
  readonly id: string;
  readonly name: string | null;
  readonly timestamp: string;
}

/** Interval in milliseconds: the first trace must be visible within 3 s after it is stored. */
const WAITING_MS = 1_500;

/**
 * Reads the newest trace of all; null if there is none, undefined until known.
 * @param goesOn whether polling continues after a trace is found
 */
export function useNewest({ goesOn }: { readonly goesOn: boolean }): NewestTrace | null | undefined {
  const { data } = useQuery({
    queryKey: ['newest trace'],
    queryFn: async ({ signal }) => {
      const { data: traces } = await read('/api/public/traces', { query: { limit: 1, fields: 'core' }, signal });
      return traces[0] ?? null;
    },
    // Once found, a trace stays the answer.
    staleTime: ({ state }) => (state.data ? Infinity : 0),
    refetchInterval: ({ state }) => (goesOn || state.data === null ? WAITING_MS : false),
    refetchIntervalInBackground: true,
  });
  return data;
}
