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

const isReference = (value: string): string => `left(${value}, 1) = '${REFERENCE_MARK}'`;

/** SQL: bytes of the text to which a reference refers. */
const referredBytes = (value: string): string =>
  `substring(${value} from 2 for position(' ' in ${value}) - 2)::integer`;

/** SQL: bytes of the text of a stored value; no pack is read. */
export const textBytes = (value: string): string =>
  `case when ${isReference(value)} then ${referredBytes(value)} else octet_length(${value}) end`;

/**
 * SQL: the text of a stored value, which is the text itself or a reference to ranges of packs. The statement fails with `TEXT_IS_MISSING`
 * if a pack is missing.
 */
export function textOf(value: string, owner: ValueOwner): string {
  const ranges = `select n, a[2 * n - 1] as at, a[2 * n] as bytes ${rangesFrom(value)}`;
  return `case when ${isReference(value)} then (
    select case when octet_length(packed_text.data) = ${referredBytes(value)} then convert_from(packed_text.data, 'UTF8')
      else sluice.fail_missing_text(${owner.trace}) end
    from (${dataOf(ranges, owner, 'text_range.at + text_range.bytes - 1')}) packed_text
  ) else ${value} end`;
}

/**
 * SQL: the beginning of the text of a stored value, up to the end of a pack; no further pack is read. A value that is no reference is
 * returned whole.
 * @param least bytes of the text that suffice
 */
export function beginningOf(value: string, owner: ValueOwner, least: number): string {
  const ranges = `select * from (
    select n, a[2 * n - 1] as at, a[2 * n] as bytes, sum(a[2 * n]) over (order by n) - a[2 * n] as before ${rangesFrom(value)}
  ) text_range where before < ${least}`;
  return `case when ${isReference(value)} then (
    select convert_from(packed_text.data, 'UTF8') from (${dataOf(ranges, owner, `text_range.at + least(text_range.bytes, ${least} - text_range.before) - 1`)}) packed_text
  ) else ${value} end`;
}

/** SQL: the numbers of a reference as the array `a`, with the number `n` of each range. */
const rangesFrom = (value: string): string =>
  `from (select substring(${value} from position('{' in ${value}))::bigint[] as a offset 0) text_list, generate_series(1, cardinality(a) / 2) n`;

/** SQL: the bytes of ranges as `data`. Without `offset 0` the planner, which has no statistics of a growing partition, would read all of it. */
const dataOf = (ranges: string, { part, trace, within }: ValueOwner, last: string): string => `
    select string_agg(
      substring(text_pack.body from greatest(text_range.at - text_pack.at, 0)::integer + 1 for (least(text_range.at + text_range.bytes, text_pack.at + ${PACK_BYTES}) - greatest(text_range.at, text_pack.at))::integer),
      ''::bytea order by text_range.n, text_pack.at) as data
    from (${ranges}) text_range cross join lateral (
      select text_pack.no::bigint * ${PACK_BYTES} as at, text_pack.body from sluice.text_packs text_pack
      where text_pack.part = ${part} and text_pack.trace_id = ${trace} and text_pack.no between text_range.at / ${PACK_BYTES} and (${last}) / ${PACK_BYTES}
        ${within === undefined ? '' : `and ${within}`} offset 0
    ) text_pack`;
