import type { Migration } from './migration';

/**
 * Which traces of a bucket without a seal have their usage by position nevertheless: daily metrics read the others by themselves, and
 * of a bucket that grows, or that one late trace has changed, these are few. Reasons and measurements are in docs/reference/reads.md.
 *
 * A fold of an older release does not know of it, and removes seals only. So whoever removes seals removes all of it, unless the session
 * says that it keeps it right.
 */
export const usageBits: Migration = {
  version: 13,
  name: 'usage-bits',
  oldestProgram: 3,
  transactional: true,
  sql: /* sql */ `
set local role sluice_owner;

create table sluice.usage_bits (
  project integer not null,
  bucket  integer not null,
  bits    bit varying not null,
  primary key (project, bucket)
) with (fillfactor = 60);
alter table sluice.usage_bits alter column bits set storage main;
comment on table sluice.usage_bits is 'of buckets without a seal: which positions position_usage has; right for traces without a mark';
comment on column sluice.usage_bits.bits is 'as in trace_bits';

create function sluice.forget_usage_bits() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('sluice.usage_bits', true) is distinct from 'kept' then
    delete from sluice.usage_bits;
  end if;
  return null;
end $$;
create trigger forget_usage_bits after delete on sluice.bucket_seals
  for each statement execute function sluice.forget_usage_bits();

create or replace function sluice.empty_fold() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select f.built from sluice.trace_fold f) then
    raise exception 'empty_fold: what is derived from traces is being read';
  end if;
  truncate sluice.trace_places, sluice.trace_sums, sluice.trace_bits, sluice.bucket_usage, sluice.bucket_seals, sluice.position_usage,
    sluice.usage_bits;
end $$;
reset role;
`,
};
