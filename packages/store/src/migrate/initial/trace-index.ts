/**
 * The trace index: what lists and totals are read from, derived from traces by one process at a time. A statement that changes a trace
 * inserts its key into the dirty queue in the same transaction, and the transaction that indexes the trace deletes it
 * (packages/store/TRACE-INDEX.md).
 */
export const TRACE_INDEX = /* sql */ `
create table sluice.trace_index_dirty (
  project integer not null,
  key     uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1);
comment on table sluice.trace_index_dirty is 'dirty queue: keys of traces that were added, changed or deleted after they were indexed; one may have several rows';

create table sluice.trace_index_entries (
  project        integer not null,
  index_position integer not null,
  key            uuid not null,
  id             uuid not null,
  "timestamp"    timestamptz not null,
  name           text collate "C",
  user_id        text collate "C",
  session_id     text collate "C",
  release        text collate "C",
  version        text collate "C",
  environment    text collate "C" not null,
  tags           text[] collate "C" not null,
  outcome        text collate "C" not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
comment on table sluice.trace_index_entries is 'one row a trace: what its bits in trace_index_bitmaps are made of';
comment on column sluice.trace_index_entries.index_position is 'assigned within the project when the trace is first indexed; a segment is 8192 of them';
comment on column sluice.trace_index_entries.key is 'traces.id';
comment on column sluice.trace_index_entries.id is 'as answered';
comment on column sluice.trace_index_entries.name is 'the first 500 characters';
comment on column sluice.trace_index_entries.outcome is 'failed, recovered, warning or ok';
comment on column sluice.trace_index_entries.environment is 'default, where the trace has none';
create unique index trace_index_entries_position on sluice.trace_index_entries (project, index_position);
create unique index trace_index_entries_key on sluice.trace_index_entries (project, key) include (index_position);
-- In the default project the id is the key.
create index trace_index_entries_id on sluice.trace_index_entries (project, id) include (index_position) where project <> 0;
create index trace_index_entries_timestamp on sluice.trace_index_entries (project, "timestamp", id) include (index_position);
create index trace_index_entries_name on sluice.trace_index_entries (project, name nulls first, id) include (index_position);
create index trace_index_entries_user_id on sluice.trace_index_entries (project, user_id nulls first, id) include (index_position);
create index trace_index_entries_session_id on sluice.trace_index_entries (project, session_id nulls first, id) include (index_position);
create index trace_index_entries_release on sluice.trace_index_entries (project, release nulls first, id) include (index_position);
create index trace_index_entries_version on sluice.trace_index_entries (project, version nulls first, id) include (index_position);
create index trace_index_entries_environment on sluice.trace_index_entries (project, environment, id) include (index_position);
-- Finds whether a project has names of which only the beginning is here.
create index trace_index_entries_long_name on sluice.trace_index_entries (project) where length(name) >= 500;

create table sluice.trace_index_sort_keys (
  project        integer not null,
  index_position integer not null,
  id             uuid not null,
  latency        bigint not null,
  cost           numeric(30, 12) not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
comment on table sluice.trace_index_sort_keys is 'one row a trace, beside its index entry: what each span of the trace may change';
comment on column sluice.trace_index_sort_keys.latency is 'microseconds';
create unique index trace_index_sort_keys_position on sluice.trace_index_sort_keys (project, index_position);
create index trace_index_sort_keys_latency on sluice.trace_index_sort_keys (project, latency, id) include (index_position);
create index trace_index_sort_keys_cost on sluice.trace_index_sort_keys (project, cost, id) include (index_position);

create table sluice.trace_index_bitmaps (
  project integer not null,
  field   "char" not null,
  value   text collate "C" not null,
  segment integer not null,
  n       integer not null,
  bitmap  bit varying not null,
  primary key (project, field, value, segment)
) with (fillfactor = 60);
alter table sluice.trace_index_bitmaps alter column bitmap set storage main;
comment on table sluice.trace_index_bitmaps is 'which traces of a segment have a value; a value that has a row at all has one for each segment in which it occurs';
comment on column sluice.trace_index_bitmaps.field is 'a: all traces, by the value ''''; n name, u user, s session, r release, v version, e environment, t tag, h hour of the timestamp, o outcome';
comment on column sluice.trace_index_bitmaps.n is 'how many bits are 1: never 0';
comment on column sluice.trace_index_bitmaps.bitmap is '8192 bits; the bit of an index position is its remainder';
create index trace_index_bitmaps_segment on sluice.trace_index_bitmaps (project, segment);

create table sluice.trace_index_observations (
  key          uuid primary key,
  project      integer not null,
  part         integer not null,
  observations integer not null,
  first        timestamptz not null,
  last         timestamptz not null,
  hashes       bigint[] not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
comment on table sluice.trace_index_observations is 'one row a trace: what it and its observations contain, so that lists of observations, and of traces by what is in them, read few traces';
comment on column sluice.trace_index_observations.first is 'traces.min_start, or the timestamp if it is earlier; no observation starts before it';
comment on column sluice.trace_index_observations.last is 'traces.max_end, or the timestamp if it is later; no observation starts after it';
comment on column sluice.trace_index_observations.hashes is 'upper 32 bits: the four hours of last; lower ones: hashes of column, value and project, or of "any value"';
create index trace_index_observations_last on sluice.trace_index_observations (project, last, key);
-- Finds the traces that were running at a time and ended long after it.
create index trace_index_observations_long on sluice.trace_index_observations (project, last) where last - first >= interval '1 hour';
-- Hashes begin with their time, so that new ones are together; at most 256 kB wait unsorted.
create index trace_index_observations_hashes on sluice.trace_index_observations using gin (hashes) with (fastupdate = on, gin_pending_list_limit = 256);

create table sluice.text_filters (
  project    integer not null,
  filter     integer not null,
  left_out   integer not null,
  unfiltered bit varying not null,
  grams      bytea not null,
  primary key (project, filter)
) with (fillfactor = 80);
-- A search reads single bytes of it.
alter table sluice.text_filters alter column grams set storage external;
comment on table sluice.text_filters is 'by 1024 index positions: which parts of words the texts of their traces have, so that a search reads few of them';
comment on column sluice.text_filters.filter is 'index positions from 1024 times this number on';
comment on column sluice.text_filters.left_out is 'traces that were too large when the filter was made';
comment on column sluice.text_filters.unfiltered is '1024 bits: positions that may have any text: they were left out, or changed since';
comment on column sluice.text_filters.grams is 'two bytes for each five and each eight letters of a word that follow each other: a bit for each 128 index positions';

create table sluice.trace_index_state (
  only_row     boolean primary key default true check (only_row),
  is_complete  boolean not null,
  must_rebuild boolean not null default false,
  format       integer not null default 0,
  indexed_to   timestamptz,
  indexed_id   uuid
);
comment on column sluice.trace_index_state.is_complete is 'all traces are indexed that are not dirty: reads may use the index';
comment on column sluice.trace_index_state.must_rebuild is 'the index is to be emptied before it is built again';
comment on column sluice.trace_index_state.format is 'number of what entries contain: an index of another number than that of the program is rebuilt, and not read before';
comment on column sluice.trace_index_state.indexed_to is 'with indexed_id, until the index is complete: traces up to here, by timestamp and id, are indexed';

-- Runs for each statement that changes traces, with the rights of the owner: a role that writes traces may not insert into the queue.
create function sluice.queue_dirty_traces() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into sluice.trace_index_dirty (project, key) select c.project, c.id from changed c;
  return null;
end $$;

create function sluice.require_index_rebuild() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update sluice.trace_index_state set is_complete = false, must_rebuild = true, indexed_to = null, indexed_id = null;
  return null;
end $$;

create trigger queue_inserted after insert on sluice.traces
  referencing new table as changed for each statement execute function sluice.queue_dirty_traces();
create trigger queue_updated after update on sluice.traces
  referencing new table as changed for each statement execute function sluice.queue_dirty_traces();
create trigger queue_deleted after delete on sluice.traces
  referencing old table as changed for each statement execute function sluice.queue_dirty_traces();
create trigger queue_truncated after truncate on sluice.traces
  for each statement execute function sluice.require_index_rebuild();

insert into sluice.trace_index_state (is_complete, format) values (true, 3);

-- A child of trace_index_dirty, so that one statement reads or deletes keys of both. Only the indexer moves keys here: writers pay for no index.
create table sluice.trace_index_dirty_backlog (
  id bigint not null generated always as identity
) inherits (sluice.trace_index_dirty)
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1);
comment on table sluice.trace_index_dirty_backlog is 'the part of the dirty queue beyond one round, of which each project gets an equal share';
comment on column sluice.trace_index_dirty_backlog.id is 'in the order in which keys were moved here';
create index trace_index_dirty_backlog_project on sluice.trace_index_dirty_backlog (project, id);
`;
