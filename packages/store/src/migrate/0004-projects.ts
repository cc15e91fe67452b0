import type { Migration } from './migration';

/**
 * Traces and series of several projects in the same tables. Row 0 is the default project: all rows from before are its own, and
 * programs from before go on to work for it. Reasons are in RATIONALE.md under "Projects".
 */
export const projects: Migration = {
  version: 4,
  name: 'projects',
  oldestProgram: 3,
  transactional: true,
  sql: /* sql */ `
set local role sluice_owner;

create table sluice.projects (
  id   integer primary key check (id between 0 and 4095),
  name text collate "C" not null unique,
  salt uuid not null default gen_random_uuid(),
  part integer not null default 0
);
comment on table sluice.projects is 'made with the first record of each; never removed';
comment on column sluice.projects.id is '0: the default project. At most so many that all shards fit smallint';
comment on column sluice.projects.name is 'as credentials name it; empty: the default project, which the settings name';
comment on column sluice.projects.salt is 'makes the keys of its traces: nobody who does not know it can send an id that is one';
comment on column sluice.projects.part is 'as retention_floor.part, of this project alone; rows below it are removed later. Only grows';
insert into sluice.projects (id, name) values (0, '');

alter table sluice.traces add column project integer not null default 0, add column public_id uuid;
comment on column sluice.traces.id is 'the key: as sent in the default project, else made of public_id and the salt of the project';
comment on column sluice.traces.project is 'never changes; what is below a trace is of its project';
comment on column sluice.traces.public_id is 'as sent and answered; null in the default project, where id is';
comment on column sluice.traces.shard is 'of the daily tables; each project has eight, from eight times its id on';
comment on column sluice.daily_usage.shard is 'divided by eight it is the project';
comment on column sluice.daily_traces.shard is 'divided by eight it is the project';

alter table sluice.metric_series add column project integer not null default 0;
comment on column sluice.metric_series.hash is 'of name and labels, and of the salt of a project that is not the default one; makes a series unique';

-- Makes the projects that do not exist, as many as there can be.
create function sluice.ensure_projects(names text[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('sluice.projects', 0));
  insert into sluice.projects (id, name)
  select made.id, made.name
  from (
    select (select max(p.id) from sluice.projects p) + row_number() over (order by n.name) as id, n.name
    from (select distinct unnest(names) as name) n
    where not exists (select from sluice.projects p where p.name = n.name)
  ) made
  where made.id <= 4095;
end $$;

-- As hold_pin_from, for each of these projects: no new trace of it may get a part below first_open.
create function sluice.hold_projects(names text[]) returns table (id integer, name text, salt uuid, first_open integer)
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('sluice.pin_from', 0));
  return query
    select p.id, p.name, p.salt, greatest(f.pin_from, p.part)
    from sluice.projects p cross join sluice.retention_floor f where p.name = any(names);
end $$;

create or replace view sluice.trace_view as
select
  coalesce(t.public_id, t.id) as id, t."timestamp", t.name, t.user_id, t.session_id, t.release, t.version,
  coalesce(t.environment, 'default') as environment, coalesce(t.public, false) as public, t.tags,
  case when t.input_from is null
    then (select i.input from sluice.trace_io i where i.part = t.part and i.trace_id = t.id)
    else (select o.input from sluice.observations o where o.part = t.part and o.trace_id = t.id and o.id = t.input_from)
  end as input,
  case when t.output_from is null
    then (select i.output from sluice.trace_io i where i.part = t.part and i.trace_id = t.id)
    else (select o.output from sluice.observations o where o.part = t.part and o.trace_id = t.id and o.id = t.output_from)
  end as output,
  (select i.metadata from sluice.trace_io i where i.part = t.part and i.trace_id = t.id) as metadata,
  t.observation_count, t.min_start as first_start, t.max_end as last_end,
  coalesce(extract(epoch from t.max_end - t.min_start), 0)::double precision as latency_seconds,
  t.input_tokens, t.output_tokens, t.total_tokens, t.total_cost, t.created_at, t.updated_at, t.part,
  p.name as project
from sluice.traces t join sluice.projects p on p.id = t.project
where t.part >= (select f.part from sluice.retention_floor f) and t.part >= p.part;
comment on column sluice.trace_view.id is 'unique within its project';
comment on column sluice.trace_view.project is 'empty: the default project';

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
    select from sluice.traces x join sluice.projects q on q.id = x.project where x.id = o.trace_id and x.part >= q.part));
comment on column sluice.observation_view.project is 'of its trace; empty: the default project';
reset role;
`,
};
