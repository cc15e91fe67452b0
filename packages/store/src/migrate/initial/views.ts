import { textOf } from '../../packs/packed-text';
import { IS_OPEN, OUTCOME } from '../../trace-outcome';

const ownText = (value: string) => textOf(value, { part: 'i.part', trace: 'i.trace_id' });
const observationText = (value: string) => textOf(value, { part: 'o.part', trace: 'o.trace_id' });

/**
 * Views for people and BI tools (contract: SQL). Tables may change with each release, these columns may not: a view is replaced by one
 * that begins with the same columns. Their rows are those that the API answers: defaults are applied, and nothing below the
 * retention floor is shown. Free text is looked up only where its column is selected.
 */
export const VIEWS = /* sql */ `
create view sluice.trace_view as
select
  coalesce(t.public_id, t.id) as id, t."timestamp", t.name, t.user_id, t.session_id, t.release, t.version,
  coalesce(t.environment, 'default') as environment, coalesce(t.public, false) as public, t.tags,
  case when t.input_from is null
    then (select ${ownText('i.input')} from sluice.trace_io i where i.part = t.part and i.trace_id = t.id)
    else (select ${observationText('o.input')} from sluice.observations o where o.part = t.part and o.trace_id = t.id and o.id = t.input_from)
  end as input,
  case when t.output_from is null
    then (select ${ownText('i.output')} from sluice.trace_io i where i.part = t.part and i.trace_id = t.id)
    else (select ${observationText('o.output')} from sluice.observations o where o.part = t.part and o.trace_id = t.id and o.id = t.output_from)
  end as output,
  (select ${ownText('i.metadata')} from sluice.trace_io i where i.part = t.part and i.trace_id = t.id) as metadata,
  t.observation_count, t.min_start as first_start, t.max_end as last_end,
  coalesce(extract(epoch from t.max_end - t.min_start), 0)::double precision as latency_seconds,
  t.input_tokens, t.output_tokens, t.total_tokens, t.total_cost, t.created_at, t.updated_at, t.part,
  p.name as project, t.error_count, t.warning_count,
  ${OUTCOME} as outcome, ${IS_OPEN} as is_open, nullif(t.sent_id, '') as sent_id
from sluice.traces t join sluice.projects p on p.id = t.project
where t.part >= (select f.part from sluice.retention_floor f) and t.part >= p.part;
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
comment on column sluice.trace_view.id is 'unique within its project';
comment on column sluice.trace_view.project is 'empty: the default project';
comment on column sluice.trace_view.error_count is 'observations of level ERROR';
comment on column sluice.trace_view.warning_count is 'observations of level WARNING';
comment on column sluice.trace_view.outcome is 'failed: a root has level ERROR; recovered: another observation has; warning: one has level WARNING; else ok';
comment on column sluice.trace_view.sent_id is 'the id as sent and answered, of an id that is any text; else null';
comment on column sluice.trace_view.is_open is 'a root has not ended yet, or has not arrived';

create view sluice.observation_view as
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
  ${observationText('o.input')} as input, ${observationText('o.output')} as output, ${observationText('o.metadata')} as metadata, o.model_parameters, o.usage_details, o.cost_details,
  o.counted, o.input_tokens, o.output_tokens, o.total_tokens, o.input_cost, o.output_cost, o.total_cost, o.cost_source,
  o.created_at, o.updated_at, o.part,
  t.name as trace_name, t.user_id, t.session_id,
  p.name as project,
  nullif(o.counted_in, o.id) as counted_in, o.prompt_name, o.prompt_version,
  coalesce(o.is_root, false) as is_root, o.service, o.sent_id, o.sent_parent_id
from sluice.observations o
  left join sluice.traces t on t.id = o.trace_id
  left join sluice.projects p on p.id = t.project
where o.part >= (select f.part from sluice.retention_floor f)
  -- Where no project has a floor of its own, traces are looked up for their columns only.
  and (o.part >= (select max(a.part) from sluice.projects a) or exists (
    select from sluice.traces x join sluice.projects q on q.id = x.project
    where x.id = o.trace_id and x.part = o.part and x.part >= q.part));
comment on view sluice.observation_view is 'one row an observation, as the API answers it. Columns keep their names, types and meaning; new ones are added at the end';
comment on column sluice.observation_view.start_time is 'as sent, else the first receipt; it has no index: narrow by part';
comment on column sluice.observation_view.latency_seconds is 'end_time minus start_time; null: not ended';
comment on column sluice.observation_view.input is 'JSON as text, as are output, metadata, model_parameters, usage_details and cost_details: input::json looks into it';
comment on column sluice.observation_view.usage_details is 'tokens by bucket, without the total; null for a bucket that was said to be none';
comment on column sluice.observation_view.input_tokens is 'null: unknown';
comment on column sluice.observation_view.total_cost is 'USD; null: no price is known';
comment on column sluice.observation_view.cost_source is '"sent", or the price source and its version';
comment on column sluice.observation_view.part is 'hours since the epoch of the trace''s first receipt; a condition on it reads the partitions of those days only';
comment on column sluice.observation_view.trace_name is 'of its trace, as are user_id and session_id';
comment on column sluice.observation_view.counted is 'false: its tokens and cost are those of observations below it, or of the one that sent the same call. Sum tokens and cost where counted';
comment on column sluice.observation_view.project is 'of its trace; empty: the default project';
comment on column sluice.observation_view.counted_in is 'the observation of the same trace that sent the same call and counts its tokens and cost; null: none';
comment on column sluice.observation_view.prompt_name is 'the managed prompt that a model call was made of; prompt_version is its version';
comment on column sluice.observation_view.is_root is 'the sender marked it as the root of its part of the trace';
comment on column sluice.observation_view.service is 'service.name of the resource of the sender (OTLP)';
`;
