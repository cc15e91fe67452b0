import type { FilterColumns, StepFilterColumns } from '../../generated/filter-columns';
import type { Member } from './address-form';

/**
 * Filters. In the address a filter is `userId=ada`; with another operator than `is`, `userId.not=ada` or `latency.gte=5`. A member of metadata
 * is a column of its own: `metadata.tenant=acme`. Traces have filters of their steps, too: one step fulfils all of `step.toolName=search` and
 * `step.latency.gte=5`, and no step fulfils `nostep.level=ERROR`.
 */

const SUMS = { totalCost: 'number', totalTokens: 'number', inputTokens: 'number', outputTokens: 'number' } as const;

/** Columns of traces as in the API, and the kinds of their values. */
const OWN_COLUMNS = {
  name: 'text',
  userId: 'text',
  sessionId: 'text',
  tags: 'list',
  model: 'list',
  environment: 'text',
  service: 'list',
  release: 'text',
  version: 'text',
  outcome: 'outcome',
  isOpen: 'flag',
  level: 'level',
  latency: 'number',
  ...SUMS,
  observationCount: 'number',
  errorCount: 'number',
  warningCount: 'number',
  metadata: 'object',
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
  ...SUMS,
  metadata: 'object',
} as const satisfies Partial<Record<keyof StepFilterColumns, FilterKind>>;

/** Prefix of the filters of traces by their steps: one step fulfils all of `step.`, and no step fulfils one of `nostep.`. */
export const STEP_PREFIXES = ['step.', 'nostep.'] as const;
export type StepPrefix = (typeof STEP_PREFIXES)[number];
type StepColumn = keyof typeof STEP_COLUMNS;
type ColumnsOfSteps = { readonly [Name in StepColumn as `${StepPrefix}${Name}`]: (typeof STEP_COLUMNS)[Name] };

/** Columns of traces and of their steps. */
export const TRACE_COLUMNS = {
  ...OWN_COLUMNS,
  ...(Object.fromEntries(
    Object.entries(STEP_COLUMNS).flatMap(([name, kind]) => STEP_PREFIXES.map((prefix) => [prefix + name, kind])),
  ) as ColumnsOfSteps),
};

/** Column of a trace or of a step. */
export type PlainColumn = keyof typeof OWN_COLUMNS | StepColumn;
/** Column of a trace or of a step, or a member of its metadata. */
export type PlainName = PlainColumn | `metadata.${string}`;
export type ColumnName = PlainColumn | `${StepPrefix}${StepColumn}`;
/** Column, or a member of metadata. */
export type FilterName = PlainName | `${StepPrefix}${StepColumn | `metadata.${string}`}`;
export type FilterKind = keyof typeof OPERATORS;
/** Columns that filters of a page may name. */
export type Columns = Readonly<Partial<Record<ColumnName, FilterKind>>>;

/** Most characters of the name of a member of metadata, as in the API. */
export const MAX_KEY = 200;

const MEMBER = /^((?:(?:no)?step\.)?metadata)\.(.*)/s;
/** Returns the member of metadata that a filter names; undefined for a column. */
export const keyOf = (name: string): string | undefined => MEMBER.exec(name)?.[2];

/** Returns the column of a filter: `metadata` for its members. */
export const columnOf = (name: FilterName): ColumnName => (MEMBER.exec(name)?.[1] ?? name) as ColumnName;

/** Returns the kind of a column. A name that the page does not have is a text. */
export const kindOf = (columns: Columns, name: FilterName): FilterKind => columns[columnOf(name)] ?? 'text';

/** Operators by kind, the default first. */
export const OPERATORS = {
  text: ['is', 'not', 'contains', 'lacks', 'starts', 'ends', 'present', 'absent'],
  list: ['is', 'any', 'not', 'present', 'absent'],
  level: ['is', 'not'],
  outcome: ['is', 'not'],
  flag: ['is'],
  object: ['is', 'contains', 'lacks', 'starts', 'ends', 'present'],
  number: ['gte', 'lte', 'gt', 'lt', 'is'],
} as const;

/** Values of kinds that have few; a level of a trace is the highest of its observations. */
export const VALUES: Readonly<Partial<Record<FilterKind, readonly string[]>>> = {
  level: ['ERROR', 'WARNING'],
  outcome: ['failed', 'recovered', 'warning', 'ok'],
  flag: ['yes', 'no'],
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
  if (!hasOperator(kind, operator)) return false;
  if (kind === 'object' && !keyOf(filter.name)) return false;
  if (isWithoutValue(operator)) return filter.value === '';
  if (filter.value === '') return false;
  if (kind === 'number') return filter.value.trim() !== '' && Number.isFinite(Number(filter.value));
  return VALUES[kind]?.includes(filter.value) ?? true;
}

const hasOperator = (kind: FilterKind, operator: string): boolean =>
  (OPERATORS[kind] as readonly string[]).includes(operator);

/** Reads a parameter of the address as a filter; undefined for any other parameter. */
function readFilter(columns: Columns, parameter: string, value: string): Filter | undefined {
  const [name, operator] = nameAndOperator(parameter);
  if (!Object.hasOwn(columns, columnOf(name))) return undefined;
  const filter = { name, value, ...(operator !== 'is' && { operator }) } as Filter;
  return isFilter(columns, filter) ? filter : undefined;
}

/** Splits a parameter. The name of a member of metadata may have dots: only an operator at the end is none of its part. */
function nameAndOperator(parameter: string): readonly [name: FilterName, operator?: string] {
  const [, name = '', operator = ''] = /^(?!(?:no)?step\.\w+$)(.+)\.(\w+)$/s.exec(parameter) ?? [];
  const isMember = keyOf(parameter) !== undefined;
  const isSplit = isMember ? keyOf(name) && hasOperator('object', operator) : name && operator !== 'is';
  return isSplit ? [name as FilterName, operator] : [parameter as FilterName];
}

/** Writes the name and the operator of a filter: the reverse of `nameAndOperator`. */
const parameterOf = (name: FilterName, operator: FilterOperator): string =>
  operator === 'is' && nameAndOperator(name)[1] === undefined ? name : `${name}.${operator}`;

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
  write: (filters) => filters.map((filter) => [parameterOf(filter.name, operatorOf(filter)), filter.value]),
});

export const TRACE_FILTERS = filtersOn(TRACE_COLUMNS);
export const STEP_FILTERS = filtersOn(STEP_COLUMNS);
