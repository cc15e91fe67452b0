import { TRACE_FILTERS, formatMicros } from '@sluice/record';
import { traces } from '../schema';
import type { Values } from './database';
import { removedMeanwhile } from './store-error';
import type { FieldFilter, TimeWindow, TraceFilter } from './trace';

/** SQL: the environment that a trace reads as; there is an index on exactly this expression. */
export const ENVIRONMENT = `coalesce(t.environment, 'default')`;

/**
 * The rows of a statement that gives one for each of the traces that are above the floor. A trace without a row has come
 * below it since its own was read: what was below the trace may be gone.
 */
export function complete<T>(traces: readonly unknown[], rows: readonly T[]): readonly T[] {
  if (rows.length < traces.length) throw removedMeanwhile();
  return rows;
}

/** SQL conditions on `sluice.traces t`, or another table with the time, for a filter's time window. */
export function windowConditions({ from, before }: TimeWindow, values: Values, alias = 't'): string[] {
  return [
    ...(from === undefined ? [] : [`${alias}."timestamp" >= ${values.add(formatMicros(from))}::timestamptz`]),
    ...(before === undefined ? [] : [`${alias}."timestamp" < ${values.add(formatMicros(before))}::timestamptz`]),
  ];
}

const FILTERED = Object.keys(TRACE_FILTERS) as (keyof FieldFilter)[];

/** Whether the filter is at most one value of a field, whose index then has the matches in order of timestamp. */
export function isServedByOneIndex(filter: TraceFilter): boolean {
  const values = [filter.name, ...FILTERED.map((field) => filter[field]), ...filter.environments];
  return filter.tags.length === 0 && values.filter((value) => value !== undefined).length <= 1;
}

/** SQL conditions on `sluice.traces t` for everything else in a filter; none for a filter of times only. */
export function fieldConditions(filter: TraceFilter, values: Values): string[] {
  const equal = (field: keyof FieldFilter, value: string | undefined): string[] =>
    value === undefined ? [] : [`t.${traces[field].name} = ${values.add(value)}::text`];
  // A long name does not fit into an index entry: the index has its beginning.
  const name = filter.name === undefined ? undefined : values.add(filter.name);
  return [
    ...(name === undefined ? [] : [`left(t.name, 500) = left(${name}::text, 500)`, `t.name = ${name}::text`]),
    ...FILTERED.flatMap((field) => equal(field, filter[field])),
    ...(filter.tags.length === 0 ? [] : [`t.tags @> ${values.add(filter.tags)}::text[]`]),
    ...environmentConditions(filter.environments, values),
  ];
}

/** Equality for one value: an index gives its matches in order, which it does not for a list. */
function environmentConditions(environments: readonly string[], values: Values): string[] {
  if (environments.length === 0) return [];
  if (environments.length === 1) return [`${ENVIRONMENT} = ${values.add(environments[0])}::text`];
  return [`${ENVIRONMENT} = any(${values.add(environments)}::text[])`];
}

/** SQL: all of the conditions, after `where`. */
export function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
}
