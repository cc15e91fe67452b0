import type { Migration } from './migration';

/**
 * What daily metrics are read from where they are filtered: sums over the traces of a bucket, by value, which the fold makes of a
 * whole bucket when nothing changes in it any more. Reasons and measurements are in docs/reference/reads.md.
 */
export const bucketUsage: Migration = {
  version: 9,
  name: 'bucket-usage',
  oldestProgram: 3,
  transactional: true,
  sql: /* sql */ `
set local role sluice_owner;

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

create table sluice.bucket_seals (
  project integer not null,
  bucket  integer not null,
  primary key (project, bucket)
);
comment on table sluice.bucket_seals is 'buckets whose sums are made; whoever folds one of their traces removes it';

create or replace function sluice.empty_fold() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select f.built from sluice.trace_fold f) then
    raise exception 'empty_fold: what is derived from traces is being read';
  end if;
  truncate sluice.trace_places, sluice.trace_sums, sluice.trace_bits, sluice.bucket_usage, sluice.bucket_seals;
end $$;
reset role;
`,
};
