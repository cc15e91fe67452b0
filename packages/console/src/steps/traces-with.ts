import type { Filter } from '../url/filters';
import { DEFAULT_LIST, type TracesAddress } from '../url/list-address';
import { filtersOfTracesWith } from '../list/step-filters';

/** Returns the list of the traces with a step that fulfils these filters. */
export const tracesWith = (range: string, filters: readonly Filter[]): TracesAddress => ({
  ...DEFAULT_LIST,
  ...{ range, filters: filtersOfTracesWith(filters) },
});
