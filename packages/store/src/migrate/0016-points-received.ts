import type { Migration } from './migration';

/**
 * When a point was received: of points of a series with one time the one received last is the last (contract: Metric points and
 * series). The sequence number is that of storing, and partitions of a log are stored in any order. Points from before, and
 * those of older writers, have 0: among themselves the sequence number decides, as it did. So do hours that an older fold has
 * made; it matters between series only.
 */
export const pointsReceived: Migration = {
  version: 16,
  name: 'points-received',
  oldestProgram: 3,
  transactional: true,
  sql: /* sql */ `
set local role sluice_owner;
alter table sluice.metric_points add column received bigint not null default 0;
comment on column sluice.metric_points.received is 'when its record was received, in microseconds since the epoch; 0: not known';
alter table sluice.metric_hours add column last_received bigint not null default 0;
comment on column sluice.metric_hours.last_received is 'with last_ts and last_seq: of the point whose value is last';
reset role;
`,
};
