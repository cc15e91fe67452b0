import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Answer, type Parameters, read } from '../api/client';
import { selectionOf } from '../list/selection';
import type { DifferencesAddress } from '../url/differences-address';
import { pickedParameter } from './trace-selection';

/** Most values that are shown. */
const MAX_VALUES = 500;

export type Comparison = Answer<'/api/public/traces/compare'>;

/** Builds the parameters of the request for a comparison. */
export const comparisonCall = (address: DifferencesAddress): Parameters => ({
  ...selectionOf(address, Date.now()),
  picked: pickedParameter(address),
  limit: MAX_VALUES,
});

/** Compares the selected traces with the others; without a selection, reads the thresholds of slow and expensive traces. */
export function useComparison(address: DifferencesAddress): UseQueryResult<Comparison> {
  const { range, filters } = address;
  return useQuery({
    queryKey: ['different', 'compare', range, filters, pickedParameter(address)],
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => read('/api/public/traces/compare', { query: comparisonCall(address), signal }),
  });
}
