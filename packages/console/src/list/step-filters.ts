import { type Filter, type FilterName, type PlainName, type StepPrefix } from '../url/filters';

const PREFIXES: readonly StepPrefix[] = ['step.', 'nostep.'];

/** Returns the prefix of a filter by steps; undefined for any other. */
export const prefixOf = (name: FilterName): StepPrefix | undefined =>
  PREFIXES.find((prefix) => name.startsWith(prefix));

/** Returns the name that a filter by steps has on the page of steps; any other name is the same. */
export const unprefixed = (name: FilterName): PlainName => name.slice(prefixOf(name)?.length) as PlainName;

/** Returns the filters with a prefix, without it. */
export const filtersOfSteps = (filters: readonly Filter[], wanted: StepPrefix): readonly Filter[] =>
  filters.flatMap((filter) => (prefixOf(filter.name) === wanted ? [{ ...filter, name: unprefixed(filter.name) }] : []));

/** Columns of a step that are those of its trace, by their names there. */
const OF_TRACES: Readonly<Partial<Record<FilterName, FilterName>>> = {
  ...{ userId: 'userId', sessionId: 'sessionId', release: 'release', tags: 'tags', traceName: 'name' },
};

/** Converts filters of steps to those of the traces with such a step. */
export const filtersOfTracesWith = (filters: readonly Filter[]): readonly Filter[] =>
  filters.map((filter) => ({ ...filter, name: OF_TRACES[filter.name] ?? (`step.${filter.name}` as FilterName) }));
