import { ENTRY_OF_OBSERVATIONS } from '../observation-index-format';
import {
  ALL_FIELD,
  SEGMENT_SIZE,
  EMPTY_BITMAP,
  ENTRY_OF_TRACE,
  INDEX_FORMAT,
  USAGE_SUMS,
  isInSegment,
  positionsOf,
  valuesOf,
} from '../trace-index-format';
import { ROLLED_UP, TOKENS_AND_COST, blockOf, isBlockOf } from '../observation-rollup-format';
import { askDatabase } from '../session/with-client';

/** Result of comparing the trace index with the rows that it is derived from; dirty traces may differ. */
export interface DerivedComparison {
  /** The index is complete. Until then differences mean nothing. */
  readonly isComplete: boolean;
  /** The state row of the hourly rollup exists. */
  readonly hasMetricState: boolean;
  readonly segments: number;
  /**
   * Traces whose index entries (but for hashes of observations), sort keys or rollups differ from their rows, and segments of a value whose bitmap differs from its traces.
   */
  readonly wrongTraces: number;
  readonly wrongBitmaps: number;
  /** Blocks whose rollups of observations have other sums than their rows. */
  readonly wrongBlocks: number;
}

/** Limit of the compared segments: the newest and oldest of each project, and others at random. */
const MAX_SEGMENTS = 8;

const APPLICATION = 'sluice-doctor';

/** Compares the index. Each segment has one statement and so one snapshot: a change between two of them makes neither wrong. */
export async function compareDerived(databaseUrl: string): Promise<DerivedComparison> {
  return askDatabase(databaseUrl, APPLICATION, async (client) => {
    const { rows: state } = await client.query<{ isComplete: boolean | null; metrics: boolean }>(
      `select (select is_complete and format = ${INDEX_FORMAT} from sluice.trace_index_state) as "isComplete", exists (select from sluice.metric_rollup_state) as metrics`,
    );
    const { rows: segments } = await client.query<{ project: number; segment: number }>(SOME_SEGMENTS);
    let [wrongTraces, wrongBitmaps, wrongBlocks] = [0, 0, 0];
    for (const { project, segment } of segments) {
      const { rows } = await client.query<{ traces: number; bitmaps: number; blocks: number }>(COMPARE, [
        project,
        segment,
      ]);
      wrongTraces += rows[0]?.traces ?? 0;
      wrongBitmaps += rows[0]?.bitmaps ?? 0;
      wrongBlocks += rows[0]?.blocks ?? 0;
    }
    return {
      isComplete: state[0]?.isComplete === true,
      hasMetricState: state[0]?.metrics === true,
      segments: segments.length,
      wrongTraces,
      wrongBitmaps,
      wrongBlocks,
    };
  });
}

const SOME_SEGMENTS = /* sql */ `
select b.project, b.segment
from (
  select b.project, b.segment, least(rank() over (partition by b.project order by b.segment),
    rank() over (partition by b.project order by b.segment desc)) as from_end
  from sluice.trace_index_bitmaps b where b.field = '${ALL_FIELD}' and b.value = '') b
order by b.from_end > 1, random() limit ${MAX_SEGMENTS}`;

/** SQL: sums of observations, or of their rollups. */
const sumsOf = (alias: string, condition: string): string =>
  TOKENS_AND_COST.map((column) => `coalesce(sum(${alias}.${column}) filter (where ${condition}), 0) as ${column}`).join(
    ', ',
  );

