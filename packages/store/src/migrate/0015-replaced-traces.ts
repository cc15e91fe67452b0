import type { Migration } from './migration';

/**
 * Traces below the floor of their project, whose row a later span has taken for a new trace. Rows below the old part stay until
 * retention removes them. Reasons are in RATIONALE.md under "Retention".
 */
export const replacedTraces: Migration = {
  version: 15,
  name: 'replaced-traces',
  oldestProgram: 3,
  transactional: true,
  sql: /* sql */ `
set local role sluice_owner;

create table sluice.replaced_traces (
  part     integer not null,
  trace_id uuid not null,
  primary key (part, trace_id)
);
comment on table sluice.replaced_traces is 'hidden traces whose row is a new trace now: retention removes what is below them';
comment on column sluice.replaced_traces.part is 'of the hidden trace, below the floor of its project';
comment on column sluice.replaced_traces.trace_id is 'traces.id, of the hidden trace and of the new one';

-- As hold_projects, with the floor of each project: rows of traces below it are hidden until the end of the transaction, and after it.
create function sluice.hold_floors(names text[])
returns table (id integer, name text, salt uuid, first_open integer, floor integer)
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('sluice.pin_from', 0));
  return query
    select p.id, p.name, p.salt, greatest(f.pin_from, p.part), p.part
    from sluice.projects p cross join sluice.retention_floor f where p.name = any(names);
end $$;

create or replace view sluice.observation_view as
select
  o.id, coalesce(t.public_id, o.trace_id) as trace_id,
  nullif(o.parent_id, '00000000-0000-0000-0000-000000000000') as parent_observation_id,
  coalesce(o.type, 'SPAN') as type, o.name,
  coalesce(o.start_time, o.created_at) as start_time,
  case when o.end_time is not null then greatest(o.end_time, coalesce(o.start_time, o.created_at)) end as end_time,
  o.completion_start_time,
  case when o.end_time is not null
    then greatest(extract(epoch from o.end_time - coalesce(o.start_time, o.created_at)), 0)::double precision
  end as latency_seconds,
  o.model, o.response_model, o.provider, coalesce(o.level, 'DEFAULT') as level, o.status_message, o.version,
  coalesce(o.environment, t.environment, 'default') as environment,
  o.input, o.output, o.metadata, o.model_parameters, o.usage_details, o.cost_details,
  o.counted, o.input_tokens, o.output_tokens, o.total_tokens, o.input_cost, o.output_cost, o.total_cost, o.cost_source,
  o.created_at, o.updated_at, o.part,
  t.name as trace_name, t.user_id, t.session_id,
  p.name as project
from sluice.observations o
  left join sluice.traces t on t.id = o.trace_id
  left join sluice.projects p on p.id = t.project
where o.part >= (select f.part from sluice.retention_floor f)
  -- Where no project has a floor of its own, traces are looked up for their columns only.
  and (o.part >= (select max(a.part) from sluice.projects a) or exists (
    select from sluice.traces x join sluice.projects q on q.id = x.project
    where x.id = o.trace_id and x.part = o.part and x.part >= q.part));
reset role;
`,
};
