import type { Migration } from './migration';

/** Columns of `observation_view` for the prompt of a call, and for the observation in which its tokens count. */
export const viewOfCalls: Migration = {
  version: 22,
  name: 'view-of-calls',
  oldestProgram: 3,
  transactional: true,
  sql: /* sql */ `
set local role sluice_owner;
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
  p.name as project,
  nullif(o.counted_in, o.id) as counted_in, o.prompt_name, o.prompt_version
from sluice.observations o
  left join sluice.traces t on t.id = o.trace_id
  left join sluice.projects p on p.id = t.project
where o.part >= (select f.part from sluice.retention_floor f)
  -- Where no project has a floor of its own, traces are looked up for their columns only.
  and (o.part >= (select max(a.part) from sluice.projects a) or exists (
    select from sluice.traces x join sluice.projects q on q.id = x.project
    where x.id = o.trace_id and x.part = o.part and x.part >= q.part));
comment on column sluice.observation_view.counted_in is
  'the observation of the same trace that sent the same call and counts its tokens and cost; null: none';
comment on column sluice.observation_view.prompt_name is 'the managed prompt that a model call was made of; prompt_version is its version';
reset role;
`,
};
