import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Answer, type Parameters, read } from '../api/client';
import { selectionOf } from '../list/selection';
import type { DifferencesAddress } from '../url/differences-address';
import { pickedParameter } from './trace-selection';

/** More are not shown. */
const MOST_VALUES = 500;

export type Comparison = Answer<'/api/public/traces/compare'>;

/** The parameters of the call that a place is made of. */
export const comparisonCall = (address: DifferencesAddress): Parameters => ({
  ...selectionOf(address, Date.now()),
  picked: pickedParameter(address),
  limit: MOST_VALUES,
});

/** What the picked traces have more often than the others; where nothing is picked, what is slow and dear of all. */
export function useComparison(address: DifferencesAddress): UseQueryResult<Comparison> {
  const { range, filters } = address;
  return useQuery({
    queryKey: ['different', 'compare', range, filters, pickedParameter(address)],
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => read('/api/public/traces/compare', { query: comparisonCall(address), signal }),
  });
}
