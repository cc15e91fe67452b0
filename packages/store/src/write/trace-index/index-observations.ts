import {
  ENTRY_OF_OBSERVATIONS,
  INDEXED_OF_OBSERVATION,
  INDEXED_OF_TRACE,
  type IndexedColumn,
  type IndexedMetadata,
  MAX_OBSERVATIONS,
  METADATA_BOUNDS,
  UNNAMED_MEMBERS,
  anyMemberBits,
  anyValueBits,
  bucketBits,
  bucketOf,
  memberBits,
  valueBits,
} from '../../observation-index-format';
import { textBytes, textOf } from '../../packs/packed-text';

/** SQL: the array of the bits of some columns; null for no value. */
const bitsOf = (columns: Readonly<Partial<Record<IndexedColumn, string>>>): string =>
  `array[${Object.entries(columns)
    .map(([column, value]) => valueBits(column as IndexedColumn, value, 't.project'))
    .join(', ')}]`;

const { members, bytes, valuesOfTrace, characters } = METADATA_BOUNDS;

/** SQL condition: a row is in the partition of its trace `t`. The bounds limit the planned partitions, of which the planner knows no other limit. */
const isOfPart = (row: string): string => `${row}.part = t.part and ${row}.part between $2::integer and $3::integer`;

/**
 * SQL: the array of the different bits of the members of metadata in one table; null without any. Metadata is decompressed once.
 * @param from SQL after `from`: the rows of the trace `t`, as `r`
 */
function membersFrom(from: string, of: IndexedMetadata): string {
  const owner = { part: 't.part', trace: 't.key', within: 'text_pack.part between $2::integer and $3::integer' };
  return `(
    select array_agg(distinct v.bits)
    from (
      select case
          when x.json is null or m.nth > ${members} then ${anyMemberBits(of, 't.project')}
          when m.name <> all('{${UNNAMED_MEMBERS.join(',')}}'::text[]) and length(m.value) <= ${characters}
            then ${memberBits(of, 'm.name', 'm.value', 't.project')}
        end as bits
      from (
        select case when octet_length(r.metadata) <= ${bytes} then r.metadata || '' end as metadata
        from ${from} and r.metadata is not null offset 0) r
      cross join lateral (
        select case when ${textBytes('r.metadata')} <= ${bytes} then ${textOf('r.metadata', owner, 'null')} end as json offset 0) x
      left join lateral json_each_text(case when x.json like '{%' then x.json::json end) with ordinality m (name, value, nth) on m.nth <= ${members + 1}
      offset 0) v
    where v.bits is not null)`;
}

/** Columns that the statement reads of a trace. */
const OF_TRACE =
  't.project, t.part, t.min_start, t.max_end, t."timestamp", t.has_io, t.observation_count, t.environment, t.name, t.user_id, t.session_id, t.release';
/** Columns of an entry beside its key, in their order. */
const OF_ENTRY = ['project', 'part', 'observations', 'first', 'last', 'hashes'];

/**
 * SQL: indexes what the traces `$1` (keys) and their observations contain, each key at most once. `$2` and `$3`: the bounds of their parts. A
 * trace that is gone has no row. All of a trace is collected in one array, and only then without duplicates: rows of single values that are
 * joined and sorted for all traces take twice as long. Metadata is read only where it has members that are indexed.
 */
export const INDEX_OBSERVATIONS = /* sql */ `
with indexing as materialized (
  select k.key, ${bucketBits(bucketOf(ENTRY_OF_OBSERVATIONS.last))} as bucket, ${OF_TRACE}
  from unnest($1::uuid[]) k (key) left join sluice.traces t on t.id = k.key
), gone as (
  delete from sluice.trace_index_observations x using indexing i where i.bucket is null and x.key = i.key
)
insert into sluice.trace_index_observations as x (key, ${OF_ENTRY.join(', ')})
select t.key, t.project, ${Object.values(ENTRY_OF_OBSERVATIONS).join(', ')},
  case when t.observation_count > ${MAX_OBSERVATIONS} then array[t.bucket | ${anyValueBits('t.project')}] else (
    select array_agg(distinct t.bucket | v.bits order by t.bucket | v.bits)
    from (
      select unnest(o.bits) as bits
      union all select unnest(${bitsOf(INDEXED_OF_TRACE)})
      union all select unnest(case when cardinality(m.bits) <= ${valuesOfTrace} then m.bits
        else array[${anyMemberBits('metadata', 't.project')}, ${anyMemberBits('traceMetadata', 't.project')}] end)) v
    where v.bits is not null) end
from indexing t
  cross join lateral (
    select array_agg(${bitsOf(INDEXED_OF_OBSERVATION)}) as bits, bool_or(o.has_named_members) as has_named_members
    from sluice.observations o
    where ${isOfPart('o')} and o.trace_id = t.key and t.observation_count <= ${MAX_OBSERVATIONS}) o
  cross join lateral (
    select coalesce(case when o.has_named_members then ${membersFrom(
      `sluice.observations r where ${isOfPart('r')} and r.trace_id = t.key and r.has_named_members`,
      'metadata',
    )} end, '{}') || coalesce(case when t.has_io and t.observation_count <= ${MAX_OBSERVATIONS} then ${membersFrom(
      `sluice.trace_io r where ${isOfPart('r')} and r.trace_id = t.key`,
      'traceMetadata',
    )} end, '{}') as bits
    offset 0) m
where t.bucket is not null
on conflict (key) do update set ${OF_ENTRY.map((column) => `${column} = excluded.${column}`).join(', ')}
where (${OF_ENTRY.map((column) => `x.${column}`).join(', ')}) is distinct from (${OF_ENTRY.map((column) => `excluded.${column}`).join(', ')})`;
