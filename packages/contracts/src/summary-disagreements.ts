import type { ClientBase } from 'pg';

/** Row that contradicts a stored sum. */
export interface Disagreement {
  /** Rule that must hold for all rows. */
  readonly rule: string;
  /** The stored or the recomputed row, as JSON. */
  readonly row: unknown;
}

/** Contribution of each observation to its trace, from its row alone (contract: What counts). */
const CONTRIBUTIONS = `
  select o.part, o.trace_id, coalesce(o.start_time, o.created_at) as start,
         greatest(o.end_time, coalesce(o.start_time, o.created_at)) as finish, coalesce(o.model, '') as model,
         (o.level is not distinct from 'ERROR')::integer as e, (o.level is not distinct from 'WARNING')::integer as w,
         (o.counted and o.total_cost is not null)::integer as k,
         case when o.counted then coalesce(o.input_tokens, 0) else 0 end as i,
         case when o.counted then coalesce(o.output_tokens, 0) else 0 end as u,
         case when o.counted then coalesce(o.total_tokens, 0) else 0 end as t,
         case when o.counted then coalesce(o.total_cost, 0) else 0 end as c
  from sluice.observations o join sluice.traces t on t.id = o.trace_id and t.part = o.part`;

/** Parent of observations that are said to be top-level. */
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Observations with what decides whether each is a root of its trace (contract: Outcome): `kind` 1 top-level, 2 marked, 3 first by start. */
const ROOT_KINDS = `
  select o.trace_id as id, (o.level is not distinct from 'ERROR')::integer as e,
         (o.end_time is null and o.awaits_end is true and o.type is distinct from 'EVENT')::integer as open, o.is_root,
         case when coalesce(o.parent_id, '${NIL_UUID}') = '${NIL_UUID}' then 1 when o.is_root then 2
              when row_number() over (partition by o.trace_id order by coalesce(o.start_time, o.created_at), o.id) = 1 then 3 end as kind
  from sluice.observations o join sluice.traces t on t.id = o.trace_id and t.part = o.part`;
const ROOTS = `
  select id, count(*) filter (where kind = 1) as top_level, count(*) filter (where is_root) as marked,
         sum(e) filter (where kind = least_kind) as failed,
         case when min(least_kind) = 3 then 1 else sum(open) filter (where kind = least_kind) end as open
  from (select k.*, min(kind) over (partition by id) as least_kind from (${ROOT_KINDS}) k) r group by 1`;

/** Returns SQL: the rows that only one of two queries has. */
export const differ = (one: string, other: string): string =>
  `(${one} except ${other}) union all (${other} except ${one})`;

const STORED_USAGE =
  'select u.* from sluice.trace_usage u join sluice.traces t on t.id = u.trace_id and t.part = u.part';
const STORED_DAILY_USAGE = `
  select trace_day, day, model, shard, traces, observations, input_tokens, output_tokens, total_tokens, cost from sluice.daily_usage`;
const DAILY_TRACES = `select ("timestamp" at time zone 'UTC')::date, shard, count(*) from sluice.traces group by 1, 2`;

/** Hourly rollups recomputed from points. */
const HOURS = `
  select p.series_id, date_trunc('hour', p.ts, 'UTC') as hour, count(*)::integer as points, min(p.value) as least,
         max(p.value) as greatest, max(p.ts) as last_ts, (array_agg(p.value order by p.ts desc, p.received desc, p.seq desc))[1] as last,
         (array_agg(p.seq order by p.ts desc, p.received desc, p.seq desc))[1] as last_seq,
         (array_agg(p.received order by p.ts desc, p.received desc))[1] as last_received,
         coalesce(sum(case when abs(p.value) < 2::float8 ^ 960 then p.value end), 0) as small,
         coalesce(sum(case when abs(p.value) >= 2::float8 ^ 960 then p.value / 2::float8 ^ 64 end), 0) as large,
         array_agg(p.value order by p.value) as sorted, greatest(max(abs(p.value)), 1e-280) / 2::float8 ^ 30 as rounding
  from sluice.metric_points p join sluice.metric_series s on s.id = p.series_id group by 1, 2`;
const HOUR_VALUES = (row: string): string =>
  `(${['points', 'least', 'greatest', 'last', 'last_ts', 'last_seq', 'last_received', 'sorted'].map((column) => `${row}.${column}`).join()})`;

/** SQL: names of members of metadata that senders do not name, which are not indexed. */
export const UNNAMED = `'attributes', 'resourceAttributes', 'scope', 'events', 'links'`;

/** Metadata that is not packed, and whose names Postgres can decode: it refuses escapes of single surrogates. */
const HAS_READABLE_METADATA = `(starts_with(metadata, '=') or strpos(metadata, '\\u') > 0) is not true`;

