import type { ColumnName } from './columns';
import type { tracePlaces, traceSums } from './schema';

/*
 * What the tables that are derived from traces are made of: for the fold, which writes them, and for who reads or compares them.
 */

/** Positions of a bucket: a row of `trace_bits` has as many bits. */
export const SEGMENT_SIZE = 8192;

/** Characters of a name that a place has. A name of so many has no bits: there may be more of it. */
export const NAME_LENGTH = 500;

/** The columns of usage that are 0 for plain spans. */
export const TOKENS_OR_COST = ['input_tokens', 'output_tokens', 'total_tokens', 'cost'] as const;

/** The columns of usage that are summed. */
export const USAGE_SUMS = ['observations', ...TOKENS_OR_COST] as const;

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

type Derived = ColumnName<typeof tracePlaces> | ColumnName<typeof traceSums>;

/** SQL: what place and sums of a trace have, by their columns; of `sluice.traces t`. Latency in microseconds. */
export const ENTRY_OF_TRACE: Readonly<Record<Exclude<Derived, 'project' | 'position' | 'key'>, string>> = {
  id: 'coalesce(t.public_id, t.id)',
  timestamp: 't."timestamp"',
  name: `left(t.name, ${NAME_LENGTH})`,
  user_id: 't.user_id',
  session_id: 't.session_id',
  release: 't.release',
  version: 't.version',
  environment: `coalesce(t.environment, 'default')`,
  tags: 't.tags',
  latency: `case when t.observation_count = 0 then 0
      else coalesce(extract(epoch from t.max_end - t.min_start) * 1000000, 0) end::bigint`,
  cost: 't.total_cost',
};

/** SQL: the values of a place that may have bits, by their fields, tags aside. Null: it has none. @param place what has the columns of a place */
export function fieldsOf(place: string): Readonly<Record<string, string>> {
  const texts = Object.entries(TEXT_FIELDS).map(([field, column]) => {
    const value = `${place}.${column}`;
    return [field, column === 'name' ? `case when length(${value}) < ${NAME_LENGTH} then ${value} end` : value];
  });
  return { ...(Object.fromEntries(texts) as Record<string, string>), [HOUR_FIELD]: hourOf(`${place}."timestamp"`) };
}

/** SQL: the values of a place that may have bits, as rows of field and value; without that of all traces. */
export function valuesOf(place: string): string {
  const values = Object.entries(fieldsOf(`(${place})`)).map(([field, value]) => `('${field}', ${value})`);
  return `(select field::"char" as field, value from (values ${values.join(', ')}) x (field, value) where value is not null
    union all select '${TAG_FIELD}', tag from unnest((${place}).tags) tag)`;
}

/** SQL condition: a position is of a bucket. */
export const isInSegment = (position: string, bucket: string): string =>
  `${position} between ${bucket} * ${SEGMENT_SIZE} and ${bucket} * ${SEGMENT_SIZE} + ${SEGMENT_SIZE - 1}`;

/** SQL: the bits of no position of a bucket. */
export const NO_BITS = `b'0'::bit(${SEGMENT_SIZE})`;

/** SQL: those of all positions of a bucket. */
export const ALL_BITS = `(~${NO_BITS})`;

/** SQL, an aggregate: the bits of positions of one bucket. */
export const bitsOf = (position: string): string => `bit_or(set_bit(${NO_BITS}, ${position} % ${SEGMENT_SIZE}, 1))`;

/**
 * SQL: positions of the ones of a set, in rows `o (position, nth)` up to its count `n`. A piece lies before each one, or after all.
 * @param set rows of bucket and bits
 * @param of columns that it has beside these: a row is of a bucket and of their values
 */
export function onesOf(set: string, of: readonly string[] = []): string {
  const columns = of.map((column) => `, s.${column}`).join('');
  return `(
  select s.bucket * ${SEGMENT_SIZE} + (sum(length(piece) + 1) over (partition by s.bucket${columns} order by nth))::integer - 1 as position,
    nth, bit_count(s.bits) as n${columns}
  from ${set} s cross join lateral string_to_table(s.bits::text, '1') with ordinality as p (piece, nth)) o`;
}
