import { columnNames } from '../../columns';
import {
  FULL_BITMAP,
  ALL_FIELD,
  SEGMENT_SIZE,
  EMPTY_BITMAP,
  ENTRY_OF_TRACE,
  bitmapOf,
  fieldsOf,
  OUTCOME_FIELD,
  TAG_FIELD,
  valuesOf,
} from '../../trace-index-format';
import { blockOf } from '../../observation-rollup-format';
import { traceIndexEntries } from '../../schema/trace-index';
import { FILTER_TRACES, filterOf, filterPositions } from '../../text-filter-format';

/** SQL: the segment of an index position. */
export const segmentOf = (indexPosition: string): string => `${indexPosition} / ${SEGMENT_SIZE}`;

const ENTRY_COLUMNS = columnNames(traceIndexEntries).filter((name) => name !== 'project' && name !== 'index_position');

/**
 * SQL: the values of new index entries, as rows of project, index position, field and value. One branch per field reads only the column of that
 * field.
 */
const VALUES_OF_NEW = [
  ...Object.entries(fieldsOf('i')).map(([field, value]) => [field, value, 'indexing i'] as const),
  [TAG_FIELD, 'tag', 'indexing i cross join lateral unnest(i.tags) tag'] as const,
  [ALL_FIELD, "''", 'indexing i'] as const,
]
  .map(
    ([field, value, from]) =>
      `select i.project, i.index_position, '${field}' as field, ${value} as value from ${from} where i.is_new and ${value} is not null`,
  )
  .join('\n    union all ');

/** SQL condition: a value is indexed. Outcomes always are, as is the bitmap of all traces. */
const isIndexedValue = (of: string): string => `(${of}.field in ('${ALL_FIELD}', '${OUTCOME_FIELD}') or exists (
      select from sluice.trace_index_bitmaps b where b.project = ${of}.project and b.field = ${of}.field and b.value = ${of}.value))`;

/**
 * SQL: indexes the traces of `$1` (projects) and `$2` (keys), each at most once: writes their index entries, sort keys and bitmaps. Traces
 * beyond `$3` (timestamp) and `$4` (id), if given, are skipped: a later page of the rebuild contains them.
 *
 * One statement, so that all parts see the index entries before the round and one snapshot of the traces. New traces get the next positions
 * of their project, in order of time. Bitmaps are read and written only for values that change. The segments of these traces become
 * invalid, and so do the trace rollups of the traces.
 *
 * - `keys`, `last_positions`: the keys of the round; the last index position of each project.
 * - `compared`, `indexing`: the traces, each with its index position and `old_entry`, its entry before the round (null: new); then with
 *   `new_entry` (null: deleted).
 * - `new_…`, `changed_…`, `gone_entries` and `…_keys`: entries and sort keys that are inserted, updated and deleted.
 * - `touched`, `invalidated`, `validity`: the segments of the traces, and their state afterwards.
 * - `invalidated_blocks`, `outdated_rollups`, `outdated_totals`: blocks of the traces that had rollups of observations, which are deleted with
 *   the totals of their segments.
 * - `changed_filters`, `empty_filters`: filters of texts whose traces changed, or are all deleted.
 * - `new_values`, `changes`: values of new traces; values that other traces gain (`is_set`) or lose.
 * - `changed_bitmaps`, `new_bitmaps`: bits to add and to remove, by indexed value and segment; the bitmaps after that.
 * @returns a row for each segment: project, segment, number of these traces in it, their blocks, bounds of their parts, number of values that
 *   have changed in it
 */
