/*
 * SQL: an hour of a series as stored in `metric_hours`, and the two parts of a sum, none of whose steps leaves the range of a double
 * (`read/metric-aggregates.ts` explains why).
 */

const double = (value: number): string => `'${value}'::double precision`;

/** Least value that is added by its 2^64th part: 2^63 of the smaller ones stay within the range. */
const LARGE = double(2 ** 960);
export const SCALE = double(2 ** -64);

/** SQL: aggregates of points `p`. */
export const SMALL_SUM = `coalesce(sum(p.value) filter (where abs(p.value) < ${LARGE}), 0)`;
export const LARGE_SUM = `coalesce(sum(p.value * ${SCALE}) filter (where abs(p.value) >= ${LARGE}), 0)`;

/**
 * SQL, an aggregate of points `p`: time, receipt, sequence number and value of the last one (contract: Metric points and series).
 * Partitions of a log are stored in any order, so the receipt decides between equal times; within one record the sequence number. It needs
 * no sort; microseconds and sequence numbers are exact below 2^53.
 */
export const LAST_POINT =
  'max(array[extract(epoch from p.ts)::double precision, p.received::double precision, p.seq::double precision, p.value])';

/** SQL: the columns of `metric_hours` without its key, as aggregates of its points `p`. */
const FIGURES = {
  points: 'count(*)::integer',
  small: SMALL_SUM,
  large: LARGE_SUM,
  least: 'min(p.value)',
  greatest: 'max(p.value)',
  last: `(${LAST_POINT})[4]`,
  last_ts: 'max(p.ts)',
  last_seq: `(${LAST_POINT})[3]::bigint`,
  last_received: `(${LAST_POINT})[2]::bigint`,
};

export const HOUR_FIGURES: readonly string[] = Object.keys(FIGURES);

/** SQL: the expressions after `select` of points `p` for `HOUR_FIGURES`. */
export const FIGURES_OF_POINTS = Object.entries(FIGURES)
  .map(([name, sql]) => `${sql} as ${name}`)
  .join(', ');

/** SQL: the start of the hour of a time. */
export const hourOf = (time: string): string => `date_bin('1 hour', ${time}, timestamptz 'epoch')`;

/** SQL: the points `p` of the series and hour of a row with these columns. */
const pointsOf = (row: string): string => `sluice.metric_points p
  where p.series_id = ${row}.series_id and p.ts >= ${row}.hour and p.ts < ${row}.hour + interval '1 hour'`;

/** SQL: the expression after `select` of points `p` for `sorted` of `metric_values`. */
export const SORTED_OF_POINTS = 'array_agg(p.value order by p.value) as sorted';

/** SQL: the points of a row with series_id and hour as a row of `HOUR_FIGURES`, with `points` 0 if there are none. */
export const figuresOf = (row: string): string => `(select ${FIGURES_OF_POINTS} from ${pointsOf(row)})`;

/** SQL: the same points as a row of sorted and last_ts; both are null if there are none. */
export const sortedOf = (row: string): string =>
  `(select ${SORTED_OF_POINTS}, max(p.ts) as last_ts from ${pointsOf(row)})`;

/** SQL: the same points as a row of both. */
export const allOf = (row: string): string =>
  `(select ${FIGURES_OF_POINTS}, ${SORTED_OF_POINTS} from ${pointsOf(row)})`;
