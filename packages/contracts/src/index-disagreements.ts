import type { ClientBase } from 'pg';
import { CLEAN_BLOCKS, ROLLUP_RULES } from './rollup-disagreements';
import { type Disagreement, UNNAMED, differ } from './summary-disagreements';

/** Expected index entry of each trace, from its row alone (docs/reference/reads.md). Dirty traces may differ. */
const WANTED = `
  select t.project, t.id as key, coalesce(t.public_id, t.id) as id, t."timestamp", substring(t.name for 500) as name,
         t.user_id, t.session_id, t.release, t.version, coalesce(t.environment, 'default') as environment, t.tags,
         case when t.root_error_count > 0 then 'failed' when t.error_count > 0 then 'recovered'
           when t.warning_count > 0 then 'warning' else 'ok' end as outcome,
         coalesce(round(extract(epoch from t.max_end) * 1000000) - round(extract(epoch from t.min_start) * 1000000), 0)
           * sign(t.observation_count) as latency,
         t.total_cost as cost
  from sluice.traces t where (t.project, t.id) not in (select project, key from sluice.trace_index_dirty)`;

/** Values of a trace that may have bitmaps. */
const VALUES = `
  select project, key, 'a' as field, '' as value from wanted
  union all select project, key, 'n', name from wanted where char_length(name) < 500
  union all select project, key, 'u', user_id from wanted where user_id is not null
  union all select project, key, 's', session_id from wanted where session_id is not null
  union all select project, key, 'r', release from wanted where release is not null
  union all select project, key, 'v', version from wanted where version is not null
  union all select project, key, 'e', environment from wanted
  union all select project, key, 'o', outcome from wanted
  union all select project, key, 't', tag from wanted, unnest(tags) tag
  union all select project, key, 'h', (5000000000 + floor(extract(epoch from "timestamp") / 3600))::text from wanted`;

const ENTRY_COLUMNS = `"timestamp", name, user_id, session_id, release, version, environment, tags, outcome`;
const BIT = `set_bit(repeat('0', 8192)::bit(8192), mod(index_position, 8192), 1)`;
/** Returns the condition that the trace rollup of a row's index position must be right. */
const hasTraceRollup = (row: string): string => `(
  exists (select from sluice.valid_segments s where s.project = ${row}.project and s.segment = div(${row}.index_position, 8192))
  or exists (select from sluice.segment_validity l where l.project = ${row}.project and l.segment = div(${row}.index_position, 8192)
    and substring(l.bitmap from mod(${row}.index_position, 8192) + 1 for 1) = b'1'))`;
const NOT_DIRTY = '(project, key) not in (select project, key from dirty)';

/** SQL condition: metadata has members that are indexed; other observations have no members in the index. */
const IS_NAMED = `and exists (select from json_object_keys(case when o.metadata like '{%' then o.metadata::json end) k where k not in (${UNNAMED}))`;

/** Seeds of hashes: numbers of columns in a project. */
const SEED = { metadata: 13, traceMetadata: 14, anyTraceMember: 61, anyMember: 62, anyValue: 63 };
const OF_OBSERVATIONS =
  'from sluice.observations o where o.part = t.part and o.trace_id = t.id and t.observation_count <= 1000';
const OF_TRACE_IO =
  'from sluice.trace_io i where t.has_io and i.part = t.part and i.trace_id = t.id and t.observation_count <= 1000';

const seeded = (value: string, column: number): string => `hashtextextended(${value}, t.project * 64 + ${column})`;

/** Rows of the members of metadata: the first 50, values of at most 200 characters. Of more members or 64 KiB in addition "any member". */
const memberHashes = (seed: number, any: number, metadata: string, from: string): string => `
  select case when e.nth > 50 then ${seeded(`''`, any)}
      when e.key not in (${UNNAMED}) and char_length(e.value #>> '{}') <= 200
        then hashtextextended(e.value #>> '{}', ${seeded('e.key', seed)}) end, true
  ${from} and octet_length(${metadata}) <= 65536) m cross join lateral json_each(m.json) with ordinality e (key, value, nth)
  union all select ${seeded(`''`, any)}, true ${from} and octet_length(${metadata}) > 65536) m`;

