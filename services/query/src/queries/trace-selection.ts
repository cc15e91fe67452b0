import type { Condition } from '@sluice/api';
import { OUTCOMES, TRACE_FILTERS } from '@sluice/record';
import type { TraceCondition, TraceFilter, TraceSelection } from '@sluice/store/read';
import { observationCondition } from './observation-list-query';

type TimeCondition = Extract<Condition, { readonly type: 'datetime' }>;

/**
 * The traces of a filter and of an expression. What an expression says of a column stands in place of the parameters for it, as in the
 * Langfuse API; all else holds together. What a parameter could have said becomes the filter, which is answered faster.
 */
export function traceSelection(parameters: TraceFilter, expression: readonly Condition[]): TraceSelection {
  let filter = without(parameters, new Set(expression.map(({ column }) => column)));
  const conditions: TraceCondition[] = [];
  for (const condition of expression) {
    if (condition.type === 'datetime') {
      filter = inTime(filter, condition);
    } else if (condition.type === 'observation') {
      conditions.push({ ...condition, value: condition.value.map(observationCondition) });
    } else {
      const narrowed = narrow(filter, condition);
      if (narrowed === undefined) conditions.push(condition);
      filter = narrowed ?? filter;
    }
  }
  return conditions.length === 0 ? { filter } : { filter, conditions };
}

function without(filter: TraceFilter, columns: ReadonlySet<Condition['column']>): TraceFilter {
  const { from, before, tags, environments, outcomes: _outcomes, ...equal } = filter;
  const kept = Object.entries(equal).filter(([name]) => !columns.has(name as Condition['column']));
  return {
    ...Object.fromEntries(kept),
    ...(columns.has('timestamp') ? {} : window(from, before)),
    tags: columns.has('tags') ? [] : tags,
    environments: columns.has('environment') ? [] : environments,
  };
}

const window = (from: number | undefined, before: number | undefined): Pick<TraceFilter, 'from' | 'before'> => ({
  ...(from !== undefined && { from }),
  ...(before !== undefined && { before }),
});

/** A time written in milliseconds or coarser is all of that millisecond, so that `>` begins, and `<=` ends, after it. */
function inTime(filter: TraceFilter, { operator, value: { micros, precision } }: TimeCondition): TraceFilter {
  const { from = -Infinity, before = Infinity } = filter;
  switch (operator) {
    case '>=':
      return { ...filter, from: Math.max(from, micros) };
    case '>':
      return { ...filter, from: Math.max(from, micros + precision) };
    case '<':
      return { ...filter, before: Math.min(before, micros) };
    case '<=':
      return { ...filter, before: Math.min(before, micros + precision) };
  }
}

/** Columns of texts that a filter has, too. */
const FILTERED: ReadonlySet<string> = new Set(['name', ...Object.keys(TRACE_FILTERS), 'tags', 'environment']);

/** The filter with a condition; undefined where a filter cannot say it. */
function narrow(filter: TraceFilter, condition: TraceCondition): TraceFilter | undefined {
  if (condition.column === 'outcome')
    return filter.outcomes === undefined ? withOutcomes(filter, condition) : undefined;
  const values = valuesOf(condition);
  if (values === undefined || !FILTERED.has(condition.column)) return undefined;
  if (condition.type === 'arrayOptions') return { ...filter, tags: [...new Set([...filter.tags, ...values])] };
  if (condition.column === 'environment') {
    return filter.environments.length === 0 ? { ...filter, environments: values } : undefined;
  }
  const [value, ...others] = values;
  const column = condition.column as keyof typeof filter & ('name' | 'userId' | 'sessionId' | 'release' | 'version');
  return others.length === 0 && (filter[column] ?? value) === value ? { ...filter, [column]: value } : undefined;
}

/** The filter with the outcomes of a condition; undefined where there are none, which a filter cannot say. */
function withOutcomes(filter: TraceFilter, { operator, value }: TraceCondition): TraceFilter | undefined {
  const named = value as readonly string[];
  const outcomes = OUTCOMES.filter((outcome) => named.includes(outcome) === (operator === 'any of'));
  return outcomes.length === 0 ? undefined : { ...filter, outcomes };
}

/** The values of which a trace has one, or of tags all; undefined where the condition says something else. */
function valuesOf(condition: TraceCondition): readonly string[] | undefined {
  if (condition.type === 'string') return condition.operator === '=' ? [condition.value] : undefined;
  if (condition.type === 'stringOptions') return condition.operator === 'any of' ? condition.value : undefined;
  if (condition.type !== 'arrayOptions') return undefined;
  const isAll = condition.operator === 'all of' || (condition.operator === 'any of' && condition.value.length === 1);
  return isAll ? condition.value : undefined;
}
