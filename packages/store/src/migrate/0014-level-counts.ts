import type { RepeatableStep } from './migration';

/** Traces of which a transaction counts the levels, so that none is locked for long. */
const FILLED_AT_ONCE = 1000;

/** Attempts to take a lock that everybody would wait behind, a second each. */
const LOCK_ATTEMPTS = 60;

/** SQL: the counts of a group of observations `o`, by the column that has them. */
const COUNTS = Object.entries({
  error_count: "o.level = 'ERROR'",
  warning_count: "o.level = 'WARNING'",
  costed_count: 'o.counted and o.total_cost is not null',
});
const COUNTED = COUNTS.map(([column, condition]) => `count(*) filter (where ${condition}) as ${column}`).join(', ');
const of = (row: string): string => COUNTS.map(([column]) => `${row}.${column}`).join(', ');
const SET = COUNTS.map(([column]) => `${column} = c.${column}`).join(', ');

/**
 * Counts of errors, warnings and known costs in the row of each trace, which the writers move by the difference. The index of levels, whose reads cost
 * what all projects had, is dropped: a program from before reads the rows. Reasons are in RATIONALE.md under "Reading".
 *
 * A writer from before does not count. So the counts of what a session without the setting `sluice.level_counts` writes are made from
 * the observations at the end of its transaction, under the lock of the row that it holds.
 */
export const levelCounts: RepeatableStep = {
  version: 14,
  name: 'level-counts',
  oldestProgram: 3,
  transactional: false,
  sql: [
    // One transaction: no trace is written between the columns and the trigger.
    /* sql */ `
alter table sluice.traces
  ${COUNTS.map(([column]) => `add column if not exists ${column} integer not null default 0`).join(',\n  ')};
comment on column sluice.traces.error_count is 'observations of level ERROR';
comment on column sluice.traces.warning_count is 'observations of level WARNING';
comment on column sluice.traces.costed_count is 'counted observations whose cost is known, which may be 0';

create or replace function sluice.count_levels() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  -- What the statement writes is not counted once more.
  perform set_config('sluice.level_counts', 'kept', true);
  update sluice.traces t set ${SET}
  from (
    select ${COUNTED}
    from sluice.observations o where o.part = new.part and o.trace_id = new.id) c
  where t.id = new.id and (${of('t')}) is distinct from (${of('c')});
  perform set_config('sluice.level_counts', '', true);
  return null;
end $$;
drop trigger if exists count_levels on sluice.traces;
create constraint trigger count_levels after insert or update on sluice.traces deferrable initially deferred
  for each row when (current_setting('sluice.level_counts', true) is distinct from 'kept')
  execute function sluice.count_levels();

create or replace view sluice.trace_view as
select
  coalesce(t.public_id, t.id) as id, t."timestamp", t.name, t.user_id, t.session_id, t.release, t.version,
  coalesce(t.environment, 'default') as environment, coalesce(t.public, false) as public, t.tags,
  case when t.input_from is null
    then (select i.input from sluice.trace_io i where i.part = t.part and i.trace_id = t.id)
    else (select o.input from sluice.observations o where o.part = t.part and o.trace_id = t.id and o.id = t.input_from)
  end as input,
  case when t.output_from is null
    then (select i.output from sluice.trace_io i where i.part = t.part and i.trace_id = t.id)
    else (select o.output from sluice.observations o where o.part = t.part and o.trace_id = t.id and o.id = t.output_from)
  end as output,
  (select i.metadata from sluice.trace_io i where i.part = t.part and i.trace_id = t.id) as metadata,
  t.observation_count, t.min_start as first_start, t.max_end as last_end,
  coalesce(extract(epoch from t.max_end - t.min_start), 0)::double precision as latency_seconds,
  t.input_tokens, t.output_tokens, t.total_tokens, t.total_cost, t.created_at, t.updated_at, t.part,
  p.name as project, t.error_count, t.warning_count
from sluice.traces t join sluice.projects p on p.id = t.project
where t.part >= (select f.part from sluice.retention_floor f) and t.part >= p.part;
comment on column sluice.trace_view.error_count is 'observations of level ERROR';
comment on column sluice.trace_view.warning_count is 'observations of level WARNING';`,
    // Each portion locks its traces before it counts, in the order of all writers: what is counted is committed, and stays.
    /* sql */ `
do $$
declare
  of_part integer;
  keys uuid[];
begin
  perform set_config('sluice.level_counts', 'kept', false);
  for of_part in select distinct t.part from sluice.traces t order by 1 loop
    keys := array['00000000-0000-0000-0000-000000000000'::uuid];
    loop
      select array_agg(k.trace_id order by k.trace_id) into keys from (
        select distinct o.trace_id from sluice.observations o
        where o.part = of_part and o.trace_id > keys[cardinality(keys)]
          and (o.level in ('ERROR', 'WARNING') or o.total_cost is not null)
        order by 1 limit ${FILLED_AT_ONCE}) k;
      exit when keys is null;
      perform from sluice.traces t where t.id = any(keys) order by t.id for update;
      update sluice.traces t set ${SET}
      from (
        select o.trace_id, ${COUNTED}
        from sluice.observations o where o.part = of_part and o.trace_id = any(keys)
        group by 1) c
      where t.id = c.trace_id and t.part = of_part and (${of('t')}) is distinct from (${of('c')});
      commit;
    end loop;
  end loop;
  perform set_config('sluice.level_counts', '', false);
end $$`,
    // It takes a lock on all partitions, which nobody is to wait behind.
    /* sql */ `
do $$
begin
  set local lock_timeout = '200ms';
  for attempt in 1 .. ${LOCK_ATTEMPTS} loop
    begin
      drop index if exists sluice.observations_level;
      return;
    exception when lock_not_available then
      perform pg_sleep(0.8);
    end;
  end loop;
  raise exception 'level-counts: observations are locked by others all the time: end long transactions, and migrate again';
end $$`,
  ],
};
