import type { Migration } from './migration';

/**
 * The whole first schema. Reasons for its shape are in RATIONALE.md; in short: lists read one narrow row a trace,
 * everything below a trace is partitioned by the hour of its first receipt, and every identifier that a reader may
 * filter by is compared by code point.
 */
export const initial: Migration = {
  version: 1,
  name: 'initial',
  oldestProgram: 1,
  transactional: true,
  sql: /* sql */ `
create schema sluice authorization sluice_owner;
set local role sluice_owner;

create table sluice.traces (
  id                uuid primary key,
  part              integer not null,
  shard             smallint not null,
  name              text collate "C",
  user_id           text collate "C",
  session_id        text collate "C",
  release           text collate "C",
  version           text collate "C",
  environment       text collate "C",
  public            boolean,
  tags              text[] collate "C" not null default '{}',
  tag_stamps        text[] collate "C" not null default '{}',
  sent_timestamp    timestamptz,
  "timestamp"       timestamptz not null,
  input_from        uuid,
  output_from       uuid,
  has_io            boolean not null default false,
  min_start         timestamptz,
  max_end           timestamptz,
  observation_count integer not null default 0,
  input_tokens      bigint not null default 0,
  output_tokens     bigint not null default 0,
  total_tokens      bigint not null default 0,
  total_cost        numeric(30, 12) not null default 0,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  stamp             text collate "C" not null,
  stamps            text
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
        autovacuum_analyze_scale_factor = 0.05);
comment on column sluice.traces.part is 'hours since the epoch of the first receipt; never changes; the partition of everything below';
comment on column sluice.traces."timestamp" is 'sent_timestamp, else min_start, else created_at';
comment on column sluice.traces.input_from is 'the observation whose input is the trace''s; null: trace_io has it; the nil UUID: a root said that there is none';
comment on column sluice.traces.stamps is 'JSON: field to stamp, for fields whose stamp differs from the row''s';

-- Null is the smallest value of every order, so these serve ascending (nulls first) and descending (nulls last) lists.
-- With part, which every list tests against the retention floor, so that counting a window reads the index only.
create index traces_timestamp on sluice.traces ("timestamp", id) include (part);
create index traces_name on sluice.traces (left(name, 500) nulls first, "timestamp", id);
create index traces_user_id on sluice.traces (user_id nulls first, "timestamp", id) include (part);
create index traces_session_id on sluice.traces (session_id nulls first, "timestamp", id) include (part);
create index traces_release on sluice.traces (release nulls first, "timestamp", id) include (part);
create index traces_version on sluice.traces (version nulls first, "timestamp", id) include (part);
create index traces_environment on sluice.traces (coalesce(environment, 'default'), "timestamp", id);
create index traces_tags on sluice.traces using gin (tags) with (fastupdate = off);

create table sluice.trace_io (
  part     integer not null,
  trace_id uuid not null,
  input    text,
  output   text,
  metadata text,
  primary key (part, trace_id)
) partition by range (part);

create table sluice.observations (
  part                  integer not null,
  trace_id              uuid not null,
  id                    uuid not null,
  parent_id             uuid,
  type                  text,
  name                  text,
  start_time            timestamptz,
  end_time              timestamptz,
  completion_start_time timestamptz,
  model                 text,
  response_model        text,
  provider              text,
  level                 text,
  status_message        text,
  version               text,
  environment           text,
  input                 text,
  output                text,
  model_parameters      text,
  metadata              text,
  usage_details         text,
  cost_details          text,
  input_tokens          bigint,
  output_tokens         bigint,
  total_tokens          bigint,
  input_cost            numeric(30, 12),
  output_cost           numeric(30, 12),
  total_cost            numeric(30, 12),
  cost_source           text,
  counted               boolean not null,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  stamp                 text collate "C" not null,
  stamps                text,
  primary key (part, trace_id, id)
) partition by range (part);
comment on column sluice.observations.parent_id is 'the nil UUID: said to be top-level; null: nothing said';
comment on column sluice.observations.usage_details is 'JSON: buckets as sent; null: all of the usage was said, without this';
comment on column sluice.observations.cost_source is '"sent", or the price source and its version';

create table sluice.trace_usage (
  part          integer not null,
  trace_id      uuid not null,
  day           date not null,
  model         text collate "C" not null,
  observations  bigint not null,
  input_tokens  bigint not null,
  output_tokens bigint not null,
  total_tokens  bigint not null,
  cost          numeric(30, 12) not null,
  primary key (part, trace_id, day, model)
) partition by range (part);
comment on table sluice.trace_usage is 'per trace: observations and counted usage by the UTC day of their start and model; model '''' is none';

create table sluice.daily_usage (
  trace_day     date not null,
  day           date not null,
  model         text collate "C" not null,
  shard         smallint not null,
  traces        bigint not null,
  observations  bigint not null,
  input_tokens  bigint not null,
  output_tokens bigint not null,
  total_tokens  bigint not null,
  cost          numeric(30, 12) not null,
  primary key (trace_day, day, model, shard)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
comment on table sluice.daily_usage is 'trace_usage summed over the traces of one UTC day (of the trace timestamp), by shard of the trace';

create table sluice.daily_traces (
  day    date not null,
  shard  smallint not null,
  traces bigint not null,
  primary key (day, shard)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
comment on table sluice.daily_traces is 'traces by the UTC day of their timestamp; its sum is the number of traces';

create table sluice.metric_series (
  id     bigint generated always as identity primary key,
  hash   uuid not null unique,
  name   text collate "C" not null,
  labels jsonb not null
);
comment on column sluice.metric_series.hash is 'of name and labels; makes a series unique';
create index metric_series_name on sluice.metric_series (name);
create index metric_series_labels on sluice.metric_series using gin (labels jsonb_path_ops);

create sequence sluice.metric_points_seq as bigint;
create table sluice.metric_points (
  series_id bigint not null,
  ts        timestamptz not null,
  value     double precision not null,
  seq       bigint not null default nextval('sluice.metric_points_seq'),
  primary key (series_id, ts, seq)
) partition by range (ts);

create table sluice.metric_receipts (
  record_id   uuid primary key,
  received_at timestamptz not null
);
create index metric_receipts_received_at on sluice.metric_receipts using brin (received_at);

create table sluice.ingest_offset (
  topic       text not null,
  epoch       integer not null,
  "partition" integer not null,
  next_offset bigint not null,
  stored      bigint not null default 0,
  duplicate   bigint not null default 0,
  dead        bigint not null default 0,
  updated_at  timestamptz not null default now(),
  primary key (topic, epoch, "partition")
) with (fillfactor = 50);
comment on table sluice.ingest_offset is 'the fence: advances by compare-and-set in the transaction of the rows; counts in items';

create table sluice.ingest_dead_letter (
  topic         text not null,
  epoch         integer not null,
  "partition"   integer not null,
  record_offset bigint not null,
  item          integer not null,
  record_id     uuid not null,
  sqlstate      text not null,
  message       text not null,
  record        bytea not null,
  received_at   timestamptz not null,
  stored_at     timestamptz not null default now(),
  replayed_at   timestamptz,
  primary key (topic, epoch, "partition", record_offset, item)
);
comment on column sluice.ingest_dead_letter.record is 'sluice.record.v1.Record that holds the one refused item';

create table sluice.retention_floor (
  only_row boolean primary key default true check (only_row),
  part     integer not null
);
comment on table sluice.retention_floor is 'parts below it are dropped or about to be: a trace there counts as absent';
insert into sluice.retention_floor (part) values (0);

-- Makes the day partitions of everything below a trace for the hours from..to, both included. CREATE ... LIKE and
-- ATTACH take light locks on the parent, PARTITION OF would stop readers and writers.
create function sluice.ensure_trace_partitions(from_part integer, to_part integer) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  first_day integer := div(from_part, 24);
  parent text;
  child text;
begin
  if from_part < 0 or to_part < from_part or to_part - from_part > 24 * 400 then
    raise exception 'ensure_trace_partitions: % to % is not a range of at most 400 days', from_part, to_part;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('sluice.partitions', 0));
  for n in first_day .. div(to_part, 24) loop
    foreach parent in array array['observations', 'trace_io', 'trace_usage'] loop
      child := parent || '_' || to_char(date '1970-01-01' + n, 'YYYYMMDD');
      if to_regclass('sluice.' || child) is null then
        execute format('create table sluice.%I (like sluice.%I including defaults including constraints including comments)', child, parent);
        execute format('alter table sluice.%I set (autovacuum_vacuum_insert_scale_factor = 0.1)', child);
        execute format('alter table sluice.%I attach partition sluice.%I for values from (%s) to (%s)', parent, child, n * 24, n * 24 + 24);
      end if;
    end loop;
  end loop;
end $$;

-- Makes the day partitions of metric points for the UTC days from..to, both included.
create function sluice.ensure_metric_partitions(from_day date, to_day date) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  child text;
begin
  if to_day < from_day or to_day - from_day > 400 then
    raise exception 'ensure_metric_partitions: % to % is not a range of at most 400 days', from_day, to_day;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('sluice.partitions', 0));
  for n in 0 .. to_day - from_day loop
    child := 'metric_points_' || to_char(from_day + n, 'YYYYMMDD');
    -- Days before the first partition's end belong to metric_points_old.
    if to_regclass('sluice.' || child) is null
       and from_day + n >= (select first_day from sluice.metric_points_start) then
      execute format('create table sluice.%I (like sluice.metric_points including defaults including constraints)', child);
      execute format('alter table sluice.metric_points attach partition sluice.%I for values from (%L) to (%L)', child,
                     (from_day + n)::text || ' 00:00:00+00', (from_day + n + 1)::text || ' 00:00:00+00');
    end if;
  end loop;
end $$;

create table sluice.metric_points_start (
  only_row  boolean primary key default true check (only_row),
  first_day date not null
);
comment on table sluice.metric_points_start is 'the first day that has a partition of its own; all before share one';
insert into sluice.metric_points_start (first_day) values ((now() at time zone 'UTC')::date - 7);
create table sluice.metric_points_old (like sluice.metric_points including defaults including constraints);
do $$
begin
  execute format('alter table sluice.metric_points attach partition sluice.metric_points_old for values from (minvalue) to (%L)',
                 (select first_day::text || ' 00:00:00+00' from sluice.metric_points_start));
end $$;

reset role;
`,
};
