import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FilterName, STEP_COLUMNS, columnOf } from '../url/filters';
import type { Filtered } from './filtered';
import type { FoundValues } from './trace-values';

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
  // Metadata of the same steps complete each text: `metadata` there, `step.metadata` of traces.
  const sampled = columns === STEP_COLUMNS ? 'metadata' : '.metadata';
  const isSampled = name !== undefined && columnOf(name).endsWith(sampled);
  const start = isSampled ? '' : prefix;
  return useQuery({
    queryKey: ['values', columns, name, start, range, others],
    queryFn: ({ signal }) =>
      name === undefined
        ? { values: [], isTruncated: false }
        : readValues({ name, prefix: start, range, filters: others, limit: SHOWN }, signal),
    enabled: name !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
}
