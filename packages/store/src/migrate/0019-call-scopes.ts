import type { Migration } from './migration';

/**
 * State for model calls that are sent twice (contract: What counts). Rows from before have no scope: each of them counts by itself. A writer of the
 * release before writes none, and keeps what is there. Reasons are in RATIONALE.md under "Writing".
 */
export const callScopes: Migration = {
  version: 19,
  name: 'call-scopes',
  oldestProgram: 3,
  transactional: true,
  sql: /* sql */ `
set local role sluice_owner;
alter table sluice.traces add column call_scope text;
comment on column sluice.traces.call_scope is
  'the one scope of its observations that have a scope; * where calls and wrappers of more than one may repeat each other';
alter table sluice.observations add column scope text, add column counted_in uuid;
comment on column sluice.observations.scope is
  'short hash of the instrumentation scope that brought the usage; null where the usage is native, of the product, or nothing else may have it';
comment on column sluice.observations.counted_in is
  'where other observations decide about counted: the one in which the usage counts, an ancestor, or itself';
comment on column sluice.observations.counted is
  'false: its tokens and cost are those of others and in no sum';
comment on column sluice.observation_view.counted is
  'false: its tokens and cost are those of observations below it, or of the one that sent the same call. Sum tokens and cost where counted';
reset role;
`,
};
