import { type Filter, type FilterName, type PlainName, STEP_PREFIXES, type StepPrefix } from '../url/filters';

/** Returns the prefix of a filter by steps; undefined for any other. */
export const prefixOf = (name: FilterName): StepPrefix | undefined =>
  STEP_PREFIXES.find((prefix) => name.startsWith(prefix));

/** Returns the name that a filter by steps has on the page of steps; any other name is the same. */
export const unprefixed = (name: FilterName): PlainName => name.slice(prefixOf(name)?.length) as PlainName;

/** Returns the filters with a prefix, without it. */
export const filtersOfSteps = (filters: readonly Filter[], wanted: StepPrefix): readonly Filter[] =>
  filters.flatMap((filter) => (prefixOf(filter.name) === wanted ? [{ ...filter, name: unprefixed(filter.name) }] : []));
