import type { PoolClient } from 'pg';
import {
  BLOCK_SIZE,
  FIGURE_SUMS,
  ROLLED_UP,
  ROLLED_UP_VALUES,
  type RolledUpField,
  SEGMENT_BLOCKS,
  TOKENS_AND_COST,
  bucketOf,
  bucketOfElement,
  countOfElement,
  elementOf,
  isBlockOf,
  isInBlock,
  partialSum,
} from '../../observation-rollup-format';
import { END, START, TIME_TO_FIRST_TOKEN } from '../../observation-values';
import { ALL_FIELD } from '../../trace-index-format';

/** A block of a project: consecutive index positions. */
export interface Block {
  readonly project: number;
  readonly block: number;
}

export interface ObservationRollupsOptions {
  /** Milliseconds without a change of a block before its rollups are made. */
  readonly idleMs?: number | undefined;
  /** The same for the last block of a project, to which traces are added: each one would require all of it again. */
  readonly lastIdleMs?: number | undefined;
  /** Limit of the values of a field in a block. */
  readonly maxValues?: number | undefined;
  /** Monotonic clock, in milliseconds. */
  readonly now?: () => number;
}

const IDLE_MS = 15_000;
const LAST_IDLE_MS = 300_000;
/** Most frequent values of a field in a block that have figures of their own; of all others only the calls are counted. */
const MAX_VALUES = 2000;
/** Observations of a block beyond which it has no rollups, so that the statement ends in time (some 15 µs each): reads use their rows. */
const MAX_OBSERVATIONS = 500_000;

/**
 * Makes the rollups of observations of blocks that were idle for a time, one block at a time, and the totals of a segment with those of its last
 * block. The transaction that indexes a trace deletes those of its block, and the totals of its segment.
 */
export class ObservationRollups {
  readonly #idleMs: number;
  readonly #lastIdleMs: number;
  readonly #maxValues: number;
  readonly #now: () => number;
  /** Times of the last change of blocks without rollups, in their order. Undefined: not read yet. */
  #invalid: Map<string, Block & { readonly changedAt: number }> | undefined;
  /** Last known block by project. */
  readonly #last = new Map<number, number>();

  constructor({
    idleMs = IDLE_MS,
    lastIdleMs = LAST_IDLE_MS,
    maxValues = MAX_VALUES,
    now = () => performance.now(),
  }: ObservationRollupsOptions = {}) {
    this.#idleMs = idleMs;
    this.#lastIdleMs = lastIdleMs;
    this.#maxValues = maxValues;
    this.#now = now;
  }

  /** Discards the known blocks; to be called when another process may have indexed traces. */
  forget(): void {
    this.#invalid = undefined;
    this.#last.clear();
  }

  /** Adds blocks to those whose rollups are to be made. */
  addInvalidated(blocks: readonly Block[]): void {
    for (const { project, block } of blocks) {
      const key = `${project}/${block}`;
      this.#last.set(project, Math.max(block, this.#last.get(project) ?? 0));
      this.#invalid?.delete(key); // it moves to the end
      this.#invalid?.set(key, { project, block, changedAt: this.#now() });
    }
  }

  /** Returns whether rollups may be due. */
  get isDue(): boolean {
    return this.#invalid === undefined || this.#due !== undefined;
  }

