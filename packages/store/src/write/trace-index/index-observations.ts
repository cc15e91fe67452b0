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

/** SQL, after `from`: rows `v (bits)` of the values of some columns. */
const bitsOf = (columns: Readonly<Partial<Record<IndexedColumn, string>>>): string =>
  `(values ${Object.entries(columns)
    .map(([column, value]) => `(${valueBits(column as IndexedColumn, value, 't.project')})`)
    .join(', ')}) v (bits)`;

const { members, bytes, valuesOfTrace, characters } = METADATA_BOUNDS;

/**
 * SQL: rows `(key, bits, is_member)` of the members of metadata in one table. Metadata is decompressed once. Bits are null for members that are not indexed.
 * @param from SQL after `from`: the rows of the trace `t`, as `r`
 */
function membersFrom(from: string, of: IndexedMetadata): string {
  const text = `(m.value #>> '{}')`;
  const any = anyMemberBits(of, 't.project');
  return `
  select t.key, case
      when x.json is null or m.nth > ${members} then ${any}
      when m.name <> all('{${UNNAMED_MEMBERS.join(',')}}'::text[])
        then case when length(${text}) <= ${characters} then ${memberBits(of, 'm.name', text, 't.project')} end
    end, coalesce(m.nth <= ${members}, false)
  from indexing t
    cross join lateral (
      select case when octet_length(r.metadata) <= ${bytes} then r.metadata || '' end as metadata
      from ${from} and r.metadata is not null offset 0) r
    cross join lateral (
      select case when ${textBytes('r.metadata')} <= ${bytes} then ${textOf('r.metadata', { part: 't.part', trace: 't.key' }, 'null')} end as json offset 0) x
    left join lateral json_each(case when x.json like '{%' then x.json::json end) with ordinality m (name, value, nth) on m.nth <= ${members + 1}
  where t.observation_count <= ${MAX_OBSERVATIONS}`;
}

/** Columns that the statement reads of a trace. */
const OF_TRACE =
  't.project, t.part, t.min_start, t.max_end, t."timestamp", t.has_io, t.observation_count, t.environment, t.name, t.user_id, t.session_id, t.release';
/** Columns that it reads of an observation. */
const OF_OBSERVATION =
  'o.type, o.name, o.level, o.version, o.environment, o.model, o.provider, o.prompt_name, o.service';
/** Columns of an entry beside its key, in their order. */
const OF_ENTRY = ['project', 'part', 'observations', 'first', 'last', 'hashes'];

/**
 * SQL: indexes what the traces `$1` (keys) and their observations contain, each key at most once. A trace that is gone has no row. The values
 * of all traces are collected together: a subquery for each trace takes three times as long.
 */
export const INDEX_OBSERVATIONS = /* sql */ `
with indexing as materialized (
  select k.key, ${bucketBits(bucketOf(ENTRY_OF_OBSERVATIONS.last))} as bucket, ${OF_TRACE}
  from unnest($1::uuid[]) k (key) left join sluice.traces t on t.id = k.key
), gone as (
  delete from sluice.trace_index_observations x using indexing i where i.bucket is null and x.key = i.key
), found (key, bits, is_member) as (
  select t.key, v.bits, false
  from indexing t
    cross join lateral (
      select ${OF_OBSERVATION} from sluice.observations o
      where o.part = t.part and o.trace_id = t.key offset 0) o
    cross join lateral ${bitsOf(INDEXED_OF_OBSERVATION)}
  where t.observation_count <= ${MAX_OBSERVATIONS}
  union
  select t.key, v.bits, false from indexing t cross join lateral ${bitsOf(INDEXED_OF_TRACE)}
  where t.observation_count <= ${MAX_OBSERVATIONS}
  union ${membersFrom('sluice.observations r where r.part = t.part and r.trace_id = t.key', 'metadata')}
  union ${membersFrom('sluice.trace_io r where t.has_io and r.part = t.part and r.trace_id = t.key', 'traceMetadata')}
), hashed as (
  select t.key, case when count(*) filter (where f.is_member) <= ${valuesOfTrace} then array_agg(t.bucket | f.bits order by f.bits)
    else array_agg(t.bucket | f.bits order by f.bits) filter (where not f.is_member)
      || array[${(['metadata', 'traceMetadata'] as const).map((of) => `t.bucket | ${anyMemberBits(of, 't.project')}`).join(', ')}] end as hashes
  from found f join indexing t using (key) where f.bits is not null group by t.key, t.bucket, t.project
  union all
  select t.key, array[t.bucket | ${anyValueBits('t.project')}] from indexing t where t.observation_count > ${MAX_OBSERVATIONS}
)
insert into sluice.trace_index_observations as x (key, ${OF_ENTRY.join(', ')})
select t.key, t.project, ${Object.values(ENTRY_OF_OBSERVATIONS).join(', ')}, h.hashes
from indexing t join hashed h using (key)
on conflict (key) do update set ${OF_ENTRY.map((column) => `${column} = excluded.${column}`).join(', ')}
where (${OF_ENTRY.map((column) => `x.${column}`).join(', ')}) is distinct from (${OF_ENTRY.map((column) => `excluded.${column}`).join(', ')})`;
