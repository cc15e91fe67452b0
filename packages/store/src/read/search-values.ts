import { textBytes } from '../packs/packed-text';
import { collectValues } from './database';
import { type ProjectQueries, aboveFloor } from './project';
import type { TraceSearchQuery } from './search';
import { type Needle, containsInJson } from './search-text';
import type { Passed } from './search-scan';
import { FROM_OBSERVATIONS, OWN, given, givenText } from './trace-extras';

/** Limits of a search in values. */
export interface ValueBounds {
  /** Milliseconds after which no further trace is read. */
  readonly milliseconds: number;
  /** Bytes of the values of all traces together; the first trace may have more. */
  readonly bytes: number;
}

/**
 * Searches the values of traces for the text, in their order, and ends at a limit, after at least one trace.
 * @returns for each searched trace whether it contains the text; false for a removed trace
 */
export async function searchValues(
  { query, project }: ProjectQueries,
  passed: readonly Passed[],
  { fields, needle }: Pick<TraceSearchQuery, 'fields'> & { readonly needle: Needle },
  { milliseconds, bytes }: ValueBounds,
): Promise<readonly boolean[]> {
  const searched = VALUES.filter((value) => fields.includes(value));
  const { from, values: rows } = given(passed);
  const { values, add } = collectValues(rows);
  const has = searched.map(
    (value) => `(v.${value} is not null and ${containsInJson(givenText(`v.${value}`, 'v'), needle, { add })})`,
  );
  const size = searched.map((value) => `coalesce(${textBytes(`x.${value}`)}, 0)`).join(' + ');
  const column = (name: string): string => (searched.some((value) => name.endsWith(`.${value}`)) ? name : 'null::text');
  // Texts are measured by their references, and read only within the limits.
  const found = await query<{ nth: number; found: boolean | null }>({
    text: `
      with v as materialized (
        select x.*, sum(x.size) over (order by x.nth) as total, row_number() over (order by x.nth) as place
        from (
          select x.*, ${size} as size
          from (
            select t.n as nth, t.id, t.part,
                   case when t.input_from is null then own.input else root.input end as input,
                   case when t.output_from is null then own.output else root.output end as output
            ${from}
            ${OWN(VALUES.map((value) => `${column(`i.${value}`)} as ${value}`).join(', '))}
            ${FROM_OBSERVATIONS(column)}
            where ${aboveFloor(project)}
          ) x
        ) x
        order by nth
      )
      select v.nth, case when v.place > 1 and (v.total > ${add(bytes)}::bigint or
                              clock_timestamp() > statement_timestamp() + ${add(milliseconds)}::double precision * interval '1 ms')
                    then null else ${has.join(' or ')} end as found
      from v order by v.nth`,
    values,
  });
  const unseen = found.find((row) => row.found === null)?.nth ?? passed.length + 1;
  const having = new Set(found.flatMap((row) => (row.found === true ? [row.nth] : [])));
  return passed.slice(0, unseen - 1).map((_, index) => having.has(index + 1));
}

const VALUES = ['input', 'output'] as const;
