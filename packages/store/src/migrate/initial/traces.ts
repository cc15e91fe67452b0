import { PACK_BYTES, PIECE_ENTRY_BYTES, PIECE_HASH_BYTES } from '../../packs/pack-format';
import { TEXT_IS_MISSING } from '../../packs/packed-text';

/** Traces and everything below a trace, which is partitioned by the day of its receipt hour (RATIONALE.md, "Writing"). */
export const TRACES = /* sql */ `
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
  stamps            text,
  project           integer not null default 0,
  public_id         uuid,
  error_count       integer not null default 0,
  warning_count     integer not null default 0,
  costed_count      integer not null default 0,
  call_scope        text,
  dead_bytes        bigint,
  top_level_count   integer not null default 0,
  marked_count      integer not null default 0,
  root_error_count  integer not null default 0,
  open_root_count   integer not null default 0,
  sent_id           text collate "C"
) with (fillfactor = 65, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
        autovacuum_analyze_scale_factor = 0.05);
comment on column sluice.traces.id is 'the key: as sent in the default project, else made of public_id and the salt of the project';
comment on column sluice.traces.part is 'hours since the epoch of the first receipt; never changes; the partition of everything below';
comment on column sluice.traces.shard is 'of the daily tables; each project has eight, from eight times its id on';
comment on column sluice.traces."timestamp" is 'sent_timestamp, else min_start, else created_at';
comment on column sluice.traces.input_from is 'the observation whose input is the trace''s; null: trace_io has it; the nil UUID: a root said that there is none';
comment on column sluice.traces.stamps is 'JSON: field to stamp, for fields whose stamp differs from the row''s';
comment on column sluice.traces.project is 'never changes; what is below a trace is of its project';
comment on column sluice.traces.public_id is 'as sent and answered; null in the default project, where id is';
comment on column sluice.traces.sent_id is 'the id as sent and answered, of an id that is any text and whose UUID is made of it; empty: only ids of its observations are texts; else null';
comment on column sluice.traces.error_count is 'observations of level ERROR';
comment on column sluice.traces.warning_count is 'observations of level WARNING';
comment on column sluice.traces.costed_count is 'counted observations whose cost is known, which may be 0';
comment on column sluice.traces.call_scope is 'the one scope of its observations that have a scope; * where calls and wrappers of more than one may repeat each other';

comment on column sluice.traces.dead_bytes is 'bytes of its packs to which replaced texts referred, at most; null: it has no packs';
comment on column sluice.traces.top_level_count is 'observations without a parent; these are the roots';
comment on column sluice.traces.marked_count is 'observations that are marked as root: the roots of a trace without a top-level one; else its root is the observation that starts first';
comment on column sluice.traces.root_error_count is 'roots of level ERROR';
comment on column sluice.traces.open_root_count is 'roots, other than events, without the end that they await; 1 for a root that only starts first';

-- Finds the oldest traces. Equal keys share an entry, and part never changes: updates stay heap-only.
create index traces_part on sluice.traces (part);
create index traces_project_part on sluice.traces (project, part);
-- Contains part and project, which every read tests, so that counting a window reads the index only.
create index traces_timestamp on sluice.traces ("timestamp", id) include (part, project);
-- Finds what a small project lists without reading past the traces of the default one.
create index traces_project_timestamp on sluice.traces (project, "timestamp", public_id) include (id, part) where project <> 0;
-- Null is the smallest value of every order, so this serves ascending (nulls first) and descending (nulls last) lists.
create index traces_session_id on sluice.traces (session_id nulls first, "timestamp", id) include (part, project);
-- Traces without tags are left out, and at most 256 kB wait unsorted: a part of a long list is compressed and logged again with each trace.
create index traces_tagged on sluice.traces using gin (tags) with (fastupdate = on, gin_pending_list_limit = 256) where tags <> '{}';

create table sluice.trace_io (
  part     integer not null,
  trace_id uuid not null,
  input    text,
  output   text,
  metadata text,
  primary key (part, trace_id)
) partition by range (part);

comment on column sluice.trace_io.input is 'JSON, or a reference to text_packs: =BYTES IDENTITY{AT,BYTES,...}; so are output and metadata';

-- Wide texts are last: a read of the others does not step over them.
create table sluice.observations (
  part                  integer not null,
  trace_id              uuid not null,
  id                    uuid not null,
  counted               boolean not null,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  stamp                 text collate "C" not null,
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
  version               text,
  environment           text,
  prompt_name           text,
  prompt_version        integer,
  service               text,
  sent_id               text,
  sent_parent_id        text,
  has_named_members     boolean,
  is_root               boolean,
  awaits_end            boolean,
  input_tokens          bigint,
  output_tokens         bigint,
  total_tokens          bigint,
  input_cost            numeric(30, 12),
  output_cost           numeric(30, 12),
  total_cost            numeric(30, 12),
  cost_source           text,
  scope                 text,
  counted_in            uuid,
  stamps                text,
  status_message        text,
  usage_details         text,
  cost_details          text,
  model_parameters      text,
  metadata              text,
  input                 text,
  output                text,
  primary key (part, trace_id, id)
) partition by range (part);
-- Finds what explains the outcome of a trace, without its other observations.
create index observations_failed on sluice.observations (part, trace_id, (coalesce(start_time, created_at)), id) where level = 'ERROR';
comment on column sluice.observations.parent_id is 'the nil UUID: said to be top-level; null: nothing said';
comment on column sluice.observations.usage_details is 'JSON: buckets as sent; null: all of the usage was said, without this';
comment on column sluice.observations.cost_source is '"sent", or the price source and its version';
comment on column sluice.observations.counted is 'false: its tokens and cost are those of others and in no sum';
comment on column sluice.observations.scope is 'short hash of the instrumentation scope that brought the usage; null where the usage is native, of the product, or nothing else may have it';
comment on column sluice.observations.counted_in is 'where other observations decide about counted: the one in which the usage counts, an ancestor, or itself';
comment on column sluice.observations.is_root is 'the sender marked it as the root of its part of the trace';
comment on column sluice.observations.awaits_end is 'true: sent without an end, which the sender sends later';
comment on column sluice.observations.has_named_members is 'true: metadata has members that its sender has named, which are indexed; null: none';
comment on column sluice.observations.sent_id is 'the id as sent and answered, of an id that is any text and whose UUID is made of it; else null';
comment on column sluice.observations.sent_parent_id is 'the same of parent_id';
comment on column sluice.observations.service is 'service.name of the resource of the sender';
comment on column sluice.observations.prompt_name is 'the managed prompt that a model call was made of';
comment on column sluice.observations.prompt_version is 'the version of that prompt';

create table sluice.text_packs (
  part     integer not null,
  trace_id uuid not null,
  no       integer not null,
  pieces   bytea not null,
  body     bytea not null,
  primary key (part, trace_id, no)
) partition by range (part);
comment on table sluice.text_packs is 'long text of a trace, each piece once; input, output and metadata of trace_io and observations refer to ranges of it';
comment on column sluice.text_packs.no is 'the address of the first byte of the body is this number times ${PACK_BYTES}';
comment on column sluice.text_packs.pieces is 'for each piece the first 16 bytes of its SHA-256 and two bytes of its length';
comment on column sluice.text_packs.body is 'the pieces, in UTF-8';

-- Stable: a view with a volatile function would be read with all of its columns, also for a count.
create function sluice.fail_missing_text(trace_id uuid) returns text
language plpgsql stable parallel safe set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'text_packs lacks text of the trace %', trace_id using errcode = '${TEXT_IS_MISSING}',
    hint = 'observations and text_packs of one day are detached, restored and removed together';
end $$;

-- Overwrites the pieces of a trace to which no text refers, for which the caller has locked the trace. Addresses stay, so that
-- no reference changes; zeros are compressed. The newest pack stays, because its number must not be used again. At most so many
-- packs are changed; only if none is left, the trace has no more dead bytes. Returns the number of dead bytes that it had then, else 0.
create function sluice.erase_dead_pieces(of_part integer, of_trace uuid, most integer) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  live int8multirange;
  pack record;
  erased_pieces bytea;
  erased_body bytea;
  at integer;
  bytes integer;
  changed integer;
  dead bigint := 0;
begin
  select range_agg(int8range(a[2 * n - 1], a[2 * n - 1] + a[2 * n])) into live
  from (
    select substring(v.value from position('{' in v.value))::bigint[] as a
    from (
      select unnest(array[o.input, o.output, o.metadata]) as value
      from sluice.observations o where o.part = of_part and o.trace_id = of_trace
      union all
      select unnest(array[i.input, i.output, i.metadata])
      from sluice.trace_io i where i.part = of_part and i.trace_id = of_trace
    ) v where left(v.value, 1) = '=' offset 0 -- else the list is parsed again for each of its ranges
  ) l, generate_series(1, cardinality(a) / 2) n;
  live := coalesce(live, '{}');
  delete from sluice.text_packs p
  where p.part = of_part and p.trace_id = of_trace and p.no = any(array(
    select d.no from sluice.text_packs d
    where d.part = of_part and d.trace_id = of_trace
      and not live && int8range(d.no::bigint * ${PACK_BYTES}, d.no::bigint * ${PACK_BYTES} + octet_length(d.body))
      and d.no < (select max(x.no) from sluice.text_packs x where x.part = of_part and x.trace_id = of_trace)
    limit most));
  get diagnostics changed = row_count;
  for pack in
    select p.no, p.pieces, p.body from sluice.text_packs p where p.part = of_part and p.trace_id = of_trace
      and not live @> int8range(p.no::bigint * ${PACK_BYTES}, p.no::bigint * ${PACK_BYTES} + octet_length(p.body))
  loop
    exit when changed >= most;
    erased_pieces := pack.pieces;
    erased_body := pack.body;
    at := 0;
    for n in 0 .. length(pack.pieces) / ${PIECE_ENTRY_BYTES} - 1 loop
      bytes := get_byte(pack.pieces, n * ${PIECE_ENTRY_BYTES} + ${PIECE_HASH_BYTES}) * 256
             + get_byte(pack.pieces, n * ${PIECE_ENTRY_BYTES} + ${PIECE_HASH_BYTES} + 1);
      if not live @> int8range(pack.no::bigint * ${PACK_BYTES} + at, pack.no::bigint * ${PACK_BYTES} + at + bytes) then
        erased_pieces := overlay(erased_pieces placing decode(repeat('00', ${PIECE_HASH_BYTES}), 'hex') from n * ${PIECE_ENTRY_BYTES} + 1);
        erased_body := overlay(erased_body placing decode(repeat('00', bytes), 'hex') from at + 1);
      end if;
      at := at + bytes;
    end loop;
    if erased_body <> pack.body then
      update sluice.text_packs p set pieces = erased_pieces, body = erased_body
      where p.part = of_part and p.trace_id = of_trace and p.no = pack.no;
      changed := changed + 1;
    end if;
  end loop;
  if changed < most then
    select coalesce(t.dead_bytes, 0) into dead from sluice.traces t where t.id = of_trace;
    update sluice.traces set dead_bytes = 0 where id = of_trace;
  end if;
  return dead;
end $$;

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
comment on column sluice.daily_usage.shard is 'divided by eight it is the project';

create table sluice.daily_traces (
  day    date not null,
  shard  smallint not null,
  traces bigint not null,
  primary key (day, shard)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
comment on table sluice.daily_traces is 'traces by the UTC day of their timestamp; its sum is the number of traces';
comment on column sluice.daily_traces.shard is 'divided by eight it is the project';

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
    foreach parent in array array['observations', 'trace_io', 'text_packs', 'trace_usage'] loop
      child := parent || '_' || to_char(date '1970-01-01' + n, 'YYYYMMDD');
      if to_regclass('sluice.' || child) is null then
        execute format('create table sluice.%I (like sluice.%I including defaults including constraints including comments)', child, parent);
        execute format('alter table sluice.%I set (autovacuum_vacuum_insert_scale_factor = 0.1)', child);
        if parent = 'trace_usage' then
          execute format('alter table sluice.%I set (fillfactor = 70)', child); -- room for updates in place
        end if;
        execute format('alter table sluice.%I attach partition sluice.%I for values from (%s) to (%s)', parent, child, n * 24, n * 24 + 24);
      end if;
    end loop;
  end loop;
end $$;
`;
