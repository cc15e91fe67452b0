import { isInRange } from './trace-index-format';

/* Constants and SQL of `text_filters`, for the indexer, which writes it, and for reads (TRACE-INDEX.md, "Text filters"). */

/** Index positions of a filter. A segment of the trace index has a whole number of them. */
export const FILTER_TRACES = 1024;

/** SQL: the number of the filter of an index position, within its project. */
export const filterOf = (indexPosition: string): string => `${indexPosition} / ${FILTER_TRACES}`;

/** SQL condition: an index position is below a filter. */
export const isBelowFilter = (indexPosition: string, filter: string): string =>
  isInRange(indexPosition, filter, FILTER_TRACES);

/** SQL, an aggregate: the bitmap of index positions below one filter. */
export const filterPositions = (indexPosition: string): string =>
  `bit_or(set_bit(b'0'::bit(${FILTER_TRACES}), ${indexPosition} % ${FILTER_TRACES}, 1))::varbit`;

/** SQL condition: a filter has a bit. Of the filter, which is stored uncompressed, about two kilobytes are read. */
export const hasBit = (grams: string, bit: number): string =>
  `get_bit(substring(${grams} from ${(bit >>> 3) + 1} for 1), ${bit & 7}) = 1`;