/** Rows `(hash, is_member)` of the indexed values of a trace `t` and its observations; of more than 1,000 observations one hash. */
const HASHES = [
  ...[
    ...[
      `coalesce(o.type, 'SPAN')`,
      'o.name',
      `nullif(o.level, 'DEFAULT')`,
      'o.version',
      'o.environment',
      'o.model',
      'o.provider',
      'o.prompt_name',
      'o.service',
    ].map((value, column) => [column, value, OF_OBSERVATIONS] as const),
    ...(
      [
        [4, `coalesce(t.environment, 'default')`],
        [9, 't.name'],
        [10, 't.user_id'],
        [11, 't.session_id'],
        [12, 't.release'],
      ] as const
    ).map(([column, value]) => [column, value, 'where t.observation_count <= 1000'] as const),
    [SEED.anyValue, `''`, 'where t.observation_count > 1000'] as const,
  ].map(([column, value, rows]) => `select ${seeded(value, column)} as hash, false as is_member ${rows}`),
  ...(
    [
      [SEED.metadata, SEED.anyMember, 'o.metadata', `${OF_OBSERVATIONS} ${IS_NAMED}`],
      [SEED.traceMetadata, SEED.anyTraceMember, 'i.metadata', OF_TRACE_IO],
    ] as const
  ).map(([seed, any, metadata, rows]) =>
    memberHashes(
      seed,
      any,
      metadata,
      `from (select case when octet_length(${metadata}) <= 65536 and not starts_with(${metadata}, '=') then ${metadata}::json end as json ${rows}`,
    ),
  ),
].join(' union all ');

/** Array of the hashes of a trace, each once, in order. Of more than 1,000 members "any member" instead. */
const ALL_HASHES = `
  select array(
    select distinct div(extract(epoch from greatest(t.max_end, t."timestamp")), 14400)::bigint * 4294967296 + h from unnest(
      case when cardinality(v.members) <= 1000 then v.members || v.others else v.others || array[${[
        SEED.anyMember,
        SEED.anyTraceMember,
      ]
        .map((column) => `mod(mod(${seeded(`''`, column)}, 4294967296) + 4294967296, 4294967296)`)
        .join(', ')}] end) h order by 1) as hashes
  from (
    select coalesce(array_agg(distinct w.hash) filter (where w.is_member), '{}') as members, array_agg(distinct w.hash) filter (where not w.is_member) as others
    from (select mod(mod(v.hash, 4294967296) + 4294967296, 4294967296) as hash, v.is_member from (${HASHES}) v where v.hash is not null) w) v`;

/** Traces whose metadata is packed: the test of their hashes is that reads find them. */
const PACKED = `(
  exists (select from sluice.observations o where o.part = t.part and o.trace_id = t.id and starts_with(o.metadata, '='))
  or exists (select from sluice.trace_io i where i.part = t.part and i.trace_id = t.id and starts_with(i.metadata, '=')))`;

