import {
  BLOCK_SIZE,
  FIGURE_SUMS,
  GROUP_VALUES,
  ROLLED_UP,
  type RolledUpField,
  SEGMENT_BLOCKS,
  TOKENS_AND_COST,
  bucketOf,
  bucketOfElement,
  countOfElement,
  cut,
  elementOf,
  isBlockOf,
  isInBlock,
  partialSum,
} from '../../observation-rollup-format';
import { END, MESSAGE_GROUP, START, TIME_TO_FIRST_TOKEN } from '../../observation-values';

/* Statements that make the rollups of observations of a block, and their totals of a segment. */

/** Traces of a block. */
export interface TracesOfBlock {
  /** Texts of arrays, all in the same order: for `ROLL_UP_BLOCK`. */
  readonly keys: string;
  readonly parts: string;
  readonly places: string;
  readonly releases: string;
  readonly firstPart: number;
  readonly lastPart: number;
  /** Number of observations. */
  readonly observations: number;
}

/**
 * SQL: the traces of the block `$2` of the project `$1` as one row of arrays, and of their parts and number of observations; none if the block has
 * rollups, or no traces.
 */
export const TRACES_OF_BLOCK = /* sql */ `
select ${['key', 'part', 'place', 'release'].map((column) => `array_agg(t.${column})::text as "${column}s"`).join(', ')},
  min(t.part) as "firstPart", max(t.part) as "lastPart", sum(t.observation_count)::float8 as observations
from sluice.trace_index_entries p cross join lateral (
  select t.id as key, t.part, p.index_position % ${BLOCK_SIZE} as place, t.release, t.observation_count
  from sluice.traces t where t.id = p.key offset 0) t
where p.project = $1 and ${isInBlock('p.index_position', '$2::integer')}
  and not exists (select from sluice.observation_blocks v where v.project = $1 and v.block = $2::integer)
having count(*) > 0`;

const FIELDS = Object.keys(ROLLED_UP) as RolledUpField[];
const SUMS = FIGURE_SUMS.join(', ');
const sums = (from: string): string => FIGURE_SUMS.map((column) => `sum(${from}.${column}) as ${column}`).join(', ');
const columnsOf = (alias: string, columns: readonly string[]): string =>
  columns.map((column) => `${alias}.${column}`).join(', ');

/** Columns of an observation in which those that are alike are equal, and from which their values follow. */
const OF_OBSERVATION = ['type', 'name', 'model', 'provider', 'prompt_name', 'prompt_version', 'level', 'service'];
/** With those that are computed, or of the trace. */
const OF_ALIKE = columnsOf('o', [...OF_OBSERVATION, 'message', 'release']);

/** SQL: values by field, as in `GROUP_VALUES`, of observations `o` that are alike. */
const VALUES: Readonly<Record<RolledUpField, string>> = {
  ...GROUP_VALUES,
  statusMessage: 'o.message',
  failure: `case when o.level = 'ERROR' then o.message end`,
  release: cut('o.release'),
};

/** SQL: whole microseconds of an interval. A double has those of 130 years, in a fifth of the time of a number of any size. */
const micros = (interval: string): string => `
    case when date_part('epoch', ${interval}) < 4e9 then round(date_part('epoch', ${interval}) * 1e6)::bigint
      else (extract(epoch from ${interval}) * 1000000)::bigint end`;

/** SQL, an aggregate: elements of the buckets of whole microseconds, each with the number 1. */
const elementsOf = (column: string): string =>
  `array_agg(${elementOf(bucketOf(`o.${column}`), '1')}) filter (where o.${column} is not null) as ${column}`;

/** SQL, an aggregate: rows of such arrays, which need not be equally long. */
const rowsOf = (column: string): string =>
  `array_agg(row(o.${column})) filter (where o.${column} is not null) as ${column}`;

