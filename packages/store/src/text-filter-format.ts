import { isInRange } from './trace-index-format';

/* Constants and SQL of `text_filters`, for the indexer, which writes it, and for reads (TRACE-INDEX.md, "Text filters"). */

/** Index positions of a filter. A segment of the trace index has a whole number of them. */
export const FILTER_TRACES = 1024;

/** Parts of a filter, each with a bit in each of its bytes, and their index positions. */
export const EIGHTHS = 8;
export const EIGHTH_TRACES = FILTER_TRACES / EIGHTHS;

/** SQL: the number of the filter of an index position, within its project. */
export const filterOf = (indexPosition: string): string => `${indexPosition} / ${FILTER_TRACES}`;

/** SQL condition: an index position is below a filter. */
export const isBelowFilter = (indexPosition: string, filter: string): string =>
  isInRange(indexPosition, filter, FILTER_TRACES);

/** SQL, an aggregate: the bitmap of index positions below one filter. */
export const filterPositions = (indexPosition: string): string =>
  `bit_or(set_bit(b'0'::bit(${FILTER_TRACES}), ${indexPosition} % ${FILTER_TRACES}, 1))::varbit`;

/** SQL: the number of the eighth of an index position, of all eighths of its project. */
export const eighthOf = (indexPosition: string): string => `${indexPosition} / ${EIGHTH_TRACES}`;

/** Bytes of a filter that are read first: those of a rare gram rule out most filters. */
const FIRST_READ = 2;

/** SQL: eighths that have all grams, as bits. Of the filter, which is stored uncompressed, about two kilobytes are read for each byte. */
export function eighthsWith(grams: string, bytes: readonly number[]): string {
  const read = (from: string): string => `get_byte(substring(${grams} from ${from} + 1 for 1), 0)`;
  const [first, rest] = [bytes.slice(0, FIRST_READ), bytes.slice(FIRST_READ)];
  const some = first.map((byte) => read(`${byte}`)).join(' & ');
  if (rest.length === 0) return some;
  return `(select case when s.bits = 0 then 0 else s.bits & (select bit_and(${read('b')}) from unnest('{${rest.join()}}'::integer[]) b) end
    from (select ${some} as bits offset 0) s)`;
}
