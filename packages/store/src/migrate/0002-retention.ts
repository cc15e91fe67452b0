import type { Migration } from './migration';

/**
 * What retention needs beside the parts of traces: when a point was received, when a series last had one, and
 * below which part no new trace may come. Rows that are there already count as received on the day of this migration:
 * they are kept longer than was asked for, never shorter. Reasons are in RATIONALE.md under "Retention".
 */
export const retention: Migration = {
  version: 2,
  name: 'retention',
  oldestProgram: 2,
  transactional: true,
  sql: /* sql */ `
set local role sluice_owner;

-- The oldest traces are found by it. Equal keys share an entry, and part never changes: updates stay heap-only.
create index traces_part on sluice.traces (part);

alter table sluice.retention_floor add column pin_from integer not null default 0;
alter table sluice.retention_floor add check (pin_from >= part);
comment on table sluice.retention_floor is 'one row; both numbers only grow';
comment on column sluice.retention_floor.pin_from is 'raised first: no new trace gets a part below it';
comment on column sluice.retention_floor.part is 'raised last: no trace is left below it, and partitions below it may go';

-- For a transaction that makes traces: what it returns stays true until its end, because raising the number takes this
-- lock alone. The number is read after the lock was given.
create function sluice.hold_pin_from() returns integer
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('sluice.pin_from', 0));
  return (select pin_from from sluice.retention_floor);
end $$;

alter table sluice.metric_points add column received_on date not null default (now() at time zone 'UTC')::date;
comment on column sluice.metric_points.received_on is 'the UTC day of its receipt, from which retention counts';
create index metric_points_received_on on sluice.metric_points using brin (received_on);

alter table sluice.metric_series add column last_received_on date not null default (now() at time zone 'UTC')::date;
alter table sluice.metric_series set (fillfactor = 80);
comment on column sluice.metric_series.last_received_on is 'no point of it was received on a later day';
reset role;
`,
};
