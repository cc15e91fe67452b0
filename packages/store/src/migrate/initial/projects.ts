/** Projects, and below which receipt hour retention hides and removes their traces (RATIONALE.md, "Projects" and "Retention"). */
export const PROJECTS = /* sql */ `
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

-- Makes the projects that do not exist, up to the limit.
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

create table sluice.retention_floor (
  only_row boolean primary key default true check (only_row),
  part     integer not null,
  closed_below integer not null default 0,
  check (closed_below >= part)
);
comment on table sluice.retention_floor is 'one row; both numbers only grow';
comment on column sluice.retention_floor.closed_below is 'rises first: no new trace gets a receipt hour below it';
comment on column sluice.retention_floor.part is 'rises last: no trace is left below it, and partitions below it may be dropped';
insert into sluice.retention_floor (part) values (0);

-- Locks the numbers of these projects until the end of a transaction that makes traces: raising one needs the lock alone. The numbers
-- are read after the lock was granted. No new trace of a project may get a part below first_open; rows of traces below its floor are
-- hidden until the end of the transaction, and after it.
create function sluice.hold_floors(names text[])
returns table (id integer, name text, salt uuid, first_open integer, floor integer)
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('sluice.retention_floor', 0));
  return query
    select p.id, p.name, p.salt, greatest(f.closed_below, p.part), p.part
    from sluice.projects p cross join sluice.retention_floor f where p.name = any(names);
end $$;

create table sluice.orphaned_traces (
  part     integer not null,
  trace_id uuid not null,
  primary key (part, trace_id)
);
comment on table sluice.orphaned_traces is 'hidden traces whose row is a new trace now: retention deletes what is below them';
comment on column sluice.orphaned_traces.part is 'of the hidden trace, below the floor of its project';
comment on column sluice.orphaned_traces.trace_id is 'traces.id, of the hidden trace and of the new one';
`;
