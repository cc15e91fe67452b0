import type { ColumnName } from './columns';
import type { tracePlaces } from './schema';

/*
 * What the tables that are derived from traces are made of: for the fold, which writes them, and for who reads or compares them.
 */

/** Positions of a bucket: a row of `trace_bits` has as many bits. */
export const BUCKET = 8192;

/** Characters of a name that a place has. A name of so many has no bits: there may be more of it. */
export const NAME_LENGTH = 500;

/** The columns of `trace_places` whose values have bits, by the letter of their field in `trace_bits`. */
export const TEXT_FIELDS = {
  n: 'name',
  u: 'user_id',
  s: 'session_id',
  r: 'release',
  v: 'version',
  e: 'environment',
} as const satisfies Readonly<Record<string, ColumnName<typeof tracePlaces>>>;

/** The field of `trace_bits` whose values are tags. */
export const TAG_FIELD = 't';

/** The field whose values are UTC hours of the timestamp. */
export const HOUR_FIELD = 'h';

/** The field that has one value, '', and the bits of all traces. */
export const ALL_FIELD = 'a';

/** Added to an hour since 1970, so that hours of all times that Postgres has are numbers of ten digits, which sort as text. */
const HOUR_ZERO = 5_000_000_000;

/** SQL: the UTC hour of a time as a value. */
export const hourOf = (time: string): string =>
  `(floor(extract(epoch from ${time}) / 3600)::bigint + ${HOUR_ZERO})::text`;

/** The same of whole hours since the epoch. */
export const hourText = (hour: number): string => String(hour + HOUR_ZERO);

/** SQL: when an hour begins that is given as a value. */
export const beginOf = (hour: string): string => `to_timestamp((${hour}::bigint - ${HOUR_ZERO}) * 3600)`;
