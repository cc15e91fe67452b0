import {
  INDEXED_OF_OBSERVATION,
  INDEXED_OF_TRACE,
  type IndexedColumn,
  MAX_OBSERVATIONS,
  anyValueBits,
  bucketBits,
  bucketOf,
  valueBits,
} from '../../observation-index-format';

/** SQL, after `from`: rows `v (bits)` of the values of some columns. */
const bitsOf = (columns: Readonly<Partial<Record<IndexedColumn, string>>>): string =>
  `(values ${Object.entries(columns)
    .map(([column, value]) => `(${valueBits(column as IndexedColumn, value, 't.project')})`)
    .join(', ')}) v (bits)`;

/** Columns that the statement reads of a trace. */
const OF_TRACE =
  't.project, t.part, t.min_start, t.max_end, t.observation_count, t.environment, t.name, t.user_id, t.session_id, t.release';
/** Columns that it reads of an observation. */
const OF_OBSERVATION = 'o.type, o.name, o.level, o.version, o.environment, o.model, o.provider, o.prompt_name';
/** Columns of an entry beside its key, in their order. */
const OF_ENTRY = ['project', 'part', 'observations', 'first', 'last', 'hashes'];

/**
 * SQL: indexes what the observations of the traces `$1` (keys) contain, each key at most once. A trace that is gone, or has no observations,
 * has no row. The values of all traces are collected together: a subquery for each trace takes three times as long.
 */
export const INDEX_OBSERVATIONS = /* sql */ `
with indexing as materialized (
  select k.key, ${bucketBits(bucketOf('t.max_end'))} as bucket, ${OF_TRACE}
  from unnest($1::uuid[]) k (key) left join sluice.traces t on t.id = k.key
), gone as (
  delete from sluice.trace_index_observations x using indexing i where i.bucket is null and x.key = i.key
), found as (
  select t.key, v.bits
  from indexing t
    cross join lateral (
      select ${OF_OBSERVATION} from sluice.observations o
      where o.part = t.part and o.trace_id = t.key offset 0) o
    cross join lateral ${bitsOf(INDEXED_OF_OBSERVATION)}
  where t.observation_count <= ${MAX_OBSERVATIONS} and v.bits is not null
  union
  select t.key, v.bits from indexing t cross join lateral ${bitsOf(INDEXED_OF_TRACE)}
  where t.observation_count <= ${MAX_OBSERVATIONS} and v.bits is not null
), hashed as (
  select t.key, array_agg(t.bucket | f.bits order by f.bits) as hashes from found f join indexing t using (key) group by t.key
  union all
  select t.key, array[t.bucket | ${anyValueBits('t.project')}] from indexing t where t.observation_count > ${MAX_OBSERVATIONS}
)
insert into sluice.trace_index_observations as x (key, ${OF_ENTRY.join(', ')})
select t.key, t.project, t.part, t.observation_count, t.min_start, t.max_end, h.hashes
from indexing t join hashed h using (key)
where t.bucket is not null
on conflict (key) do update set ${OF_ENTRY.map((column) => `${column} = excluded.${column}`).join(', ')}
where (${OF_ENTRY.map((column) => `x.${column}`).join(', ')}) is distinct from (${OF_ENTRY.map((column) => `excluded.${column}`).join(', ')})`;
