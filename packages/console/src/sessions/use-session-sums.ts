import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../api/client';
import type { TraceGroup } from '../api/types';

/** Reads the sums of sessions by id; undefined until known. @param ids at most 200, the most groups of an answer */
export function useSessionSums(ids: readonly string[]): ReadonlyMap<string, TraceGroup> | undefined {
  const sums = useQuery({
    queryKey: ['session-sums', ids],
    queryFn: ({ signal }) => {
      const filter = JSON.stringify([{ type: 'stringOptions', column: 'sessionId', operator: 'any of', value: ids }]);
      return read('/api/public/traces/groups', { query: { by: 'sessionId', limit: 200, filter }, signal });
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    select: ({ data }) => new Map(data.map((group) => [group.value ?? '', group])),
  });
  return sums.data;
}
