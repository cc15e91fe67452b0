import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../api/client';
import type { CoreObservation } from '../api/types';
import { buildTree } from '../trace/tree';
import type { Side } from './rows';

/** Trace in a comparison, with its head. */
export interface ComparedTrace extends Side {
  readonly trace: Answer<'/api/public/traces/{traceId}'>;
}

/** Reads a trace and builds its tree. */
export function useSide(id: string): UseQueryResult<ComparedTrace> {
  return useQuery({
    queryKey: ['compare', 'trace', id],
    queryFn: async ({ signal }) => {
      const trace = await read('/api/public/traces/{traceId}', {
        ids: { traceId: id },
        query: { fields: 'core,metrics,observations,summary', observationFields: 'core' },
        signal,
      });
      const observations = trace.observations as readonly CoreObservation[];
      return { trace, observations, tree: buildTree(observations) };
    },
  });
}