  get #due(): Block | undefined {
    const now = this.#now();
    for (const each of this.#invalid?.values() ?? []) {
      const idle = now - each.changedAt;
      if (idle < this.#idleMs) return undefined;
      if (each.block !== this.#last.get(each.project) || idle >= this.#lastIdleMs) return each;
    }
    return undefined;
  }

  /** Makes the next rollups that are due, in the caller's transaction. @returns whether any were due */
  async next(client: PoolClient): Promise<boolean> {
    if (this.#invalid === undefined) {
      this.#invalid = new Map();
      this.addInvalidated((await client.query<Block>(INVALID_BLOCKS)).rows);
    }
    const due = this.#due;
    if (due === undefined) return false;
    const { project, block } = due;
    await client.query(ROLL_UP_BLOCK, [project, block, this.#maxValues, MAX_OBSERVATIONS]);
    await client.query(ADD_UP_SEGMENT, [project, Math.floor(block / SEGMENT_BLOCKS)]);
    this.#invalid.delete(`${project}/${block}`);
    return true;
  }
}

const INVALID_BLOCKS = /* sql */ `
select b.project, b.segment * ${SEGMENT_BLOCKS} + g as block
from sluice.trace_index_bitmaps b cross join generate_series(0, ${SEGMENT_BLOCKS - 1}) g
where b.field = '${ALL_FIELD}' and b.value = '' and bit_count(substring(b.bitmap from g * ${BLOCK_SIZE} + 1 for ${BLOCK_SIZE})) > 0
  and not exists (
    select from sluice.observation_blocks v where v.project = b.project and v.block = b.segment * ${SEGMENT_BLOCKS} + g)
order by 1, 2`;

const FIELDS = Object.keys(ROLLED_UP) as RolledUpField[];
const FIELD_NAMES = FIELDS.map((field) => `"${field}"`).join(', ');
const SUMS = FIGURE_SUMS.join(', ');
const sums = (from: string): string => FIGURE_SUMS.map((column) => `sum(${from}.${column}) as ${column}`).join(', ');
const micros = (interval: string): string => `(extract(epoch from ${interval}) * 1000000)::bigint`;

/** Columns that the statement reads of an observation. */
const OF_OBSERVATION = [
  ...[
    'type',
    'name',
    'model',
    'provider',
    'prompt_name',
    'prompt_version',
    'level',
    'status_message',
    'counted',
    'service',
  ],
  ...['start_time', 'end_time', 'completion_start_time', 'created_at'],
  ...TOKENS_AND_COST,
]
  .map((column) => `o.${column}`)
  .join(', ');

/** SQL: a histogram, of an array of elements in which buckets occur several times. */
const histogramOf = (elements: string): string => `(
    select array_agg(${elementOf('h.bucket', 'h.n')} order by h.bucket)
    from (select ${bucketOfElement('e')} as bucket, sum(${countOfElement('e')}) as n from unnest(${elements}) e group by 1) h)`;

/**
 * SQL: makes the rollups of the block `$2` of the project `$1`, if it has traces, at most `$4` observations, and no rollups yet. `$3`: limit of
 * the values of a field; of all others the calls alone are counted.
 *
 * - `observed`, `cells`: the observations; their sums by hour, all values and buckets, so that what follows has fewer rows.
 * - `figures`: sums by field, value and hour. Elements of histograms are joined in arrays: a join by value could be planned as a nested loop.
 * - `ranked`: with the place of the value in the order of calls.
 */
const ROLL_UP_BLOCK = /* sql */ `
with traces as materialized (
  select p.index_position % ${BLOCK_SIZE} as place, t.*
  from sluice.trace_index_entries p cross join lateral (
    select t.id, t.part, t.release, t.observation_count from sluice.traces t where t.id = p.key offset 0) t
  where p.project = $1 and ${isInBlock('p.index_position', '$2::integer')}
), scope as materialized (
  select count(*) > 0 and sum(t.observation_count) <= $4::bigint
    and not exists (select from sluice.observation_blocks v where v.project = $1 and v.block = $2::integer) as fits
  from traces t
), observed as (
  select t.place, ${START} as start, o.prompt_version, ${FIELDS.map((field) => `${ROLLED_UP_VALUES[field]} as "${field}"`).join(', ')},
    ${micros(`(${END}) - ${START}`)} as latency, ${micros(TIME_TO_FIRST_TOKEN)} as first_token,
    ${TOKENS_AND_COST.map((column) => `case when o.counted then o.${column} end as ${column}`).join(', ')}
  from traces t cross join lateral (
    select ${OF_OBSERVATION} from sluice.observations o where o.part = t.part and o.trace_id = t.id offset 0) o
  where (select s.fits from scope s)
  offset 0
), cells as materialized (
  select floor(extract(epoch from o.start) / 3600)::bigint as hour, ${FIELD_NAMES}, o.prompt_version,
    ${bucketOf('o.latency')} as latency, ${bucketOf('o.first_token')} as first_token,
    count(*) as calls, min(o.start) as first_start, max(o.start) as last_start,
    bit_or(set_bit(b'0'::bit(${BLOCK_SIZE}), o.place, 1)) as traces,
    case when o.level = 'ERROR' then count(*) else 0 end as errors,
    ${TOKENS_AND_COST.map((column) => `coalesce(sum(o.${column}), 0) as ${column}`).join(', ')},
    coalesce(sum(o.output_tokens) filter (where o.latency > 0), 0) as timed_tokens,
    coalesce(sum(o.latency) filter (where o.output_tokens > 0), 0) as timed_latency
  from observed o
  group by hour, ${FIELD_NAMES}, o.prompt_version, ${bucketOf('o.latency')}, ${bucketOf('o.first_token')}
), figures as (
  select v.field, v.value, v.version, c.hour, sum(c.calls) as calls, min(c.first_start) as first_start, max(c.last_start) as last_start,
    bit_or(c.traces) as traces, ${sums('c')},
    array_agg(${elementOf('c.latency', 'c.calls')}) filter (where c.latency is not null) as latency,
    array_agg(${elementOf('c.first_token', 'c.calls')}) filter (where c.first_token is not null) as first_token
  from cells c cross join lateral (values ${FIELDS.map(
    (field) =>
      `('${ROLLED_UP[field]}'::"char", c."${field}", ${field === 'prompt' ? 'c.prompt_version' : 'null::integer'})`,
  ).join(', ')}) v (field, value, version)
  where v.value is not null
  group by 1, 2, 3, 4
), ranked as materialized (
  select f.*, dense_rank() over (partition by f.field order by f.of_value desc, f.value collate "C", f.version) as nth
  from (select f.*, sum(f.calls) over (partition by f.field, f.value, f.version) as of_value from figures f) f
), inserted as (
  insert into sluice.observation_rollups
    (project, block, field, value, version, hour, calls, first_start, last_start, traces, latency, first_token, ${SUMS})
  select $1, $2, f.field, f.value, f.version, f.hour, f.calls, f.first_start, f.last_start, f.traces,
    ${histogramOf('f.latency')}, ${histogramOf('f.first_token')}, ${SUMS}
  from ranked f where f.nth <= $3::bigint
  union all
  select $1, $2, f.field, null, null, f.hour, sum(f.calls), min(f.first_start), max(f.last_start), b'', null, null, ${FIGURE_SUMS.map(() => '0').join(', ')}
  from ranked f where f.nth > $3::bigint group by f.field, f.hour
  order by 3, 4, 5, 6
)
insert into sluice.observation_blocks (project, block, first_hour, last_hour)
select $1, $2, min(c.hour), max(c.hour) from cells c having (select s.fits from scope s)`;

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
const ADD_UP_SEGMENT = /* sql */ `
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
