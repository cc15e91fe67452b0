import type { FilterColumns } from '../../generated/filter-columns';

/** Filters of traces. In the address a filter is `userId=ada`; with another operator than `is`, `userId.not=ada` or `latency.gte=5`. */

/** Offered columns as in the API, and the kinds of their values. */
export const FILTER_COLUMNS = {
  name: 'text',
  userId: 'text',
  sessionId: 'text',
  tags: 'list',
  model: 'list',
  environment: 'text',
  release: 'text',
  version: 'text',
  outcome: 'outcome',
  level: 'level',
  latency: 'number',
  totalCost: 'number',
  totalTokens: 'number',
  inputTokens: 'number',
  outputTokens: 'number',
  observationCount: 'number',
  errorCount: 'number',
  warningCount: 'number',
} as const satisfies Partial<FilterColumns>;

export type FilterName = keyof typeof FILTER_COLUMNS;
export type FilterKind = (typeof FILTER_COLUMNS)[FilterName];
export const FILTER_NAMES = Object.keys(FILTER_COLUMNS) as readonly FilterName[];

/** Operators by kind, the default first. */
export const OPERATORS = {
  text: ['is', 'not', 'contains', 'lacks', 'starts', 'ends', 'present', 'absent'],
  list: ['is', 'any', 'not', 'present', 'absent'],
  level: ['is', 'not'],
  outcome: ['is', 'not'],
  number: ['gte', 'lte', 'gt', 'lt', 'is'],
} as const satisfies Readonly<Record<FilterKind, readonly string[]>>;

/** Values of kinds that have few; a level is the highest of a trace's observations. */
export const VALUES: Readonly<Partial<Record<FilterKind, readonly string[]>>> = {
  level: ['ERROR', 'WARNING'],
  outcome: ['failed', 'recovered', 'warning', 'ok'],
};

export type FilterOperator = (typeof OPERATORS)[FilterKind][number];

export interface Filter {
  readonly name: FilterName;
  /** Value; a number in the unit of the API: seconds, USD. Empty for an operator without a value. */
  readonly value: string;
  /** Operator; absent for `is`. */
  readonly operator?: FilterOperator | undefined;
}

export const operatorOf = ({ operator }: Filter): FilterOperator => operator ?? 'is';

/** Returns whether an operator has no value. */
export const isWithoutValue = (operator: FilterOperator): boolean => operator === 'present' || operator === 'absent';

export const isSameFilter = (one: Filter, other: Filter): boolean =>
  one.name === other.name && operatorOf(one) === operatorOf(other) && one.value === other.value;

/** Returns whether the API supports the filter. */
export function isFilter(filter: Filter): boolean {
  const kind: FilterKind = FILTER_COLUMNS[filter.name];
  const operator = operatorOf(filter);
  if (!OPERATORS[kind].some((known) => known === operator)) return false;
  if (isWithoutValue(operator)) return filter.value === '';
  if (filter.value === '') return false;
  if (kind === 'number') return filter.value.trim() !== '' && Number.isFinite(Number(filter.value));
  return VALUES[kind]?.includes(filter.value) ?? true;
}

/** Reads a parameter of the address as a filter; undefined for any other parameter. */
function readFilter(parameter: string, value: string): Filter | undefined {
  const [name = '', operator, ...rest] = parameter.split('.');
  if (!Object.hasOwn(FILTER_COLUMNS, name) || rest.length > 0 || operator === 'is') return undefined;
  const filter = { name, value, ...(operator !== undefined && { operator }) } as Filter;
  return isFilter(filter) ? filter : undefined;
}

/** Reads the filters of an address in order, without duplicates. */
export function readFilters(parameters: URLSearchParams): readonly Filter[] {
  const filters: Filter[] = [];
  for (const [name, value] of parameters) {
    const filter = readFilter(name, value);
    if (filter !== undefined && !filters.some((each) => isSameFilter(each, filter))) filters.push(filter);
  }
  return filters;
}

/** Writes a filter as a parameter: the reverse of `readFilter`. */
export function writeFilter(filter: Filter): readonly [name: string, value: string] {
  const operator = operatorOf(filter);
  return [operator === 'is' ? filter.name : `${filter.name}.${operator}`, filter.value];
}