/** Rules, each with the query of the rows that contradict it. */
const RULES: readonly (readonly [rule: string, rows: string])[] = [
  [
    'the index entry of each clean trace has the values of its row',
    differ(
      `select project, key, id, ${ENTRY_COLUMNS} from wanted`,
      `select project, key, id, ${ENTRY_COLUMNS} from sluice.trace_index_entries where ${NOT_DIRTY}`,
    ),
  ],
  [
    'the sort keys of each clean trace are those of its row',
    differ(
      `select p.project, p.index_position, w.id, w.latency, w.cost from wanted w join sluice.trace_index_entries p using (project, key)`,
      `select project, index_position, id, latency, cost from sluice.trace_index_sort_keys s
       where (project, index_position) not in (select project, index_position from dirty where index_position is not null)`,
    ),
  ],
  [
    'the entry of the observations of each clean trace has their number, first start, last end and hashes',
    differ(
      `select w.project, w.key, t.part, t.observation_count, least(t.min_start, t."timestamp"), greatest(t.max_end, t."timestamp"),
         case when not ${PACKED} then h.hashes end
       from wanted w join sluice.traces t on t.id = w.key cross join lateral (${ALL_HASHES}) h`,
      `select x.project, x.key, x.part, x.observations, x.first, x.last,
         case when t.id is null or not ${PACKED} then array(select distinct h from unnest(x.hashes) h order by 1) end
       from sluice.trace_index_observations x left join sluice.traces t on t.id = x.key where (x.project, x.key) not in (select project, key from dirty)`,
    ),
  ],
  [
    'the bitmaps of each indexed value have the clean traces with this value',
    differ(
      `select project, field, value, div(index_position, 8192) as segment, md5(bit_or(${BIT})::text) as bitmap
       from wanted_values join sluice.trace_index_entries using (project, key)
       where (project, field, value) in (select project, field::text, value from sluice.trace_index_bitmaps) or field in ('a', 'o')
       group by 1, 2, 3, 4`,
      `select project, field, value, segment, md5(bitmap) from (
         select project, field::text, value, b.segment::numeric, (b.bitmap & ~coalesce(m.bitmap, repeat('0', 8192)::bit(8192)))::text as bitmap
         from sluice.trace_index_bitmaps b
           left join (select project, div(index_position, 8192) as segment, bit_or(${BIT}) as bitmap
                      from dirty where index_position is not null group by 1, 2) m using (project, segment)
       ) x where bitmap ~ '1'`,
    ),
  ],
  [
    'each bitmap has as many ones as its row counts',
    `select project, field, value, segment, n from sluice.trace_index_bitmaps
     where n = 0 or n <> char_length(replace(bitmap::text, '0', '')) or bit_length(bitmap) <> 8192`,
  ],
  [
    'the segment rollups of valid segments without dirty traces are the usage of their traces',
    differ(
      `select s.project, s.segment, v.field, v.value, floor(extract(epoch from w."timestamp") / 3600) as trace_hour, u.day, u.model,
         count(*) as traces, sum(u.observations) as observations, sum(u.input_tokens) as input_tokens,
         sum(u.output_tokens) as output_tokens, sum(u.total_tokens) as total_tokens, sum(u.cost) as cost
       from valid s
         join sluice.trace_index_entries p on p.project = s.project and div(p.index_position, 8192) = s.segment
         join wanted w on w.project = p.project and w.key = p.key
         join wanted_values v on v.project = p.project and v.key = p.key
         join sluice.traces t on t.id = p.key
         cross join lateral (
           select day, model, observations, input_tokens, output_tokens, total_tokens, cost
           from sluice.trace_usage where part = t.part and trace_id = t.id
           union all select (t."timestamp" at time zone 'UTC')::date, null, 0, 0, 0, 0, 0) u
       where v.field not in ('h', 'o') and (v.project, v.field, v.value) in (select project, field::text, value from sluice.trace_index_bitmaps)
       group by 1, 2, 3, 4, 5, 6, 7`,
      `select project, segment::numeric, field::text, value, trace_hour, day, model, traces, observations, input_tokens, output_tokens,
         total_tokens, cost
       from sluice.segment_rollups join (select project, segment::integer from valid) x using (project, segment)`,
    ),
  ],
  [
    'the valid trace rollups of clean traces are the usage of these traces',
    differ(
      `select p.project, p.index_position, u.day, u.model, u.traces, u.observations, u.input_tokens, u.output_tokens, u.total_tokens, u.cost
       from sluice.trace_index_entries p join sluice.traces t on t.id = p.key
         cross join lateral (
           select day, model, 0 as traces, observations, input_tokens, output_tokens, total_tokens, cost
           from sluice.trace_usage where part = t.part and trace_id = t.id
           union all select (t."timestamp" at time zone 'UTC')::date, null, 1, 0, 0, 0, 0, 0) u
       where ${hasTraceRollup('p')} and (p.project, p.key) not in (select project, key from dirty)`,
      `(select project, index_position, day, model, 0, sum(observations), sum(input_tokens), sum(output_tokens), sum(total_tokens), sum(cost)
       from rollups where model is not null group by 1, 2, 3, 4
       union all select project, index_position, day, '', 0, sum(plain_observations), 0, 0, 0, 0
       from rollups group by 1, 2, 3 having sum(plain_observations) <> 0
       union all select project, index_position, day, null, sum(traces), 0, 0, 0, 0, 0
       from rollups group by 1, 2, 3 having sum(traces) <> 0)`,
    ),
  ],
  ...ROLLUP_RULES,
];

const STATEMENT = `
  with wanted as materialized (${WANTED}),
  wanted_values as (${VALUES}),
  dirty as materialized (
    select c.project, c.key, p.index_position
    from (select distinct project, key from sluice.trace_index_dirty) c left join sluice.trace_index_entries p using (project, key)),
  valid as materialized (
    select project, segment::numeric from sluice.valid_segments
    where (project, segment) not in (select project, div(index_position, 8192) from dirty where index_position is not null)),
  clean_blocks as materialized (${CLEAN_BLOCKS}),
  rollups as (
    select u.* from sluice.trace_rollups u
    where ${hasTraceRollup('u')} and (u.project, u.index_position) not in (select project, index_position from dirty where index_position is not null))
  select * from (
    ${RULES.map(([rule, rows]) => `select '${rule}' as rule, to_json(x) as row from (${rows}) x`).join('\nunion all ')}
  ) d where (select is_complete from sluice.trace_index_state)`;

/**
 * Recomputes the trace index from the rows of all traces that are not dirty, by plain SQL, in one statement, and compares. Reads all data;
 * right at any moment, whatever others write. Returns no row until the index is complete.
 */
export async function indexDisagreements(client: Pick<ClientBase, 'query'>): Promise<Disagreement[]> {
  const { rows } = await client.query<Disagreement>(STATEMENT);
  return rows;
}