export const INDEX_TRACES = /* sql */ `
with keys as (
  select k.project, k.key from unnest($1::integer[], $2::uuid[]) as k (project, key)
), last_positions as materialized (
  select h.project, coalesce((select max(p.index_position) from sluice.trace_index_entries p where p.project = h.project), -1) as last
  from (select distinct project from keys) h
), compared as (
  select k.project, k.key, t.part, t.id is null as is_gone, p.key is null as is_new,
    coalesce(p.index_position,
      h.last + (row_number() over (partition by k.project, p.key is null order by t."timestamp", t.id))::integer) as index_position,
    ${Object.entries(ENTRY_OF_TRACE)
      .map(([column, sql]) => `${sql} as "${column}"`)
      .join(', ')},
    p as old_entry
  from keys k
    join last_positions h on h.project = k.project
    left join sluice.traces t on t.id = k.key
    left join sluice.trace_index_entries p on p.project = k.project and p.key = k.key
  where (t.id is not null or p.key is not null)
    and ($3::timestamptz is null or t.id is null or (t."timestamp", t.id) <= ($3, $4::uuid))
), indexing as materialized (
  select i.*, case when not i.is_gone then row(i.project, i.index_position, ${ENTRY_COLUMNS.map((name) => `i."${name}"`).join(', ')})::sluice.trace_index_entries end as new_entry
  from compared i
), new_entries as (
  insert into sluice.trace_index_entries select (i.new_entry).* from indexing i where i.is_new
), new_keys as (
  insert into sluice.trace_index_sort_keys (project, index_position, id, latency, cost)
  select i.project, i.index_position, i.id, i.latency, i.cost from indexing i where i.is_new
), changed_entries as (
  update sluice.trace_index_entries p set ${ENTRY_COLUMNS.map((name) => `"${name}" = (i.new_entry)."${name}"`).join(', ')}
  from indexing i
  where not i.is_new and not i.is_gone and i.new_entry is distinct from i.old_entry
    and p.project = i.project and p.index_position = i.index_position
), changed_keys as (
  update sluice.trace_index_sort_keys s set latency = i.latency, cost = i.cost
  from indexing i
  where not i.is_new and not i.is_gone and s.project = i.project and s.index_position = i.index_position
    and (s.latency, s.cost) is distinct from (i.latency, i.cost)
), gone_entries as (
  delete from sluice.trace_index_entries p using indexing i
  where i.is_gone and p.project = i.project and p.index_position = i.index_position
), gone_keys as (
  delete from sluice.trace_index_sort_keys s using indexing i
  where i.is_gone and s.project = i.project and s.index_position = i.index_position
), touched as materialized (
  select i.project, ${segmentOf('i.index_position')} as segment, count(*)::integer as traces, ${bitmapOf('i.index_position')} as bitmap,
    array_agg(distinct ${blockOf('i.index_position')}) as blocks, min(i.part) as first_part, max(i.part) as last_part
  from indexing i group by 1, 2
), invalidated as (
  delete from sluice.valid_segments s using touched t where s.project = t.project and s.segment = t.segment
), invalidated_blocks as (
  delete from sluice.observation_blocks v using touched t
  where v.project = t.project and v.block = any(t.blocks)
  returning v.project, v.block
), outdated_rollups as (
  delete from sluice.observation_rollups r using invalidated_blocks v
  where r.project = v.project and r.block = v.block
), outdated_totals as (
  delete from sluice.observation_totals r using touched t
  where r.project = t.project and r.segment = t.segment
), validity as (
  insert into sluice.segment_validity (project, segment, bitmap)
  select t.project, t.segment, case when s.segment is not null then ${FULL_BITMAP} else l.bitmap end & ~t.bitmap
  from touched t
    left join sluice.valid_segments s on s.project = t.project and s.segment = t.segment
    left join sluice.segment_validity l on l.project = t.project and l.segment = t.segment
  where s.segment is not null or bit_count(l.bitmap & t.bitmap) > 0
  on conflict (project, segment) do update set bitmap = excluded.bitmap
), changed_filters as (
  update sluice.text_filters f set unfiltered = f.unfiltered | c.positions
  from (
    select i.project, ${filterOf('i.index_position')} as filter, ${filterPositions('i.index_position')} as positions
    from indexing i where not i.is_gone group by 1, 2) c
  where f.project = c.project and f.filter = c.filter and bit_count(c.positions & ~f.unfiltered) > 0
), new_values as materialized (
  select v.project, v.field::"char" as field, v.value, ${segmentOf('v.index_position')} as segment, array_agg(v.index_position) as positions
  from (
    ${VALUES_OF_NEW}
  ) v group by 1, 2, 3, 4
), changes as materialized (
  select project, field, value, index_position, bool_or(is_set) as is_set
  from (
    select i.project, i.index_position, v.field, v.value, true as is_set
    from indexing i cross join lateral ${valuesOf('i.new_entry')} v
    where not i.is_new and not i.is_gone and i.new_entry is distinct from i.old_entry
    union all
    select i.project, i.index_position, v.field, v.value, false
    from indexing i cross join lateral ${valuesOf('i.old_entry')} v where not i.is_new and i.new_entry is distinct from i.old_entry
    union all
    select i.project, i.index_position, '${ALL_FIELD}', '', false from indexing i where i.is_gone
  ) c
  group by project, field, value, index_position
  having bool_and(is_set) = bool_or(is_set)
), changed_bitmaps as (
  select project, field, value, segment, bit_or(added) as added, bit_or(removed) as removed
  from (
    select v.project, v.field, v.value, v.segment, (select ${bitmapOf('p')} from unnest(v.positions) p) as added, null as removed
    from new_values v where ${isIndexedValue('v')}
    union all
    select c.project, c.field, c.value, ${segmentOf('c.index_position')},
      ${bitmapOf('c.index_position')} filter (where c.is_set), ${bitmapOf('c.index_position')} filter (where not c.is_set)
    from changes c where ${isIndexedValue('c')} group by 1, 2, 3, 4
  ) b
  group by 1, 2, 3, 4
), new_bitmaps as materialized (
  select project, field, value, segment,
    coalesce((select b.bitmap from sluice.trace_index_bitmaps b
              where b.project = c.project and b.field = c.field and b.value = c.value and b.segment = c.segment), ${EMPTY_BITMAP})
      & ~coalesce(c.removed, ${EMPTY_BITMAP}) | coalesce(c.added, ${EMPTY_BITMAP}) as bitmap
  from changed_bitmaps c
), bitmaps as (
  insert into sluice.trace_index_bitmaps (project, field, value, segment, n, bitmap)
  select project, field, value, segment, bit_count(bitmap), bitmap from new_bitmaps where bit_count(bitmap) > 0
  on conflict (project, field, value, segment) do update set n = excluded.n, bitmap = excluded.bitmap
), empty_bitmaps as (
  delete from sluice.trace_index_bitmaps b using new_bitmaps n
  where bit_count(n.bitmap) = 0
    and b.project = n.project and b.field = n.field and b.value = n.value and b.segment = n.segment
), empty_filters as (
  delete from sluice.text_filters f using new_bitmaps n
  where n.field = '${ALL_FIELD}' and bit_count(n.bitmap) = 0
    and f.project = n.project and f.filter / ${SEGMENT_SIZE / FILTER_TRACES} = n.segment
)
select t.project, t.segment, t.traces, t.blocks, t.first_part as "firstPart", t.last_part as "lastPart", coalesce(c.changes, 0) as changes
from touched t left join (
  select project, segment, sum(changes)::integer as changes
  from (
    select project, segment, cardinality(positions) as changes from new_values
    union all
    select project, ${segmentOf('index_position')}, 1 from changes
  ) e group by 1, 2
) c using (project, segment)`;