/** SQL: a histogram, of elements in which buckets occur several times. @param from SQL after `from`: rows `e` */
const histogramOf = (from: string): string => `(
    select array_agg(${elementOf('h.bucket', 'h.n')} order by h.bucket)
    from (select ${bucketOfElement('e')} as bucket, sum((${countOfElement('e')})::integer) as n from ${from} group by 1) h)`;

/** SQL: the histogram of rows; null for null. */
const histogramOfRows = (rows: string): string =>
  `case when ${rows} is not null then ${histogramOf(`unnest(${rows}) r (elements bigint[]) cross join unnest(r.elements) e`)} end`;

/** SQL: the columns of rows of elements, with histograms where these are mostly shorter. */
const shortened = (column: string): string =>
  `case when cardinality(o.${column}) < 100 then o.${column} else ${histogramOf(`unnest(o.${column}) e`)} end as ${column}`;

/** SQL: hours since the epoch, of the start of an hour. */
const hourOf = (start: string): string => `(extract(epoch from ${start}) / 3600)::bigint`;

/**
 * SQL: makes the rollups of the block `$2` of the project `$1`. `$3`: limit of the values of a field; of all others the calls alone are counted.
 * `$4` to `$7`: arrays of `TRACES_OF_BLOCK`; `$8` and `$9`: first and last part, which limit the planned partitions.
 *
 * - `observed`, `alike`: the observations; the sums of those of an hour with the same values. What follows has some rows for a thousand observations.
 * - `figures`: sums by field, value and hour. Buckets are joined as arrays: a join by value could be planned as a nested loop.
 * - `ranked`: with the place of the value in the order of calls.
 */
export const ROLL_UP_BLOCK = /* sql */ `
with traces as materialized (
  select t.key, t.part, t.release, set_bit(b'0'::bit(${BLOCK_SIZE}), t.place, 1) as bits
  from unnest($4::uuid[], $5::integer[], $6::integer[], $7::text[]) t (key, part, place, release)
), observed as (
  select t.bits, t.release, o.start, ${columnsOf('o', [...OF_OBSERVATION, 'message', ...TOKENS_AND_COST])},
    ${micros('o.lasted')} as latency, ${micros('o.waited')} as first_token
  from traces t cross join lateral (
    select ${START} as start, ${columnsOf('o', OF_OBSERVATION)}, ${MESSAGE_GROUP} as message,
      (${END}) - ${START} as lasted, ${TIME_TO_FIRST_TOKEN} as waited,
      ${TOKENS_AND_COST.map((column) => `case when o.counted then o.${column} end as ${column}`).join(', ')}
    from sluice.observations o
    where o.part between $8::integer and $9::integer and o.part = t.part and o.trace_id = t.key offset 0) o
  offset 0
), summed as (
  select date_bin('1 hour', o.start, timestamptz 'epoch') as hour, ${OF_ALIKE},
    count(*) as calls, min(o.start) as first_start, max(o.start) as last_start, bit_or(o.bits) as traces,
    case when o.level = 'ERROR' then count(*) else 0 end as errors,
    ${TOKENS_AND_COST.map((column) => `coalesce(sum(o.${column}), 0) as ${column}`).join(', ')},
    coalesce(sum(o.output_tokens) filter (where o.latency > 0), 0) as timed_tokens,
    coalesce(sum(o.latency) filter (where o.output_tokens > 0), 0) as timed_latency,
    ${elementsOf('latency')}, ${elementsOf('first_token')}
  from observed o group by 1, ${OF_ALIKE}
), alike as materialized (
  select o.hour, ${OF_ALIKE}, o.calls, o.first_start, o.last_start, o.traces, ${columnsOf('o', FIGURE_SUMS)},
    ${shortened('latency')}, ${shortened('first_token')}
  from summed o
), figures as (
  select v.field, v.value, v.version, o.hour, sum(o.calls) as calls, min(o.first_start) as first_start, max(o.last_start) as last_start,
    bit_or(o.traces) as traces, ${sums('o')}, ${rowsOf('latency')}, ${rowsOf('first_token')}
  from alike o cross join lateral (values ${FIELDS.map(
    (field) =>
      `('${ROLLED_UP[field]}'::"char", ${VALUES[field]}, ${field === 'prompt' ? 'o.prompt_version' : 'null::integer'})`,
  ).join(', ')}) v (field, value, version)
  where v.value is not null
  group by 1, 2, 3, 4
), ranked as materialized (
  select f.*, dense_rank() over (partition by f.field order by f.of_value desc, f.value collate "C", f.version) as nth
  from (select f.*, sum(f.calls) over (partition by f.field, f.value, f.version) as of_value from figures f) f
), inserted as (
  insert into sluice.observation_rollups
    (project, block, field, value, version, hour, calls, first_start, last_start, traces, latency, first_token, ${SUMS})
  select $1::integer, $2::integer, f.field, f.value, f.version, ${hourOf('f.hour')}, f.calls, f.first_start, f.last_start, f.traces,
    ${histogramOfRows('f.latency')}, ${histogramOfRows('f.first_token')}, ${SUMS}
  from ranked f where f.nth <= $3::bigint
  union all
  select $1::integer, $2::integer, f.field, null, null, ${hourOf('f.hour')}, sum(f.calls), min(f.first_start), max(f.last_start), b'', null, null, ${FIGURE_SUMS.map(() => '0').join(', ')}
  from ranked f where f.nth > $3::bigint group by f.field, f.hour
  order by 3, 4, 5, 6
)
insert into sluice.observation_blocks (project, block, first_hour, last_hour)
select $1::integer, $2::integer, ${hourOf('min(o.hour)')}, ${hourOf('max(o.hour)')} from alike o`;

