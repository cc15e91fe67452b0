import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../api/client';
import type { CoreObservation } from '../api/types';
import { buildTree } from '../trace/tree';
import type { Side } from './rows';

/** A trace as it is compared, with what its head says. */
export interface ComparedTrace extends Side {
  readonly trace: Answer<'/api/public/traces/{traceId}'>;
}

/** Asks for a trace and makes its tree. */
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
