import type { Pool } from 'pg';

/**
 * Recomputes every sum from the observations by plain SQL; rows of the two sides that differ, and rows below traces that
 * do not exist.
 * @param options.expiredBelow parts below it may hold rows whose trace retention has removed
 */
export async function summaryDisagreements(
  owner: Pool,
  { expiredBelow = 0 }: { readonly expiredBelow?: number } = {},
): Promise<unknown[]> {
  const { rows } = await owner.query<object>(
    `
    with o as (
      select o.*, coalesce(o.start_time, o.created_at) as start,
             greatest(o.end_time, coalesce(o.start_time, o.created_at)) as finish,
             case when counted then coalesce(o.input_tokens, 0) else 0 end as i,
             case when counted then coalesce(o.output_tokens, 0) else 0 end as u,
             case when counted then coalesce(o.total_tokens, 0) else 0 end as t,
             case when counted then coalesce(o.total_cost, 0) else 0 end as c
      from sluice.observations o join sluice.traces t on t.id = o.trace_id and t.part = o.part),
    stored_usage as (
      select u.* from sluice.trace_usage u join sluice.traces t on t.id = u.trace_id and t.part = u.part),
    traces as (
      select trace_id as id, count(*)::int as n, sum(i) as i, sum(u) as u, sum(t) as t, sum(c) as c, min(start) as lo, max(finish) as hi
      from o group by 1),
    usage as (
      select part, trace_id, (start at time zone 'UTC')::date as day, coalesce(model, '') as model,
             count(*) as n, sum(i) as i, sum(u) as u, sum(t) as t, sum(c) as c
      from o group by 1, 2, 3, 4),
    daily as (
      select (t."timestamp" at time zone 'UTC')::date as trace_day, g.day, g.model, t.shard::int as shard, count(*) as traces,
             sum(g.n) as n, sum(g.i) as i, sum(g.u) as u, sum(g.t) as t, sum(g.c) as c
      from usage g join sluice.traces t on t.id = g.trace_id group by 1, 2, 3, 4)
    select 'trace' as place, to_json(x) as row from (
      select id, observation_count, input_tokens, output_tokens, total_tokens, total_cost, min_start, max_end from sluice.traces
      except select t.id, coalesce(n, 0), coalesce(i, 0), coalesce(u, 0), coalesce(traces.t, 0), coalesce(c, 0), lo, hi
        from sluice.traces t left join traces on traces.id = t.id) x
    union all select 'timestamp', to_json(x) from (
      select id, "timestamp" from sluice.traces except
      select id, coalesce(sent_timestamp, min_start, created_at) from sluice.traces) x
    union all select 'floor', to_json(x) from (
      select id, part from sluice.traces where part < (select part from sluice.retention_floor)) x
    union all select 'without trace', to_json(x) from (
      (select part, trace_id from sluice.observations union all select part, trace_id from sluice.trace_usage
       union all select part, trace_id from sluice.trace_io)
      except select part, id from sluice.traces) x where part >= $1
    union all select 'usage', to_json(x) from (
      (select * from usage except select * from stored_usage) union all (select * from stored_usage except select * from usage)) x
    union all select 'daily', to_json(x) from (
      (select * from daily except select trace_day, day, model, shard, traces, observations, input_tokens, output_tokens, total_tokens, cost from sluice.daily_usage)
      union all
      (select trace_day, day, model, shard, traces, observations, input_tokens, output_tokens, total_tokens, cost from sluice.daily_usage except select * from daily)) x
    union all select 'daily_traces', to_json(x) from (
      (select ("timestamp" at time zone 'UTC')::date, shard, count(*) from sluice.traces group by 1, 2 except select * from sluice.daily_traces)
      union all
      (select * from sluice.daily_traces except select ("timestamp" at time zone 'UTC')::date, shard, count(*) from sluice.traces group by 1, 2)) x`,
    [expiredBelow],
  );
  return rows;
}
