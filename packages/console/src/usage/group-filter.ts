import type { TraceGroup } from '../api/types';
import { filterParameter } from '../list/selection';
import { type Filter, TRACE_COLUMNS, kindOf } from '../url/filters';
import type { TopField } from './group-fields';

type Value = TraceGroup['value'];

/** Most characters of the parameter `filter` in the API. */
const MAX_CHARACTERS = 8_000;

interface GroupQuery {
  readonly filter: string | undefined;
  readonly ofValues: readonly Value[];
}

/** Builds the filters that select groups by their values; values beyond the length limit are left out from the end. */
export function groupQueries(
  field: TopField,
  filters: readonly Filter[],
  values: readonly Value[],
): readonly GroupQuery[] {
  // The API cannot filter by an empty value.
  const named = values.flatMap((value) => (value === null || value === '' ? [] : [value]));
  const filterOf = (some: readonly string[]): string | undefined =>
    filterParameter([
      ...filters,
      ...some.map((value) => ({
        name: field,
        value,
        ...(kindOf(TRACE_COLUMNS, field) === 'list' && { operator: 'any' as const }),
      })),
    ]);
  let fitting = named;
  while (fitting.length > 0 && (filterOf(fitting)?.length ?? 0) > MAX_CHARACTERS) {
    fitting = fitting.slice(0, Math.floor(fitting.length / 2));
  }
  return [
    ...(fitting.length > 0 ? [{ filter: filterOf(fitting), ofValues: fitting }] : []),
    ...(values.includes(null)
      ? [{ filter: filterParameter([...filters, { name: field, value: '', operator: 'absent' }]), ofValues: [null] }]
      : []),
  ];
}