/** SQL: rows of a total with one of its histograms alone. */
const histogramTotal = (column: 'latency' | 'first_token'): string => `
  select field, value, version, ${partialSum({ [column]: `array_agg(${elementOf('bucket', 'n')} order by bucket)` })}
  from (
    select field, value, version, ${bucketOfElement('e')} as bucket, sum(${countOfElement('e')}) as n
    from (select r.field, r.value, r.version, unnest(r.${column}) as e from r) r group by 1, 2, 3, 4) h
  group by 1, 2, 3`;

/**
 * SQL: makes the totals of the segment `$2` of the project `$1`, if all of its blocks have rollups. Partial sums are rows of one union: joins by
 * value could be planned as nested loops.
 */
export const ADD_UP_SEGMENT = /* sql */ `
with r as materialized (
  select r.* from sluice.observation_rollups r
  where r.project = $1 and ${isBlockOf('r.block', '$2::integer')}
    and ${SEGMENT_BLOCKS} = (
      select count(*) from sluice.observation_blocks v
      where v.project = $1 and ${isBlockOf('v.block', '$2::integer')})
    and not exists (select from sluice.observation_totals t where t.project = $1 and t.segment = $2::integer)
), parts as (
  select field, value, version, ${partialSum(Object.fromEntries(['calls', 'first_start', 'last_start', ...FIGURE_SUMS].map((column) => [column, column])))} from r
  union all
  select field, value, version, ${partialSum({ traces: 'sum(bit_count(traces))' })}
  from (select field, value, version, block, bit_or(traces) as traces from r where value is not null group by 1, 2, 3, 4) r group by 1, 2, 3
  union all ${histogramTotal('latency')}
  union all ${histogramTotal('first_token')}
)
insert into sluice.observation_totals (project, segment, field, value, version, calls, first_start, last_start, traces, latency, first_token, ${SUMS})
select $1, $2, p.field, p.value, p.version, sum(p.calls), min(p.first_start), max(p.last_start), coalesce(sum(p.traces), 0), max(p.latency),
  max(p.first_token), ${sums('p')}
from parts p group by p.field, p.value, p.version order by 3, 4, 5`;