/** SQL: compares the segment `$2` of the project `$1`. */
const COMPARE = /* sql */ `
with dirty as materialized (
  select distinct m.key from sluice.trace_index_dirty m where m.project = $1
), entries as materialized (
  select p.*, s.latency, s.cost, s.index_position is null as lacks_keys
  from sluice.trace_index_entries p left join sluice.trace_index_sort_keys s using (project, index_position)
  where p.project = $1 and ${isInSegment('p.index_position', '$2::integer')}
), clean as materialized (
  select p.* from entries p where not exists (select from dirty m where m.key = p.key)
), having_usage as materialized (
  select p.* from clean p
  where exists (select from sluice.valid_segments s where s.project = $1 and s.segment = $2::integer)
    or get_bit(coalesce((
      select l.bitmap from sluice.segment_validity l where l.project = $1 and l.segment = $2::integer), ${EMPTY_BITMAP}), p.index_position % ${SEGMENT_SIZE}) <> 0
), usage as (
  select p.index_position, u.day, u.model, ${USAGE_SUMS.map((column) => `u.${column}`).join(', ')}
  from having_usage p join sluice.traces t on t.id = p.key
    cross join lateral (select u.* from sluice.trace_usage u where u.part = t.part and u.trace_id = t.id offset 0) u
), rollups as (
  select u.* from sluice.trace_rollups u join having_usage p using (project, index_position)
), wanted_usage as (
  select index_position, day, model, ${USAGE_SUMS.join(', ')} from usage
  union all
  select p.index_position, (p."timestamp" at time zone 'UTC')::date, null, 1, 0, 0, 0, 0 from having_usage p
), found_usage as (
  select index_position, day, model, ${USAGE_SUMS.join(', ')} from rollups where model is not null
  union all
  select index_position, day, '', plain_observations, 0, 0, 0, 0 from rollups where plain_observations <> 0
  union all
  select index_position, day, null, traces, 0, 0, 0, 0 from rollups where traces <> 0
), wrong_usage as (
  (select * from wanted_usage except all select * from found_usage)
  union all
  (select * from found_usage except all select * from wanted_usage)
), wrong_entries as (
  select p.index_position from clean p left join sluice.traces t on t.id = p.key
    left join sluice.trace_index_observations x on x.key = p.key
  where t.id is null or p.lacks_keys
    or (${Object.keys(ENTRY_OF_OBSERVATIONS)
      .map((column) => `x.${column}`)
      .join(', ')}) is distinct from (${Object.values(ENTRY_OF_OBSERVATIONS).join(', ')})
    or (${Object.keys(ENTRY_OF_TRACE)
      .map((column) => `p."${column}"`)
      .join(', ')}) is distinct from (${Object.values(ENTRY_OF_TRACE).join(', ')})
), wrong as (
  select count(*)::integer as n from (select index_position from wrong_entries union select index_position from wrong_usage) p
), ones as (
  select o.field, o.value, o.index_position
  from ${positionsOf('(select b.* from sluice.trace_index_bitmaps b where b.project = $1 and b.segment = $2::integer)', ['field', 'value'])}
  where o.nth <= o.n and not exists (select from entries p join dirty m using (key) where p.index_position = o.index_position)
), wanted as (
  select v.field, v.value, p.index_position
  from clean p cross join lateral (
    select '${ALL_FIELD}'::"char" as field, ''::text as value union all select field, value from ${valuesOf('p')} x) v
  where exists (select from sluice.trace_index_bitmaps b where b.project = $1 and b.field = v.field and b.value = v.value)
), wrong_bitmaps as (
  select count(distinct (field, value))::integer as n from (
    (select * from ones except select * from wanted) union all (select * from wanted except select * from ones)) d
), clean_blocks as materialized (
  select v.block from sluice.observation_blocks v
  where v.project = $1 and ${isBlockOf('v.block', '$2::integer')}
    and not exists (select from entries p join dirty m using (key) where ${blockOf('p.index_position')} = v.block)
), wanted_blocks as (
  select ${blockOf('p.index_position')} as block, count(*) as calls, ${sumsOf('o', 'counted')}
  from clean_blocks v join entries p on ${blockOf('p.index_position')} = v.block join sluice.traces t on t.id = p.key
    cross join lateral (select o.* from sluice.observations o where o.part = t.part and o.trace_id = t.id offset 0) o
  group by 1
), found_blocks as (
  select v.block, sum(r.calls) as calls, ${sumsOf('r', 'true')}
  from clean_blocks v join sluice.observation_rollups r on r.project = $1 and r.block = v.block and r.field = '${ROLLED_UP.type}'
  group by 1
), wrong_blocks as (
  select count(distinct block)::integer as n from (
    (select * from wanted_blocks except select * from found_blocks) union all (select * from found_blocks except select * from wanted_blocks)) d
)
select w.n as traces, b.n as bitmaps, o.n as blocks from wrong w, wrong_bitmaps b, wrong_blocks o`;
