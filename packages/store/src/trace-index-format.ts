import type { ColumnName } from './columns';
import type { traceIndexEntries, traceIndexSortKeys } from './schema/trace-index';
import { OUTCOME } from './trace-outcome';

/* Constants and SQL of the tables of the trace index, for the indexer, which writes them, and for code that reads or compares them. */

/** Number of what the index contains. It grows with each change of its values or hashes: then the indexer rebuilds an index of before. */
export const INDEX_FORMAT = 3;

/** Index positions of a segment, which is the number of bits of a row of `trace_index_bitmaps`. */
export const SEGMENT_SIZE = 8192;

/** Characters of a name that an index entry contains. A name of this length has no bitmaps: it may be the beginning of a longer one. */
export const NAME_LENGTH = 500;

/** Columns of usage that are 0 for plain spans. */
export const TOKENS_OR_COST = ['input_tokens', 'output_tokens', 'total_tokens', 'cost'] as const;

/** Columns of usage that are summed. */
export const USAGE_SUMS = ['observations', ...TOKENS_OR_COST] as const;

/**
 * Columns of `trace_index_entries` whose values may have bitmaps, by the letter of their field in `trace_index_bitmaps`. Tags, hours,
 * outcomes and the bitmap of all traces have the letters below.
 */
export const TEXT_FIELDS = {
  n: 'name',
  u: 'user_id',
  s: 'session_id',
  r: 'release',
  v: 'version',
  e: 'environment',
} as const satisfies Readonly<Record<string, ColumnName<typeof traceIndexEntries>>>;

/** Field of `trace_index_bitmaps` whose values are tags. */
export const TAG_FIELD = 't';

/** Field of `trace_index_bitmaps` whose values are UTC hours of the timestamp. */
export const HOUR_FIELD = 'h';

/** Field of `trace_index_bitmaps` whose values are outcomes. Each has bitmaps however few traces have it, so that entries need no B-tree of them. */
export const OUTCOME_FIELD = 'o';

/** Field of `trace_index_bitmaps` with one value, '', and the bitmaps of all traces. */
export const ALL_FIELD = 'a';

/** Number that is added to an hour since 1970, so that all hours of Postgres have ten digits and sort as text. */
const HOUR_ZERO = 5_000_000_000;

/** SQL: the UTC hour of a time as a value. */
export const hourOf = (time: string): string =>
  `(floor(extract(epoch from ${time}) / 3600)::bigint + ${HOUR_ZERO})::text`;

/** Returns the value of `hourOf` for a number of whole hours since the epoch. */
export const hourText = (hour: number): string => String(hour + HOUR_ZERO);

/** SQL: the start of an hour that is given as a value. */
export const beginOf = (hour: string): string => `to_timestamp((${hour}::bigint - ${HOUR_ZERO}) * 3600)`;

type Derived = ColumnName<typeof traceIndexEntries> | ColumnName<typeof traceIndexSortKeys>;

/** SQL: the values of the index entry and the sort keys of a trace `sluice.traces t`, by their columns. Latency in microseconds. */
export const ENTRY_OF_TRACE: Readonly<Record<Exclude<Derived, 'project' | 'index_position' | 'key'>, string>> = {
  id: 'coalesce(t.public_id, t.id)',
  timestamp: 't."timestamp"',
  name: `left(t.name, ${NAME_LENGTH})`,
  user_id: 't.user_id',
  session_id: 't.session_id',
  release: 't.release',
  version: 't.version',
  environment: `coalesce(t.environment, 'default')`,
  tags: 't.tags',
  outcome: OUTCOME,
  latency: `case when t.observation_count = 0 then 0
      else coalesce(extract(epoch from t.max_end - t.min_start) * 1000000, 0) end::bigint`,
  cost: 't.total_cost',
};

/**
 * SQL: the values of an index entry that may have bitmaps, by their fields, without tags. Null: no value.
 * @param entry alias with the columns of an entry
 */
export function fieldsOf(entry: string): Readonly<Record<string, string>> {
  const texts = Object.entries(TEXT_FIELDS).map(([field, column]) => {
    const value = `${entry}.${column}`;
    return [field, column === 'name' ? `case when length(${value}) < ${NAME_LENGTH} then ${value} end` : value];
  });
  return {
    ...(Object.fromEntries(texts) as Record<string, string>),
    [HOUR_FIELD]: hourOf(`${entry}."timestamp"`),
    [OUTCOME_FIELD]: `${entry}.outcome`,
  };
}

/** SQL: the values of an index entry that may have bitmaps, as rows of field and value; without that of all traces. */
export function valuesOf(entry: string): string {
  const values = Object.entries(fieldsOf(`(${entry})`)).map(([field, value]) => `('${field}', ${value})`);
  return `(select field::"char" as field, value from (values ${values.join(', ')}) x (field, value) where value is not null
    union all select '${TAG_FIELD}', tag from unnest((${entry}).tags) tag)`;
}

/** SQL condition: a number is in the range `range` of ranges of `size` numbers, the first of which begins at 0. */
export const isInRange = (number: string, range: string, size: number): string =>
  `${number} between ${range} * ${size} and ${range} * ${size} + ${size - 1}`;

/** SQL condition: an index position is in a segment. */
export const isInSegment = (indexPosition: string, segment: string): string =>
  isInRange(indexPosition, segment, SEGMENT_SIZE);

/** SQL: the empty bitmap of a segment. */
export const EMPTY_BITMAP = `b'0'::bit(${SEGMENT_SIZE})`;

/** SQL: the full bitmap of a segment. */
export const FULL_BITMAP = `(~${EMPTY_BITMAP})`;

/** SQL, an aggregate: the bitmap of index positions of one segment. */
export const bitmapOf = (indexPosition: string): string =>
  `bit_or(set_bit(${EMPTY_BITMAP}, ${indexPosition} % ${SEGMENT_SIZE}, 1))`;

/**
 * SQL: the index positions of a set, as rows `o (index_position, nth, n)`, of which only those with `nth <= n` are positions: the caller adds
 * this condition. The text of a bitmap is split at its set bits; the piece after the last one gives the row to leave out.
 * @param set rows of segment and bitmap
 * @param of further columns of the set: a row belongs to a segment and their values
 */
export function positionsOf(set: string, of: readonly string[] = []): string {
  const columns = of.map((column) => `, s.${column}`).join('');
  return `(
  select s.segment * ${SEGMENT_SIZE} + (sum(length(piece) + 1) over (partition by s.segment${columns} order by nth))::integer - 1 as index_position,
    nth, bit_count(s.bitmap) as n${columns}
  from ${set} s cross join lateral string_to_table(s.bitmap::text, '1') with ordinality as p (piece, nth)) o`;
}
