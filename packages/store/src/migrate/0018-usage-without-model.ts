import type { Migration } from './migration';

/**
 * Usage by position with the tokens of observations without a model, for the entry `model: null` of a day. Before, only their number and
 * cost were stored. The fold seals all buckets anew; reads use a seal with `by_model` only.
 *
 * A program from before reads the new rows right. What it makes itself lacks these tokens: its seals lack `by_model`, and its
 * `usage_bits` are removed, as are those of programs that do not know them.
 */
export const usageWithoutModel: Migration = {
  version: 18,
  name: 'usage-without-model',
  oldestProgram: 3,
  transactional: true,
  sql: /* sql */ `
set local role sluice_owner;

alter table sluice.bucket_seals add column by_model boolean not null default false;
comment on column sluice.bucket_seals.by_model is 'position_usage has the bucket, with the tokens of observations without a model; false: sealed by an older release';
comment on column sluice.bucket_seals.by_position is 'true; an older release reads and writes it';

alter table sluice.position_usage alter column plain_cost set default 0;
comment on column sluice.position_usage.model is 'empty: observations without a model, where they have tokens or a cost; null: the trace has neither on that day';
comment on column sluice.position_usage.plain_observations is 'those of the day without a model, where they have neither tokens nor a cost; once a trace and day';
comment on column sluice.position_usage.plain_cost is '0; an older release reads and writes it';

comment on table sluice.usage_bits is 'of buckets without a seal: which positions position_usage has, as with by_model of bucket_seals; right for traces without a mark';
create or replace function sluice.forget_usage_bits() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if current_setting('sluice.usage_bits', true) is distinct from 'by_model' then
    delete from sluice.usage_bits;
  end if;
  return null;
end $$;
create trigger forget_usage_bits after insert or update on sluice.usage_bits
  for each statement execute function sluice.forget_usage_bits();
delete from sluice.usage_bits;
reset role;
`,
};
