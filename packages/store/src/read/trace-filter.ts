import { TRACE_FILTERS, formatMicros } from '@sluice/record';
import { traces } from '../schema';
import type { Values } from './database';
import { removedMeanwhile } from './store-error';
import type { FieldFilter, TimeWindow, TraceFilter } from './trace';

/** SQL: the environment that a trace reads as. */
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

/** SQL condition on `sluice.traces t`: it has all of these tags, at least one. Their index has no traces without tags. */
export const hasTags = (asked: string): string => `t.tags @> ${asked} and t.tags <> '{}'`;

const FILTERED = Object.keys(TRACE_FILTERS) as (keyof FieldFilter)[];

/** SQL conditions on `sluice.traces t` for everything else in a filter; none for a filter of times only. */
export function fieldConditions(filter: TraceFilter, values: Values): string[] {
  const equal = (field: keyof FieldFilter, value: string | undefined): string[] =>
    value === undefined ? [] : [`t.${traces[field].name} = ${values.add(value)}::text`];
  return [
    ...(filter.name === undefined ? [] : [`t.name = ${values.add(filter.name)}::text`]),
    ...FILTERED.flatMap((field) => equal(field, filter[field])),
    ...(filter.tags.length === 0 ? [] : [hasTags(`${values.add(filter.tags)}::text[]`)]),
    ...(filter.environments.length === 0 ? [] : [`${ENVIRONMENT} = any(${values.add(filter.environments)}::text[])`]),
  ];
}

/** SQL: all of the conditions, after `where`. */
export function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
}
