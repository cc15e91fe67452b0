import type { Filter, FilterName } from '../url/filters';
import { DEFAULT_LIST, type TracesAddress } from '../url/list-address';

/** Columns of a step that are those of its trace, by their names there. */
const OF_TRACES: Readonly<Partial<Record<FilterName, FilterName>>> = {
  ...{ userId: 'userId', sessionId: 'sessionId', release: 'release', tags: 'tags', traceName: 'name' },
};

/** Converts a filter of steps to that of the traces with such a step. */
const ofTraces = (filter: Filter): Filter => ({
  ...filter,
  name: OF_TRACES[filter.name] ?? (`step.${filter.name}` as FilterName),
});

/** Returns the list of the traces with a step that fulfils these filters. */
export const tracesWith = (range: string, filters: readonly Filter[]): TracesAddress => ({
  ...DEFAULT_LIST,
  ...{ range, filters: filters.map(ofTraces) },
});
