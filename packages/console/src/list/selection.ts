import {
  type ColumnName,
  type Columns,
  type Filter,
  type FilterName,
  type FilterOperator,
  STEP_COLUMNS,
  TRACE_COLUMNS,
  columnOf,
  isSameFilter,
  keyOf,
  kindOf,
  operatorOf,
} from '../url/filters';
import type { TracesAddress } from '../url/list-address';
import { filtersOfSteps, prefixOf } from './step-filters';
import { boundsOf } from '../url/time-bounds';

/** Parameters of the API that select traces. */
export interface Selection {
  readonly fromTimestamp: string | undefined;
  readonly toTimestamp: string | undefined;
  readonly filter: string | undefined;
}

type Condition = ValueCondition | StepCondition;

interface ValueCondition {
  readonly type: 'string' | 'stringObject' | 'stringOptions' | 'arrayOptions' | 'boolean' | 'number' | 'null';
  readonly column: ColumnName;
  /** Member of metadata. */
  readonly key?: string | undefined;
  readonly operator: string;
  readonly value?: string | number | boolean | readonly string[];
}

/** Condition that one step fulfils as a whole, or no step. */
interface StepCondition {
  readonly type: 'observation';
  readonly column: 'observations';
  readonly operator: 'some' | 'none';
  readonly value: readonly ValueCondition[];
}

/** Converts an address to the parameters that the list, its histogram and its values share. @param now end of the range in milliseconds */
export function selectionOf({ range, filters }: Pick<TracesAddress, 'range' | 'filters'>, now: number): Selection {
  const { from, to } = boundsOf(range, now);
  return { fromTimestamp: from, toTimestamp: to, filter: filterParameter(filters) };
}

/** Converts filters to the parameter `filter` of the API; undefined without filters. @param columns default: those of traces */
export const filterParameter = (filters: readonly Filter[], columns?: Columns): string | undefined =>
  filters.length === 0 ? undefined : JSON.stringify(conditionsOf(filters, columns));

/**
 * Converts filters to conditions. Values of one column and operator are one condition: any of them, or none of them; for tags and models,
 * all of them. Values of members of metadata, parts of texts and numbers are a condition each. One step fulfils all filters of `step.`; no
 * step fulfils any of `nostep.`.
 */
export function conditionsOf(filters: readonly Filter[], columns: Columns = TRACE_COLUMNS): readonly Condition[] {
  const [some, none] = [filtersOfSteps(filters, 'step.'), filtersOfSteps(filters, 'nostep.')];
  const ofSteps = (operator: StepCondition['operator'], all: readonly Filter[]): StepCondition => ({
    ...{ type: 'observation', column: 'observations', operator },
    value: valueConditions(all, STEP_COLUMNS),
  });
  return [
    ...valueConditions(
      filters.filter(({ name }) => prefixOf(name) === undefined),
      columns,
    ),
    ...(some.length > 0 ? [ofSteps('some', some)] : []),
    ...none.map((filter) => ofSteps('none', [filter])),
  ];
}

function valueConditions(filters: readonly Filter[], columns: Columns): readonly ValueCondition[] {
  return groupsOf(filters).flatMap(({ name, operator, values }): readonly ValueCondition[] => {
    const kind = kindOf(columns, name);
    const column = columnOf(name);
    if (kind === 'object') {
      const member = { type: 'stringObject', column, key: keyOf(name) } as const;
      return values.map((value) => ({ ...member, operator: MEMBER_OPERATORS[operator] ?? '=', value }));
    }
    if (kind === 'flag')
      return values.map((value) => ({ type: 'boolean', column, operator: '=', value: value === 'yes' }));
    if (kind === 'number') {
      const sign = NUMBER_SIGNS[operator];
      return sign === undefined
        ? []
        : values.map((value) => ({ type: 'number', column, operator: sign, value: Number(value) }));
    }
    if (operator === 'present' || operator === 'absent') {
      return [{ type: 'null', column, operator: operator === 'absent' ? 'is null' : 'is not null' }];
    }
    if (kind === 'list') {
      return [{ type: 'arrayOptions', column, operator: LIST_OPERATORS[operator] ?? 'all of', value: values }];
    }
    const part = TEXT_OPERATORS[operator];
    if (part !== undefined) return values.map((value) => ({ type: 'string', column, operator: part, value }));
    return [{ type: 'stringOptions', column, operator: operator === 'not' ? 'none of' : 'any of', value: values }];
  });
}

/** Adds filters, none twice. */
export const withFilters = (filters: readonly Filter[], more: readonly Filter[]): readonly Filter[] => [
  ...filters,
  ...more.filter((filter) => !filters.some((each) => isSameFilter(each, filter))),
];

/** Filters of one column and operator, at the position of the first. */
export interface FilterGroup {
  readonly name: FilterName;
  readonly operator: FilterOperator;
  readonly values: readonly string[];
}

export function groupsOf(filters: readonly Filter[]): readonly FilterGroup[] {
  const groups = new Map<string, FilterGroup & { readonly values: string[] }>();
  for (const filter of filters) {
    const operator = operatorOf(filter);
    const key = `${filter.name}.${operator}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { name: filter.name, operator, values: [filter.value] });
    else group.values.push(filter.value);
  }
  return [...groups.values()];
}

type Words = Readonly<Partial<Record<FilterOperator, string>>>;

const NUMBER_SIGNS: Words = { is: '=', gt: '>', lt: '<', gte: '>=', lte: '<=' };
const LIST_OPERATORS: Words = { is: 'all of', any: 'any of', not: 'none of' };
const TEXT_OPERATORS: Words = {
  contains: 'contains',
  lacks: 'does not contain',
  starts: 'starts with',
  ends: 'ends with',
};
/** A member that is there contains the empty text. */
const MEMBER_OPERATORS: Words = { ...TEXT_OPERATORS, present: 'contains' };
