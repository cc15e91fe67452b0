import { collectValues } from './database';
import { type ProjectQueries, aboveFloor } from './project';
import type { TraceSearchQuery } from './search';
import { type Needle, containsInJson } from './search-text';
import type { Passed } from './search-scan';
import { FROM_OBSERVATIONS, OWN, given } from './trace-extras';

/** What a look at values may take. */
export interface LookBounds {
  /** After that no further trace is looked at. */
  readonly milliseconds: number;
  /** Of the values of all traces together; the first one may have more. */
  readonly bytes: number;
}

/**
 * Looks for the text in the values of traces, in their order, and ends where a bound is reached: at least the first one is looked at.
 * @returns for each that was looked at whether it has the text; one that is gone has it not
 */
export async function lookAtValues(
  { query, project }: ProjectQueries,
  passed: readonly Passed[],
  { fields, needle }: Pick<TraceSearchQuery, 'fields'> & { readonly needle: Needle },
  { milliseconds, bytes }: LookBounds,
): Promise<readonly boolean[]> {
  const searched = VALUES.filter((value) => fields.includes(value));
  const { from, values: rows } = given(passed);
  const { values, add } = collectValues(rows);
  const has = searched.map((value) => `(v.${value} is not null and ${containsInJson(`v.${value}`, needle, { add })})`);
  const size = searched.map((value) => `coalesce(octet_length(x.${value}), 0)`).join(' + ');
  const column = (name: string): string => (searched.some((value) => name.endsWith(`.${value}`)) ? name : 'null::text');
  // Values are measured by their pointers; only where the bounds allow it they are read.
  const found = await query<{ nth: number; found: boolean | null }>({
    text: `
      with v as materialized (
        select x.*, sum(x.size) over (order by x.nth) as total, row_number() over (order by x.nth) as place
        from (
          select x.*, ${size} as size
          from (
            select t.n as nth,
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
