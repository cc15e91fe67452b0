import type { FilterColumns, StepFilterColumns } from '../../generated/filter-columns';
import type { Member } from './address-form';

/** Filters. In the address a filter is `userId=ada`; with another operator than `is`, `userId.not=ada` or `latency.gte=5`. */

/** Columns of traces as in the API, and the kinds of their values. */
export const TRACE_COLUMNS = {
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

/** Columns of observations as in the API, and the kinds of their values. */
export const STEP_COLUMNS = {
  name: 'text',
  type: 'text',
  toolName: 'text',
  level: 'text',
  statusMessage: 'text',
  statusMessageGroup: 'text',
  model: 'text',
  provider: 'text',
  promptName: 'text',
  promptVersion: 'number',
  userId: 'text',
  sessionId: 'text',
  environment: 'text',
  service: 'text',
  release: 'text',
  traceName: 'text',
  tags: 'list',
  latency: 'number',
  timeToFirstToken: 'number',
  totalCost: 'number',
  totalTokens: 'number',
  inputTokens: 'number',
  outputTokens: 'number',
} as const satisfies Partial<Record<keyof StepFilterColumns, FilterKind>>;

export type FilterName = keyof typeof TRACE_COLUMNS | keyof typeof STEP_COLUMNS;
export type FilterKind = keyof typeof OPERATORS;
/** Columns that filters of a page may name. */
export type Columns = Readonly<Partial<Record<FilterName, FilterKind>>>;

/** Returns the kind of a column. A name that the page does not have is a text. */
export const kindOf = (columns: Columns, name: FilterName): FilterKind => columns[name] ?? 'text';

/** Operators by kind, the default first. */
export const OPERATORS = {
  text: ['is', 'not', 'contains', 'lacks', 'starts', 'ends', 'present', 'absent'],
  list: ['is', 'any', 'not', 'present', 'absent'],
  level: ['is', 'not'],
  outcome: ['is', 'not'],
  number: ['gte', 'lte', 'gt', 'lt', 'is'],
} as const;

/** Values of kinds that have few; a level of a trace is the highest of its observations. */
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
export function isFilter(columns: Columns, filter: Filter): boolean {
  const kind = kindOf(columns, filter.name);
  const operator = operatorOf(filter);
  if (!OPERATORS[kind].some((known) => known === operator)) return false;
  if (isWithoutValue(operator)) return filter.value === '';
  if (filter.value === '') return false;
  if (kind === 'number') return filter.value.trim() !== '' && Number.isFinite(Number(filter.value));
  return VALUES[kind]?.includes(filter.value) ?? true;
}

/** Reads a parameter of the address as a filter; undefined for any other parameter. */
function readFilter(columns: Columns, parameter: string, value: string): Filter | undefined {
  const [name = '', operator, ...rest] = parameter.split('.');
  if (!Object.hasOwn(columns, name) || rest.length > 0 || operator === 'is') return undefined;
  const filter = { name, value, ...(operator !== undefined && { operator }) } as Filter;
  return isFilter(columns, filter) ? filter : undefined;
}

/** Filters of an address in order, without duplicates. */
const filtersOn = (columns: Columns): Member<readonly Filter[]> => ({
  read: (parameters) => {
    const filters: Filter[] = [];
    for (const [name, value] of parameters) {
      const filter = readFilter(columns, name, value);
      if (filter !== undefined && !filters.some((each) => isSameFilter(each, filter))) filters.push(filter);
    }
    return filters;
  },
  write: (filters) =>
    filters.map(({ name, operator = 'is', value }) => [operator === 'is' ? name : `${name}.${operator}`, value]),
});

export const TRACE_FILTERS = filtersOn(TRACE_COLUMNS);
export const STEP_FILTERS = filtersOn(STEP_COLUMNS);
