/**
 * Usage by segment of the trace index, for filtered daily metrics: sums by value, and the usage of each trace by its index position. The indexer
 * makes them when nothing changes in a segment any more (docs/reference/reads.md).
 */
export const SEGMENT_ROLLUPS = /* sql */ `
create table sluice.bucket_usage (
  project       integer not null,
  bucket        integer not null,
  field         "char" not null,
  value         text collate "C" not null,
  trace_hour    bigint not null,
  day           date not null,
  model         text collate "C",
  traces        bigint not null,
  observations  bigint not null,
  input_tokens  bigint not null,
  output_tokens bigint not null,
  total_tokens  bigint not null,
  cost          numeric(30, 12) not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
comment on table sluice.bucket_usage is 'trace_usage summed over the traces of a bucket that have a value, if it has bits; right where bucket_seals has the bucket and none of its traces has a mark';
comment on column sluice.bucket_usage.field is 'as in trace_bits, but for h';
comment on column sluice.bucket_usage.trace_hour is 'hours since the epoch, of the timestamp of the traces';
comment on column sluice.bucket_usage.model is 'null: the traces themselves, of the day of their timestamp';
create index bucket_usage_value on sluice.bucket_usage (project, bucket, field, value);

create table sluice.position_usage (
  project             integer not null,
  position            integer not null,
  day                 date not null,
  traces              smallint not null,
  observations        bigint not null,
  input_tokens        bigint not null,
  output_tokens       bigint not null,
  total_tokens        bigint not null,
  plain_observations  bigint not null,
  cost                numeric(30, 12) not null,
  model               text collate "C"
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
comment on table sluice.position_usage is 'trace_usage by the position of the trace: a row for each day and model; right for traces without a mark where bucket_seals has the bucket, or usage_bits its position';
comment on column sluice.position_usage.traces is '1 once a trace, on the day of its timestamp; else 0';
comment on column sluice.position_usage.plain_observations is 'those of the day without a model, where they have neither tokens nor a cost; once a trace and day';
comment on column sluice.position_usage.model is 'empty: observations without a model, where they have tokens or a cost; null: the trace has neither on that day';
create index position_usage_position on sluice.position_usage (project, position);

create table sluice.bucket_seals (
  project integer not null,
  bucket  integer not null,
  primary key (project, bucket)
);
comment on table sluice.bucket_seals is 'buckets of which bucket_usage and position_usage are made; whoever folds one of their traces removes it';

create table sluice.usage_bits (
  project integer not null,
  bucket  integer not null,
  bits    bit varying not null,
  primary key (project, bucket)
) with (fillfactor = 60);
alter table sluice.usage_bits alter column bits set storage main;
comment on table sluice.usage_bits is 'of buckets without a seal: which positions position_usage has; right for traces without a mark';
comment on column sluice.usage_bits.bits is 'as in trace_bits';

-- Removes all that is derived from traces, which no read uses any more.
create function sluice.empty_fold() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select f.built from sluice.trace_fold f) then
    raise exception 'empty_fold: what is derived from traces is being read';
  end if;
  truncate sluice.trace_places, sluice.trace_sums, sluice.trace_bits, sluice.bucket_usage, sluice.bucket_seals, sluice.position_usage,
    sluice.usage_bits;
end $$;
`;
