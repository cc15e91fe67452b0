import type { Migration } from './migration';

/**
 * What daily metrics are read from where they are filtered by several values, or by a rare one: the usage of each trace by its
 * position, which the fold makes beside the sums of its bucket. A seal of an older writer does not stand for it, so the fold makes it
 * for all buckets that there are. Reasons and measurements are in docs/reference/reads.md.
 */
export const positionUsage: Migration = {
  version: 11,
  name: 'position-usage',
  oldestProgram: 3,
  transactional: true,
  sql: /* sql */ `
set local role sluice_owner;

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
  plain_cost          numeric(30, 12) not null,
  model               text collate "C"
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
comment on table sluice.position_usage is 'trace_usage by the position of the trace: a row for each day and model; right for traces without a mark where bucket_seals has the bucket with by_position';
comment on column sluice.position_usage.traces is '1 once a trace, on the day of its timestamp; else 0';
comment on column sluice.position_usage.plain_observations is 'those of the day without a model, with plain_cost once a trace and day';
comment on column sluice.position_usage.model is 'null: the trace has none on that day';
create index position_usage_position on sluice.position_usage (project, position);

alter table sluice.bucket_seals add column by_position boolean not null default false;
comment on column sluice.bucket_seals.by_position is 'position_usage has the bucket too; false: sealed by an older release';

create or replace function sluice.empty_fold() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select f.built from sluice.trace_fold f) then
    raise exception 'empty_fold: what is derived from traces is being read';
  end if;
  truncate sluice.trace_places, sluice.trace_sums, sluice.trace_bits, sluice.bucket_usage, sluice.bucket_seals, sluice.position_usage;
end $$;
reset role;
`,
};
