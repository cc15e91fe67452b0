/** Series and points of metrics, partitioned by the day of the point, and which records were stored. */
export const METRICS = /* sql */ `
create table sluice.metric_series (
  id               bigint generated always as identity primary key,
  hash             uuid not null unique,
  name             text collate "C" not null,
  labels           jsonb not null,
  last_received_on date not null default (now() at time zone 'UTC')::date,
  project          integer not null default 0
) with (fillfactor = 80);
comment on column sluice.metric_series.hash is 'of name and labels, and of the salt of a project that is not the default one; makes a series unique';
comment on column sluice.metric_series.last_received_on is 'no point of it was received on a later day';
create index metric_series_project_name on sluice.metric_series (project, name);
create index metric_series_labels on sluice.metric_series using gin (labels jsonb_path_ops);

create sequence sluice.metric_points_seq as bigint;
create table sluice.metric_points (
  series_id   bigint not null,
  ts          timestamptz not null,
  value       double precision not null,
  seq         bigint not null default nextval('sluice.metric_points_seq'),
  received_on date not null default (now() at time zone 'UTC')::date,
  received    bigint not null default 0,
  primary key (series_id, ts, seq)
) partition by range (ts);
comment on column sluice.metric_points.received_on is 'the UTC day of its receipt, from which retention counts';
comment on column sluice.metric_points.received is 'when its record was received, in microseconds since the epoch; 0: not known';

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
create index metric_points_received_on on sluice.metric_points using brin (received_on);

create table sluice.metric_receipts (
  record_id   uuid primary key,
  received_at timestamptz not null
);
create index metric_receipts_received_at on sluice.metric_receipts using brin (received_at);
`;
