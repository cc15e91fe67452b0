/** Columns of both tables before that of the traces, and behind it. */
const COUNTED = `  calls         bigint not null,
  first_start   timestamptz not null,
  last_start    timestamptz not null,
  version       integer,
  field         "char" not null,
  value         text collate "C",`;
const SUMMED = `  errors        numeric not null,
  input_tokens  numeric not null,
  output_tokens numeric not null,
  total_tokens  numeric not null,
  total_cost    numeric not null,
  timed_tokens  numeric not null,
  timed_latency numeric not null,
  latency       bigint[],
  first_token   bigint[]
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);`;

/**
 * Figures of observations by block of the trace index, hour and value, for groups of observations. The indexer makes them when nothing changes
 * in a block any more, and the transaction that indexes one of its traces deletes them (packages/store/TRACE-INDEX.md).
 */
export const OBSERVATION_ROLLUPS = /* sql */ `
create table sluice.observation_rollups (
  project       integer not null,
  block         integer not null,
  hour          bigint not null,
${COUNTED}
  traces        bit varying not null,
${SUMMED}
comment on table sluice.observation_rollups is 'observations of a block of 1024 index positions, by the UTC hour of their start and one value; right where none of its traces is dirty';
comment on column sluice.observation_rollups.hour is 'hours since the epoch';
comment on column sluice.observation_rollups.version is 'of a prompt';
comment on column sluice.observation_rollups.field is 'n name, o tool, t type, m model, p provider, q prompt, l level, s status message without numbers, ids and quoted text, f the same of level ERROR alone, r release of the trace';
comment on column sluice.observation_rollups.value is 'null: the calls of all values beyond the most frequent ones of the block, without other figures';
comment on column sluice.observation_rollups.traces is '1024 bits: the traces that have these observations';
comment on column sluice.observation_rollups.timed_tokens is 'output tokens of observations with a latency';
comment on column sluice.observation_rollups.timed_latency is 'microseconds, of observations with output tokens';
comment on column sluice.observation_rollups.latency is 'histogram of microseconds: above 32 bits the logarithm to the base 1.04, plus 1, below them the number of values; 0 is bucket 0';
comment on column sluice.observation_rollups.first_token is 'time to first token, as latency';
create index observation_rollups_block on sluice.observation_rollups (project, block, field);

create table sluice.observation_totals (
  project       integer not null,
  segment       integer not null,
${COUNTED}
  traces        bigint not null,
${SUMMED}
comment on table sluice.observation_totals is 'observation_rollups summed over the hours and the blocks of a segment, if all of them are in observation_blocks';
comment on column sluice.observation_totals.traces is 'how many traces have these observations';
create index observation_totals_segment on sluice.observation_totals (project, segment, field);

create table sluice.observation_blocks (
  project    integer not null,
  block      integer not null,
  first_hour bigint,
  last_hour  bigint,
  primary key (project, block)
);
comment on table sluice.observation_blocks is 'blocks that have all of their observation_rollups';
comment on column sluice.observation_blocks.first_hour is 'hour of the first start of its observations; null without any';
`;
