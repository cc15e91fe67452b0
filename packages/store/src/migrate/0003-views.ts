import type { Migration } from './migration';

/**
 * What people and BI tools read (contract: SQL). The tables beside them are free to change with each release, these are not:
 * a view is replaced by one that begins with the same columns. Their rows are those that the API answers: defaults are
 * applied, and nothing is shown below the retention floor. Free text is looked up only where its column is asked for.
 */
export const views: Migration = {
  version: 3,
  name: 'views',
  oldestProgram: 3,
  transactional: true,
  sql: /* sql */ `
set local role sluice_owner;

create view sluice.trace_view as
select
  t.id, t."timestamp", t.name, t.user_id, t.session_id, t.release, t.version,
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
  t.input_tokens, t.output_tokens, t.total_tokens, t.total_cost, t.created_at, t.updated_at, t.part
from sluice.traces t
where t.part >= (select part from sluice.retention_floor);

comment on view sluice.trace_view is 'one row a trace, as the API answers it. Columns keep their names, types and meaning; new ones are added at the end';
comment on column sluice.trace_view."timestamp" is 'when it began; it has an index';
comment on column sluice.trace_view.input is 'JSON as text, of the trace or of the observation that speaks for it: input::json looks into it';
comment on column sluice.trace_view.output is 'as input';
comment on column sluice.trace_view.metadata is 'a JSON object as text; null: none';
comment on column sluice.trace_view.latency_seconds is 'last_end minus first_start; 0 without observations';
comment on column sluice.trace_view.input_tokens is 'sum over the observations that are counted; so are the other tokens and the cost';
comment on column sluice.trace_view.total_cost is 'USD; 0: none, or no price is known';
comment on column sluice.trace_view.created_at is 'first receipt';
comment on column sluice.trace_view.part is 'hours since the epoch of the first receipt: the partition of all that is below the trace';

create view sluice.observation_view as
select
  o.id, o.trace_id, nullif(o.parent_id, '00000000-0000-0000-0000-000000000000') as parent_observation_id,
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
  t.name as trace_name, t.user_id, t.session_id
from sluice.observations o left join sluice.traces t on t.id = o.trace_id
where o.part >= (select part from sluice.retention_floor);

comment on view sluice.observation_view is 'one row an observation, as the API answers it. Columns keep their names, types and meaning; new ones are added at the end';
comment on column sluice.observation_view.start_time is 'as sent, else the first receipt; it has no index: narrow by part';
comment on column sluice.observation_view.latency_seconds is 'end_time minus start_time; null: not ended';
comment on column sluice.observation_view.input is 'JSON as text, as are output, metadata, model_parameters, usage_details and cost_details: input::json looks into it';
comment on column sluice.observation_view.usage_details is 'tokens by bucket, without the total; null for a bucket that was said to be none';
comment on column sluice.observation_view.counted is 'false: it only wraps others and repeats their tokens. Sum tokens and cost where counted';
comment on column sluice.observation_view.input_tokens is 'null: unknown';
comment on column sluice.observation_view.total_cost is 'USD; null: no price is known';
comment on column sluice.observation_view.cost_source is '"sent", or the price source and its version';
comment on column sluice.observation_view.part is 'hours since the epoch of the trace''s first receipt; a condition on it reads the partitions of those days only';
comment on column sluice.observation_view.trace_name is 'of its trace, as are user_id and session_id';
reset role;
`,
};