/** Rules, each with the query of the rows that contradict it. */
const RULES: readonly (readonly [rule: string, rows: string])[] = [
  [
    'traces hold the sums and extremes of their observations',
    `select id, observation_count, error_count, warning_count, costed_count, input_tokens, output_tokens, total_tokens, total_cost,
            min_start, max_end from sluice.traces
     except select t.id, coalesce(n, 0), coalesce(e, 0), coalesce(w, 0), coalesce(k, 0), coalesce(i, 0), coalesce(u, 0), coalesce(s.t, 0), coalesce(c, 0), lo, hi
       from sluice.traces t left join sums s on s.id = t.id`,
  ],
  [
    'traces hold the counts of their roots',
    `select id, top_level_count, marked_count, root_error_count, open_root_count from sluice.traces
     except select t.id, coalesce(r.top_level, 0), coalesce(r.marked, 0), coalesce(r.failed, 0), coalesce(r.open, 0)
       from sluice.traces t left join (${ROOTS}) r on r.id = t.id`,
  ],
  [
    'observations with members of metadata that their sender has named are marked',
    `select part, trace_id, id, has_named_members from sluice.observations where ${HAS_READABLE_METADATA}
     except select part, trace_id, id, (select true from json_object_keys(metadata::json) name
         where name not in (${UNNAMED}) limit 1)
       from sluice.observations where ${HAS_READABLE_METADATA}`,
  ],
  [
    'the timestamp of a trace is what was sent, else the start of its observations, else its first receipt',
    `select id, "timestamp" from sluice.traces
     except select id, coalesce(sent_timestamp, min_start, created_at) from sluice.traces`,
  ],
  [
    'no trace lies below the floor',
    'select id, part from sluice.traces where part < (select part from sluice.retention_floor)',
  ],
  [
    'all rows below traces have their trace, or are noted as those of a replaced one',
    `select * from (
       (select part, trace_id from sluice.observations union all select part, trace_id from sluice.trace_usage
        union all select part, trace_id from sluice.trace_io union all select part, trace_id from sluice.text_packs)
       except select part, id from sluice.traces except select part, trace_id from sluice.orphaned_traces) x where part >= $1`,
  ],
  ['trace_usage holds the usage of each trace by day and model', differ('select * from usage', STORED_USAGE)],
  ['daily_usage holds the usage of all traces', differ('select * from daily', STORED_DAILY_USAGE)],
  ['daily_traces holds the number of traces', differ(`(${DAILY_TRACES})`, 'select * from sluice.daily_traces')],
  [
    'traces with rows of trace_io that have a value are those marked so',
    `select t.id, t.has_io from sluice.traces t left join sluice.trace_io i on i.trace_id = t.id and i.part = t.part
     where (coalesce(i.input, i.output, i.metadata) is not null) is distinct from t.has_io`,
  ],
  [
    'metric_hours holds the rollup of each hour of all series, dirty hours excepted',
    `select h.*, p.* from (
         select h.*, v.sorted from sluice.metric_hours h join sluice.metric_series s on s.id = h.series_id
           left join sluice.metric_values v on v.series_id = h.series_id and v.hour = h.hour and v.last_ts = h.last_ts) h
       full join (${HOURS}) p on p.series_id = h.series_id and p.hour = h.hour
     where coalesce(h.hour, p.hour) < (select f.rolled_up_before from sluice.metric_rollup_state f)
       and not exists (select from sluice.metric_rollup_dirty c
         where c.series_id = coalesce(h.series_id, p.series_id) and c.hour = coalesce(h.hour, p.hour))
       and (${HOUR_VALUES('h')} is distinct from ${HOUR_VALUES('p')}
         or abs(h.small - p.small) > p.rounding or abs(h.large - p.large) > p.rounding)`,
  ],
];

const STATEMENT = `
  with contributions as (${CONTRIBUTIONS}),
  sums as (
    select trace_id as id, count(*) as n, sum(e) as e, sum(w) as w, sum(k) as k, sum(i) as i, sum(u) as u, sum(t) as t, sum(c) as c,
           min(start) as lo, max(finish) as hi
    from contributions group by 1),
  usage as (
    select part, trace_id, (start at time zone 'UTC')::date as day, model,
           count(*) as n, sum(i) as i, sum(u) as u, sum(t) as t, sum(c) as c
    from contributions group by 1, 2, 3, 4),
  daily as (
    select (t."timestamp" at time zone 'UTC')::date as trace_day, g.day, g.model, t.shard, count(*) as traces,
           sum(g.n) as n, sum(g.i) as i, sum(g.u) as u, sum(g.t) as t, sum(g.c) as c
    from usage g join sluice.traces t on t.id = g.trace_id group by 1, 2, 3, 4)
  ${RULES.map(([rule, rows]) => `select '${rule}' as rule, to_json(x) as row from (${rows}) x`).join('\nunion all ')}`;

/**
 * Recomputes every stored sum from its rows, by plain SQL, in one statement. Reads all data.
 * @param options.expiredBelow receipt hour below which rows may exist whose trace retention has deleted
 */
export async function summaryDisagreements(
  client: Pick<ClientBase, 'query'>,
  { expiredBelow = 0 }: { readonly expiredBelow?: number } = {},
): Promise<Disagreement[]> {
  const { rows } = await client.query<Disagreement>(STATEMENT, [expiredBelow]);
  return rows;
}
