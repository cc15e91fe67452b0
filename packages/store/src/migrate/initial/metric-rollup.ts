/**
 * Hourly rollup of metrics: one row a series and hour, and another with its sorted values, derived from points by one process at a time.
 * A statement that changes points of hours that may be rolled up inserts a dirty hour in the same transaction, which the
 * transaction that rolls up the hour deletes (RATIONALE.md, "Reading").
 */
export const METRIC_ROLLUP = /* sql */ `
create table sluice.metric_hours (
  series_id     bigint not null,
  hour          timestamptz not null,
  points        integer not null,
  small         double precision not null,
  large         double precision not null,
  least         double precision not null,
  greatest      double precision not null,
  last          double precision not null,
  last_ts       timestamptz not null,
  last_seq      bigint not null,
  last_received bigint not null default 0,
  primary key (series_id, hour)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
comment on table sluice.metric_hours is 'one row a series and UTC hour in which it has points; true where the hour is not dirty';
comment on column sluice.metric_hours.small is 'the sum of values below 2^960';
comment on column sluice.metric_hours.large is 'the sum of the 2^64th parts of the other values';
comment on column sluice.metric_hours.last_seq is 'with last_ts: of the point whose value is last';
comment on column sluice.metric_hours.last_received is 'with last_ts and last_seq: of the point whose value is last';

create table sluice.metric_values (
  series_id bigint not null,
  hour      timestamptz not null,
  last_ts   timestamptz not null,
  sorted    double precision[] not null,
  primary key (series_id, hour)
) with (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
-- Few elements of it are read, by their position: neither compressed, nor elsewhere while a page has room for it.
alter table sluice.metric_values alter column sorted set storage external;
comment on table sluice.metric_values is 'the values of the same hours, sorted';

create table sluice.metric_rollup_dirty (
  series_id bigint not null,
  hour      timestamptz not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1);
comment on table sluice.metric_rollup_dirty is 'dirty hours: hours of series whose points changed after their rollup; one may have several rows';
-- Finds the dirty hours of a series. Only points of hours that are over make them dirty, so current points pay nothing for it.
create index metric_rollup_dirty_series on sluice.metric_rollup_dirty (series_id, hour);

create table sluice.metric_rollup_state (
  only_row         boolean primary key default true check (only_row),
  closed_before    timestamptz not null default '-infinity',
  closed_by        xid8,
  rolled_up_before timestamptz not null default '-infinity',
  next_series      bigint not null default 0,
  partitions       text[]
);
comment on column sluice.metric_rollup_state.closed_before is 'a change of points of hours before it makes them dirty; only grows';
comment on column sluice.metric_rollup_state.closed_by is 'once all transactions below this number have ended, every running one sees closed_before; null: not taken yet';
comment on column sluice.metric_rollup_state.rolled_up_before is 'hours before it are rolled up: reads may use metric_hours';
comment on column sluice.metric_rollup_state.next_series is 'of the hours from rolled_up_before on, series below it are rolled up';
comment on column sluice.metric_rollup_state.partitions is 'of metric_points, as the last run of the rollup saw them';
insert into sluice.metric_rollup_state default values;

-- Runs for each statement that changes points, with the rights of the owner: a role that writes points needs none on dirty hours. A
-- transaction with an older snapshot may not see closed_before, and makes all hours of its points dirty.
create function sluice.queue_dirty_hours() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into sluice.metric_rollup_dirty (series_id, hour)
  select distinct c.series_id, date_bin('1 hour', c.ts, timestamptz 'epoch') from changed c
  where c.ts < (select f.closed_before from sluice.metric_rollup_state f) or current_setting('transaction_isolation') <> 'read committed';
  return null;
end $$;

-- Runs for a partition that was truncated: its points are not known any more, but their hours are.
create function sluice.queue_dirty_day() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  first_day date := case when tg_table_name ~ '_[0-9]{8}$' then to_date(right(tg_table_name, 8), 'YYYYMMDD') end;
  before date := case when first_day is not null then first_day + 1
                      when tg_table_name = 'metric_points_old' then (select s.first_day from sluice.metric_points_start s) end;
begin
  insert into sluice.metric_rollup_dirty (series_id, hour)
  select h.series_id, h.hour from sluice.metric_hours h
  where (first_day is null or h.hour >= first_day::timestamp at time zone 'UTC')
    and (before is null or h.hour < before::timestamp at time zone 'UTC');
  return null;
end $$;

create function sluice.watch_metric_points(points regclass) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  execute format('create trigger queue_inserted after insert on %s referencing new table as changed
    for each statement execute function sluice.queue_dirty_hours()', points);
  execute format('create trigger queue_updated_from after update on %s referencing old table as changed
    for each statement execute function sluice.queue_dirty_hours()', points);
  execute format('create trigger queue_updated_to after update on %s referencing new table as changed
    for each statement execute function sluice.queue_dirty_hours()', points);
  execute format('create trigger queue_deleted after delete on %s referencing old table as changed
    for each statement execute function sluice.queue_dirty_hours()', points);
  -- TRUNCATE of the table truncates each partition.
  if (select c.relkind from pg_class c where c.oid = points) = 'r' then
    execute format('create trigger queue_truncated after truncate on %s
      for each statement execute function sluice.queue_dirty_day()', points);
  end if;
end $$;

-- Triggers of the table do not run for statements on its partitions, which retention names.
select sluice.watch_metric_points(t.relid) from pg_partition_tree('sluice.metric_points') t;

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
      perform sluice.watch_metric_points(('sluice.' || child)::regclass);
      execute format('alter table sluice.metric_points attach partition sluice.%I for values from (%L) to (%L)', child,
                     (from_day + n)::text || ' 00:00:00+00', (from_day + n + 1)::text || ' 00:00:00+00');
    end if;
  end loop;
end $$;
`;
