import { useQuery } from '@tanstack/react-query';
import { read } from '../api/client';

export interface NewestTrace {
  readonly id: string;
  readonly name: string | null;
  readonly timestamp: string;
}

/** The first trace is to be seen within three seconds after it was stored. */
const WAITING_MS = 1_500;

/**
 * The newest trace of all; null where there is none, undefined while it is not known.
 * @param goesOn whether it is asked for again also when there is one
 */
export function useNewest({ goesOn }: { readonly goesOn: boolean }): NewestTrace | null | undefined {
  const { data } = useQuery({
    queryKey: ['newest trace'],
    queryFn: async ({ signal }) => {
      const { data: traces } = await read('/api/public/traces', { query: { limit: 1, fields: 'core' }, signal });
      return traces[0] ?? null;
    },
    // There is one for ever, as far as it matters.
    staleTime: ({ state }) => (state.data ? Infinity : 0),
    refetchInterval: ({ state }) => (goesOn || state.data === null ? WAITING_MS : false),
    refetchIntervalInBackground: true,
  });
  return data;
}
