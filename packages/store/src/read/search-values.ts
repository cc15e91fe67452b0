import { type ProjectQueries, aboveFloor } from './project';
import { collectValues } from './database';
import type { SearchedField } from './trace-match';
import type { Needle } from './search-needle';
import { hitPacks } from './search-packs';
import { BYTES_OF_ROW, type RowSearch, lowTexts, matchOfRow, mayMatchRow, rowsOf } from './search-rows';
import type { Passed } from './search-scan';
import { soughtIn } from './search-text';
import { partsOf } from './trace-extras';

/** Limits of a search in values. */
export interface ValueBounds {
  /** Milliseconds after which no further value is read. */
  readonly milliseconds: number;
  /** Observations of a trace. */
  readonly observations: number;
}

/** Text and fields to search. */
export interface SoughtValues {
  readonly needle: Needle;
  readonly fields: readonly SearchedField[];
}

/** Place in the values of a trace where their search continues. */
export interface Rest {
  /** Id of the first observation that was not searched. */
  readonly next: string;
  /** Packs that may contain the text, as the database writes them. */
  readonly whole: string | null;
  readonly near: string | null;
}

/** Values of a trace that were searched. */
export interface SearchedValues {
  /** JSON of the first match: `[[field, snippet], observation id, observation name]`; null without any. */
  readonly match: string | null;
  /** Bytes of the searched texts. */
  readonly bytes: number;
  /** Present if there are more values to search. */
  readonly rest?: Rest;
}

interface Row extends Omit<Rest, 'next'> {
  readonly n: number;
  readonly match: string | null;
  readonly bytes: number;
  /** Whether some rows were searched, and whether some were not. */
  readonly some: boolean;
  readonly unread: boolean;
  readonly next: string | null;
}

/**
 * Searches the values of traces for the text, in their order, and ends at a limit, after at least one row. A removed trace has no match.
 * @param rest of the trace, if it is one of which some values were searched
 * @returns results of the first traces; only the last one may have a rest
 */
export async function searchValues(
  { query, project }: ProjectQueries,
  traces: readonly Passed[],
  { fields, needle }: SoughtValues,
  { milliseconds, observations }: ValueBounds,
  rest?: Rest,
): Promise<readonly SearchedValues[]> {
  const { values, add } = collectValues([
    traces.map(({ key }) => key),
    partsOf(traces),
    traces.map(({ part }) => part),
    traces.map(({ input_from }) => input_from),
    traces.map(({ output_from }) => output_from),
    rest?.next ?? null,
  ]);
  const late = `clock_timestamp() > statement_timestamp() + ${add(milliseconds)}::double precision * interval '1 ms'`;
  const search: RowSearch = { fields, sought: soughtIn(needle, { add }) };
  const packs =
    rest === undefined
      ? hitPacks(
          `x.part = any($2) and x.part = t.part and x.trace_id = t.id and (t.n = 1 or not ${late})`,
          search.sought,
        )
      : `select ${add(rest.whole)}::integer[] as whole, ${add(rest.near)}::integer[] as near`;
  const rows = await query<Row>({
    text: `
      select t.n, v.*, p.whole, p.near
      from unnest($1::uuid[], $3::integer[], $4::uuid[], $5::uuid[]) with ordinality as t(id, part, input_from, output_from, n)
      cross join lateral (${packs}) p
      cross join lateral (
        select (array_agg(o.match) filter (where o.match is not null))[1] as match,
               coalesce(sum(o.bytes), 0)::bigint as bytes,
               coalesce(bool_or(not o.unread), false) as some, coalesce(bool_or(o.unread), false) as unread,
               min(o.id::text collate "C") filter (where o.unread) as next
        from (
          select o.id, o.unread, case when not o.unread then ${BYTES_OF_ROW} end as bytes,
                 case when not o.unread then case when ${mayMatchRow(search)} then ${matchOfRow(search)} end end as match
          from (
            select o.*, ${lowTexts('not o.unread')}
            from (
              select o.*, (t.n > 1 or o.place > 1) and (o.place > ${add(observations)}::integer or ${late}) as unread
              from (select o.*, row_number() over () as place from (${rowsOf(fields, observations)}) o) o
              offset 0
            ) o
            offset 0
          ) o
          offset 0
        ) o
      ) v
      where ${aboveFloor(project)}
      order by t.n`,
    values,
  });
  return results(traces, rows);
}

/** Returns the results up to the first trace with a rest. A trace of which nothing was searched has no result. */
function results(traces: readonly Passed[], rows: readonly Row[]): readonly SearchedValues[] {
  const byPlace = new Map(rows.map((row) => [row.n, row]));
  const found: SearchedValues[] = [];
  for (const index of traces.keys()) {
    const row = byPlace.get(index + 1);
    const { match = null, bytes = 0 } = row ?? {};
    if (row?.unread === true && match === null) {
      const { some, next, whole, near } = row;
      return some && next !== null ? [...found, { match, bytes, rest: { next, whole, near } }] : found;
    }
    found.push({ match, bytes });
  }
  return found;
}
