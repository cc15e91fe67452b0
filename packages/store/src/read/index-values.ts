import { NAME_LENGTH, TEXT_FIELDS } from '../trace-index-format';
import { collectValues } from './database';
import { usable } from './index-matches';
import { type IndexedField, INDEXED_FIELDS, isOf, isOfLookup } from './index-sets';
import { type ProjectQueries, isVisible } from './project';
import { ENVIRONMENT } from './trace-filter';

export interface ValueRow {
  readonly value: string | null;
  /** Some traces or values were not read. */
  readonly is_cut: boolean;
}

interface IndexedValuesQuery {
  readonly field: IndexedField;
  /** Prefix of the values; empty: all. */
  readonly prefix: string;
  readonly limit: number;
  /** Milliseconds after which the scan ends; the answer contains the values found by then. */
  readonly scanMs: number;
}

/**
 * Lists the values of a field of all visible traces of a project, without duplicates, by code point: one step of the B-tree for each value;
 * the first step after the time limit is the last one. Values of dirty traces are read from their rows. A name that is longer than its index
 * entry is left out, because its end is unknown there. (`between`, not `=`: for a range the planner expects few rows and uses the index; for
 * a value it expects many, and scans the table.)
 * @returns undefined if the index is not usable
 */
export async function indexedValues(
  { query, project }: ProjectQueries,
  { field, prefix: beginning, limit: most, scanMs }: IndexedValuesQuery,
): Promise<readonly ValueRow[] | undefined> {
  const { values, add } = collectValues();
  const prefix = `${add(beginning)}::text`;
  const limit = add(most);
  const column = TEXT_FIELDS[INDEXED_FIELDS[field]];
  // The order of the index: an environment is never null.
  const step = (condition: string): string => `
    select p.${column} as value from sluice.trace_index_entries p
    where ${isOfLookup('p', project)} and ${condition} order by p.${column} ${field === 'environment' ? '' : 'nulls first'} limit 1`;
  const valueOf = (key: string): string =>
    `(select ${field === 'environment' ? ENVIRONMENT : `t.${column}`} as value from sluice.traces t where t.id = ${key} and ${isVisible(project)} offset 0) t`;
  const text = `
    with recursive state as materialized (select ${usable(project)} as usable),
    scan as (
      (select first.value, false as is_late from (${step(`p.${column} >= ${prefix}`)}) first where (select usable from state))
      union all
      select next.value, clock_timestamp() > statement_timestamp() + interval '${scanMs} ms'
      from scan w cross join lateral (${step(`p.${column} > w.value`)}) next
      where not w.is_late and starts_with(w.value, ${prefix})
    ),
    scanned as materialized (
      select case when not w.is_late then w.value end as value, w.is_late as is_cut
      from scan w
      where starts_with(w.value, ${prefix}) and (w.is_late or exists (
        select from sluice.trace_index_entries p cross join lateral ${valueOf('p.key')}
        where ${isOf('p', project)} and p.${column} between w.value and w.value and t.value = w.value
      ))
      limit ${limit}
    ),
    dirty_values as materialized (
      select distinct t.value from (select distinct m.key from sluice.trace_index_dirty m where ${isOf('m', project)}) m
        cross join lateral ${valueOf('m.key')}
      where (select usable from state) and starts_with(t.value, ${prefix}) and length(t.value) <= ${NAME_LENGTH}
    )
    select s.usable, v.value, coalesce(v.is_cut, false) as is_cut
    from state s left join (
      select value, is_cut from scanned where is_cut
      union all
      (select value, false from (select value from scanned where not is_cut union select value from dirty_values) f
       order by value limit ${limit})
    ) v on true
    order by v.value`;
  const rows = await query<ValueRow & { readonly usable: boolean }>({ text, values });
  return rows[0]?.usable === true ? rows : undefined;
}
