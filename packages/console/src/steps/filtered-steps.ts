import type { Filtered } from '../list/filtered';
import { STEP_COLUMNS } from '../url/filters';
import type { GroupsAddress } from '../url/steps-address';
import { readStepValues } from './step-values';

/** Filters of a page of steps. */
export const filteredSteps = (
  { range, filters }: Pick<GroupsAddress, 'range' | 'filters'>,
  onFilters: Filtered['onFilters'],
): Filtered => ({ ...{ columns: STEP_COLUMNS, range, filters }, onFilters, readValues: readStepValues });
