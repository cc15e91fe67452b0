import type { Migration } from './migration';

/**
 * Marks that wait for the fold, found by their project: those of one project then cost no other one's reads. Only the fold moves marks
 * here, so writers pay for no index. A child of `trace_changes`: whoever reads or removes marks there, an older program too, has both.
 * Reasons and measurements are in docs/reference/reads.md.
 */
export const traceBacklog: Migration = {
  version: 17,
  name: 'trace-backlog',
  oldestProgram: 3,
  transactional: true,
  sql: /* sql */ `
set local role sluice_owner;
create table sluice.trace_backlog (
  id bigint not null generated always as identity
) inherits (sluice.trace_changes)
  with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = -1);
comment on table sluice.trace_backlog is 'marks that are more than one round of the fold: they are moved here, and projects take turns';
comment on column sluice.trace_backlog.id is 'in the order in which they were moved';
create index trace_backlog_project on sluice.trace_backlog (project, id);
reset role;
`,
};
