import { TRACE_FILTERS } from '@sluice/record';
import { traces } from '../schema/traces';
import { OUTCOME } from '../trace-outcome';
import { type Values, addTime } from './database';
import { removedMeanwhile } from './store-error';
import type { FieldFilter, TimeWindow, TraceFilter } from './trace';

/** SQL: the effective environment of a trace. */
export const ENVIRONMENT = `coalesce(t.environment, 'default')`;

/**
 * Returns the rows of a statement that has one for each of the traces above the floor. A missing row means that retention has removed its
 * trace since: rows below the trace may be missing.
 */
export function complete<T>(traces: readonly unknown[], rows: readonly T[]): readonly T[] {
  if (rows.length < traces.length) throw removedMeanwhile();
  return rows;
}

/** SQL conditions on `sluice.traces t`, or another table with the time, for a filter's time window. */
export function windowConditions({ from, before }: TimeWindow, values: Values, alias = 't'): string[] {
  return [
    ...(from === undefined ? [] : [`${alias}."timestamp" >= ${addTime(values, from)}`]),
    ...(before === undefined ? [] : [`${alias}."timestamp" < ${addTime(values, before)}`]),
  ];
}

/** SQL condition on `sluice.traces t`: it has all of these tags, at least one. Their index has no traces without tags. */
export const hasTags = (tags: string): string => `t.tags @> ${tags} and t.tags <> '{}'`;

const FILTERED = Object.keys(TRACE_FILTERS) as (keyof FieldFilter)[];

/** SQL conditions on `sluice.traces t` for all of a filter but the window. */
export function fieldConditions(filter: TraceFilter, values: Values): string[] {
  const { outcomes = [] } = filter;
  const equal = (field: keyof FieldFilter, value: string | undefined): string[] =>
    value === undefined ? [] : [`t.${traces[field].name} = ${values.add(value)}::text`];
  return [
    ...(filter.name === undefined ? [] : [`t.name = ${values.add(filter.name)}::text`]),
    ...FILTERED.flatMap((field) => equal(field, filter[field])),
    ...(filter.tags.length === 0 ? [] : [hasTags(`${values.add(filter.tags)}::text[]`)]),
    ...(filter.environments.length === 0 ? [] : [`${ENVIRONMENT} = any(${values.add(filter.environments)}::text[])`]),
    ...(outcomes.length === 0 ? [] : [`${OUTCOME} = any(${values.add(outcomes)}::text[])`]),
  ];
}

/** SQL: all of the conditions, after `where`. */
export function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
}

/** SQL: at least one group holds, with all of its conditions. A group without conditions always holds. */
export function anyOf(groups: readonly (readonly string[])[]): string[] {
  if (groups.some((group) => group.length === 0)) return [];
  return [`(${groups.map((group) => group.join(' and ')).join(' or ')})`];
}
