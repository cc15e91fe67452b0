import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import type { FilterName } from '../url/filters';
import type { Filtered, FoundValues } from './filtered';

/** Most values that complete a text. */
const SHOWN = 50;

/** Filters whose stored values complete a text. */
export type Completed = Pick<Filtered, 'columns' | 'filters' | 'range' | 'readValues'>;

/**
 * Reads stored values of a column that begin with a text and match the other filters; a filter of the same column is ignored, so that
 * another of its values can be chosen.
 * @param name column; undefined for none
 */
export function useStoredValues(
  { columns, filters, range, readValues }: Completed,
  name: FilterName | undefined,
  prefix: string,
): UseQueryResult<FoundValues> {
  const others = filters.filter((filter) => filter.name !== name);
  return useQuery({
    queryKey: ['values', columns, name, prefix, range, others],
    queryFn: ({ signal }) =>
      name === undefined
        ? { values: [], isTruncated: false }
        : readValues({ name, prefix, range, filters: others, limit: SHOWN }, signal),
    enabled: name !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
}
