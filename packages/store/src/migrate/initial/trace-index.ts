/**
 * The trace index: what lists and totals are read from, derived from traces by one process at a time. A statement that changes a trace
 * inserts its key into the dirty queue in the same transaction, and the transaction that indexes the trace deletes it
 * (docs/reference/reads.md).
 */
export const TRACE_INDEX = /* sql */ `
create table sluice.trace_changes (
  project integer not null,
  key     uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1);
comment on table sluice.trace_changes is 'marks: traces that were added, changed or removed since they were folded; one may have several';

create table sluice.trace_places (
  project     integer not null,
  position    integer not null,
  key         uuid not null,
  id          uuid not null,
  "timestamp" timestamptz not null,
  name        text collate "C",
  user_id     text collate "C",
  session_id  text collate "C",
  release     text collate "C",
  version     text collate "C",
  environment text collate "C" not null,
  tags        text[] collate "C" not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
comment on table sluice.trace_places is 'one row a trace: what its bits in trace_bits are made of';
comment on column sluice.trace_places.position is 'of its project, given when it is first folded; a bucket is 8192 of them';
comment on column sluice.trace_places.key is 'traces.id';
comment on column sluice.trace_places.id is 'as answered';
comment on column sluice.trace_places.name is 'the first 500 characters';
comment on column sluice.trace_places.environment is 'as it reads';
create unique index trace_places_position on sluice.trace_places (project, position);
create unique index trace_places_key on sluice.trace_places (project, key) include (position);
-- In the default project the id is the key.
create index trace_places_id on sluice.trace_places (project, id) include (position) where project <> 0;
create index trace_places_timestamp on sluice.trace_places (project, "timestamp", id) include (position);
create index trace_places_name on sluice.trace_places (project, name nulls first, id) include (position);
create index trace_places_user_id on sluice.trace_places (project, user_id nulls first, id) include (position);
create index trace_places_session_id on sluice.trace_places (project, session_id nulls first, id) include (position);
create index trace_places_release on sluice.trace_places (project, release nulls first, id) include (position);
create index trace_places_version on sluice.trace_places (project, version nulls first, id) include (position);
create index trace_places_environment on sluice.trace_places (project, environment, id) include (position);
-- Whether a project has names of which only the beginning is here.
create index trace_places_long_name on sluice.trace_places (project) where length(name) >= 500;

create table sluice.trace_sums (
  project  integer not null,
  position integer not null,
  id       uuid not null,
  latency  bigint not null,
  cost     numeric(30, 12) not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
comment on table sluice.trace_sums is 'one row a trace, beside its place: what each of its spans may change';
comment on column sluice.trace_sums.latency is 'microseconds';
create unique index trace_sums_position on sluice.trace_sums (project, position);
create index trace_sums_latency on sluice.trace_sums (project, latency, id) include (position);
create index trace_sums_cost on sluice.trace_sums (project, cost, id) include (position);

create table sluice.trace_bits (
  project integer not null,
  field   "char" not null,
  value   text collate "C" not null,
  bucket  integer not null,
  n       integer not null,
  bits    bit varying not null,
  primary key (project, field, value, bucket)
) with (fillfactor = 60);
alter table sluice.trace_bits alter column bits set storage main;
comment on table sluice.trace_bits is 'which traces of a bucket have a value; of a value that has a row at all, each bucket in which it occurs has one';
comment on column sluice.trace_bits.field is 'a: all traces, by the value ''''; n name, u user, s session, r release, v version, e environment, t tag, h hour of the timestamp';
comment on column sluice.trace_bits.n is 'how many bits are 1: never 0';
comment on column sluice.trace_bits.bits is '8192; that of a position is its remainder';
create index trace_bits_bucket on sluice.trace_bits (project, bucket);

create table sluice.trace_fold (
  only_row  boolean primary key default true check (only_row),
  built     boolean not null,
  stale     boolean not null default false,
  folded_to timestamptz,
  folded_id uuid
);
comment on column sluice.trace_fold.built is 'all traces are folded that have no mark: reads may go by it';
comment on column sluice.trace_fold.stale is 'what is derived is to be removed before it is made anew';
comment on column sluice.trace_fold.folded_to is 'with folded_id, until built: traces up to here, by timestamp and id, are folded';

-- For each statement that changes traces. As the owner: who writes traces needs no right on marks.
create function sluice.mark_traces() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into sluice.trace_changes (project, key) select c.project, c.id from changed c;
  return null;
end $$;

create function sluice.mark_all_traces() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update sluice.trace_fold set built = false, stale = true, folded_to = null, folded_id = null;
  return null;
end $$;

create trigger mark_inserted after insert on sluice.traces
  referencing new table as changed for each statement execute function sluice.mark_traces();
create trigger mark_updated after update on sluice.traces
  referencing new table as changed for each statement execute function sluice.mark_traces();
create trigger mark_deleted after delete on sluice.traces
  referencing old table as changed for each statement execute function sluice.mark_traces();
create trigger mark_truncated after truncate on sluice.traces
  for each statement execute function sluice.mark_all_traces();

insert into sluice.trace_fold (built) values (true);

-- A child of trace_changes, so that a statement reads or removes marks of both. Only the indexer moves marks here: writers pay for no index.
create table sluice.trace_backlog (
  id bigint not null generated always as identity
) inherits (sluice.trace_changes)
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1);
comment on table sluice.trace_backlog is 'marks that are more than one round of the fold: they are moved here, and projects take turns';
comment on column sluice.trace_backlog.id is 'in the order in which they were moved';
create index trace_backlog_project on sluice.trace_backlog (project, id);
`;
