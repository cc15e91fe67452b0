import { differ } from './summary-disagreements';

/** Values of an observation by field, but for status messages, whose groups the tests of reads compute. */
const VALUES = `
  (values ('n', left(o.name, 200), null), ('o', case o.type when 'TOOL' then left(o.name, 200) end, null), ('t', coalesce(o.type, 'SPAN'), null),
     ('m', left(o.model, 200), null), ('p', left(o.provider, 200), null), ('q', left(o.prompt_name, 200), o.prompt_version),
     ('l', coalesce(o.level, 'DEFAULT'), null), ('r', left(t.release, 200), null),
     ('v', left(o.service, 200), null)) v (field, value, version)`;

const micros = (interval: string): string => `round(extract(epoch from ${interval}) * 1000000)`;
const bucketOf = (value: string): string =>
  `case when ${value} = 0 then 0 else floor(ln(${value}::double precision) / ln(1.04::double precision)) + 1 end::numeric`;
/** A histogram as its number of values, the sum of their buckets, and that of their squares. */
const momentsOf = (bucket: string, n: string): string =>
  [`sum(${n})`, `sum(${n} * ${bucket})`, `sum(${n} * ${bucket} * ${bucket})`]
    .map((sum) => `coalesce(${sum}, 0)`)
    .join(', ');
const storedMoments = (column: string): string =>
  `(select array[${momentsOf('div(e, 4294967296)', 'mod(e, 4294967296)')}] from unnest(r.${column}) e)`;

const COUNTED = ['input_tokens', 'output_tokens', 'total_tokens', 'total_cost'];
const SUMS = ['errors', ...COUNTED, 'timed_tokens', 'timed_latency'];

/** Values of a field in a block that have figures of their own (TRACE-INDEX.md, "Rollups of observations"). */
const MAX_VALUES = 2000;

const FIGURES = [
  'project',
  'block',
  'field',
  'value',
  'version',
  'hour',
  'calls',
  'errors',
  'traces',
  'first_start',
  'last_start',
]
  .concat(COUNTED, ['timed_tokens', 'timed_latency', 'latency', 'first_token'])
  .join(', ');

/** Figures of the observations of clean blocks, by field, value and hour. */
const OBSERVED = `select b.project, b.block, v.field, v.value, v.version, floor(extract(epoch from o.start) / 3600) as hour, count(*) as calls,
    count(*) filter (where o.level = 'ERROR') as errors, count(distinct t.id) as traces, min(o.start) as first_start, max(o.start) as last_start,
    ${COUNTED.map((column) => `coalesce(sum(o.${column}) filter (where o.counted), 0) as ${column}`).join(', ')},
    coalesce(sum(o.output_tokens) filter (where o.counted and o.latency > 0), 0) as timed_tokens,
    coalesce(sum(o.latency) filter (where o.counted and o.output_tokens > 0), 0) as timed_latency,
    array[${momentsOf(bucketOf('o.latency'), 'sign(o.latency + 1)')}] as latency,
    array[${momentsOf(bucketOf('o.first_token'), 'sign(o.first_token + 1)')}] as first_token
  from clean_blocks b
    join sluice.trace_index_entries p on p.project = b.project and div(p.index_position, 1024) = b.block
    join sluice.traces t on t.id = p.key
    cross join lateral (
      select o.*, ${micros('greatest(end_time, start) - start')} * case when end_time is not null then 1 end as latency,
        ${micros('greatest(completion_start_time, start) - start')} * case when completion_start_time is not null then 1 end as first_token
      from (select o.*, coalesce(start_time, created_at) as start from sluice.observations o where part = t.part and trace_id = t.id) o) o
    cross join lateral ${VALUES}
  where v.value is not null
  group by 1, 2, 3, 4, 5, 6`;

/** Rules of the rollups of observations, after `dirty`, each with the query of the rows that contradict it. */
export const ROLLUP_RULES: readonly (readonly [rule: string, rows: string])[] = [
  [
    'the rollups of clean blocks are the observations of their traces',
    differ(
      `select ${FIGURES} from (
         select g.*, dense_rank() over (partition by g.project, g.block, g.field order by g.of_value desc, g.value collate "C", g.version) as nth
         from (select g.*, sum(g.calls) over (partition by g.project, g.block, g.field, g.value, g.version) as of_value from (${OBSERVED}) g) g
       ) g where g.nth <= ${MAX_VALUES}`,
      `select project, block, field::text, value, version, hour, calls, errors, char_length(replace(traces::text, '0', '')), first_start, last_start,
         ${COUNTED.join(', ')}, timed_tokens, timed_latency, ${storedMoments('latency')}, ${storedMoments('first_token')}
       from sluice.observation_rollups r join clean_blocks using (project, block) where field not in ('s', 'f') and value is not null`,
    ),
  ],
  [
    'the calls of clean blocks are the observations of their traces, those of rare values too',
    differ(
      `select project, block, field, hour, sum(calls) from (${OBSERVED}) g group by 1, 2, 3, 4`,
      `select project, block, field::text, hour, sum(calls) from sluice.observation_rollups join clean_blocks using (project, block)
       where field not in ('s', 'f') group by 1, 2, 3, 4`,
    ),
  ],
  [
    'the totals of a segment are the rollups of its blocks',
    differ(
      `select project, segment, field::text, value, version, calls, traces, first_start, last_start, ${SUMS.join(', ')},
         ${storedMoments('latency')}, ${storedMoments('first_token')}
       from sluice.observation_totals r`,
      `select project, div(block, 8), field, value, version, sum(calls), sum(char_length(replace(traces::text, '0', ''))),
         min(first_start), max(last_start), ${SUMS.map((column) => `sum(${column})`).join(', ')},
         array[sum(l[1]), sum(l[2]), sum(l[3])], array[sum(f[1]), sum(f[2]), sum(f[3])]
       from (
         select project, block, field::text, value, version, sum(calls) as calls, bit_or(traces) as traces, min(first_start) as first_start,
           max(last_start) as last_start, ${SUMS.map((column) => `sum(${column}) as ${column}`).join(', ')},
           array[sum(l[1]), sum(l[2]), sum(l[3])] as l, array[sum(f[1]), sum(f[2]), sum(f[3])] as f
         from sluice.observation_rollups r cross join lateral (select ${storedMoments('latency')} as l, ${storedMoments('first_token')} as f) h
         group by 1, 2, 3, 4, 5) b
       where (project, div(block, 8)) in (select project, segment from sluice.observation_totals)
       group by 1, 2, 3, 4, 5`,
    ),
  ],
  [
    'a clean block has the first and the last hour of its observations, and no other block has rollups',
    differ(
      `select project, block, first_hour, last_hour from sluice.observation_blocks join clean_blocks using (project, block)
       where first_hour is not null`,
      `select r.project, r.block, min(r.hour), max(r.hour) from sluice.observation_rollups r
       where (r.project, r.block) in (select project, block from clean_blocks)
         or (r.project, r.block) not in (select project, block from sluice.observation_blocks) group by 1, 2`,
    ),
  ],
];

/** Blocks with rollups and without dirty traces, after `dirty`. */
export const CLEAN_BLOCKS = `
  select project, block from sluice.observation_blocks
  where (project, block) not in (select project, div(index_position, 1024) from dirty where index_position is not null)`;
