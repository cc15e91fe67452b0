import { PACK_BYTES, REFERENCE_MARK } from './pack-format';

/** SQLSTATE of a statement that reads a text whose packs are missing. */
export const TEXT_IS_MISSING = 'SL404';

/** SQL: part and key of the trace to which a value belongs. */
export interface ValueOwner {
  readonly part: string;
  readonly trace: string;
  /** SQL condition on `text_packs text_pack` that limits the planned partitions. */
  readonly within?: string;
}

/** SQL: whether a stored value is a reference. */
export const isReference = (value: string): string => `starts_with(${value}, '${REFERENCE_MARK}')`;

/** SQL: bytes of the text to which a reference refers. */
const referredBytes = (value: string): string =>
  `substring(${value} from 2 for position(' ' in ${value}) - 2)::integer`;

/** SQL: bytes of the text of a stored value; no pack is read. */
export const textBytes = (value: string): string =>
  `case when ${isReference(value)} then ${referredBytes(value)} else octet_length(${value}) end`;

/**
 * SQL: the text of a stored value, which is the text itself or a reference to ranges of packs. One index look-up finds all packs, each of which is decompressed once; in memory a range finds its pack by binary
 * search. Aggregates and `offset 0` keep the planner, which has no statistics of a growing partition, from joins that read all of it.
 * Numbers that `array(select …)` returned would be those of an earlier value where one partition is planned (Postgres 18.4).
 * @param missing SQL: the text if a pack is missing; by default the statement fails with `TEXT_IS_MISSING`
 */
export function textOf(
  value: string,
  { part, trace, within }: ValueOwner,
  missing = `sluice.fail_missing_text(${trace})`,
): string {
  return `case when ${isReference(value)} then (
    select case when octet_length(packed_text.data) = ${referredBytes(value)} then convert_from(packed_text.data, 'UTF8')
      else ${missing} end
    from (
      select string_agg(text_range.data, ''::bytea order by text_range.n) as data
      from (
        select n, ${rangeOf(`packs.bodies[${placeOf('n')}]`, 'n')} as data
        from (
          select a, nos, bodies
          from ${numbersOf(value)} cross join lateral (
            select array_agg(${packOf('n')}) as needed from generate_series(1, cardinality(a) / 2) n
          ) needs cross join lateral (
            select array_agg(no) as nos, array_agg(body) as bodies
            from (
              select text_pack.no, text_pack.body from sluice.text_packs text_pack
              where text_pack.part = ${part} and text_pack.trace_id = ${trace}
                and text_pack.no = any(needed)
                ${within === undefined ? '' : `and ${within}`}
              order by text_pack.no offset 0
            ) text_pack
          ) found offset 0
        ) packs, generate_series(1, cardinality(a) / 2) n
        where nos[${placeOf('n')}] = ${packOf('n')} offset 0
      ) text_range
    ) packed_text
  ) else ${value} end`;
}

/**
 * SQL: the beginning of the text of a stored value, up to the end of a range; no further pack is read. A value that is no reference is
 * returned whole.
 * @param least bytes of the text that suffice
 */
export function beginningOf(value: string, { part, trace, within }: ValueOwner, least: number): string {
  return `case when ${isReference(value)} then (
    select convert_from(string_agg(text_range.data, ''::bytea order by text_range.n), 'UTF8')
    from (
      select ranges.n, ${rangeOf('text_pack.body', 'ranges.n')} as data
      from (
        select n, a, sum(a[2 * n]) over (order by n) - a[2 * n] as before from ${numbersOf(value)}, generate_series(1, cardinality(a) / 2) n
      ) ranges cross join lateral (
        select text_pack.body from sluice.text_packs text_pack
        where text_pack.part = ${part} and text_pack.trace_id = ${trace} and text_pack.no = ${packOf('ranges.n')}
          ${within === undefined ? '' : `and ${within}`} offset 0
      ) text_pack
      where ranges.before < ${least}
    ) text_range
  ) else ${value} end`;
}

/** SQL: the numbers of a reference as the array `a`: address and bytes of each range. */
const numbersOf = (value: string): string =>
  `(select substring(${value} from position('{' in ${value}))::bigint[] as a offset 0) numbers`;

/** SQL: the number of the pack of the n-th range. */
const packOf = (n: string): string => `(a[2 * ${n} - 1] / ${PACK_BYTES})::integer`;

/** SQL: place of the pack of the n-th range among the packs that are found, if it is among them. */
const placeOf = (n: string): string => `width_bucket(${packOf(n)}, nos)`;

/** SQL: the bytes of the n-th range. @param body of its pack */
const rangeOf = (body: string, n: string): string =>
  `substring(${body} from (a[2 * ${n} - 1] % ${PACK_BYTES})::integer + 1 for a[2 * ${n}]::integer)`;
