import { useQuery } from '@tanstack/react-query';
import type { Days } from '../url/calendar';
import type { Filter } from '../url/filters';
import type { Measure } from '../url/usage-address';
import { groupsQuery, orderOf } from './groups-query';

/**
 * Reads the total of a measure over the traces that called a model, by summing over environments: each trace is in exactly one. Undefined
 * until known, and if there are too many environments.
 */
export function useGroupTotal(
  days: Days,
  filters: readonly Filter[],
  measure: Measure,
  isWanted: boolean,
): number | undefined {
  const { data } = useQuery({ ...groupsQuery('environment', days, filters, measure), enabled: isWanted });
  if (data === undefined || data.meta.totalItems > data.data.length) return undefined;
  return data.data.reduce((sum, group) => sum + group[orderOf(measure)], 0);
}
