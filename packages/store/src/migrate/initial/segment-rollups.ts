/**
 * Usage by segment of the trace index, for filtered daily metrics: sums by value, and the usage of each trace by its index position. The indexer
 * makes them when nothing changes in a segment any more (packages/store/TRACE-INDEX.md).
 */
export const SEGMENT_ROLLUPS = /* sql */ `
create table sluice.segment_rollups (
  project       integer not null,
  segment       integer not null,
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
comment on table sluice.segment_rollups is 'trace_usage summed over the traces of a segment that have a value, if it has bitmaps; right where valid_segments has the segment and none of its traces is dirty';
comment on column sluice.segment_rollups.field is 'as in trace_index_bitmaps, without h and o';
comment on column sluice.segment_rollups.trace_hour is 'hours since the epoch, of the timestamp of the traces';
comment on column sluice.segment_rollups.model is 'null: the traces themselves, of the day of their timestamp';
create index segment_rollups_value on sluice.segment_rollups (project, segment, field, value);

create table sluice.trace_rollups (
  project            integer not null,
  index_position     integer not null,
  day                date not null,
  traces             smallint not null,
  observations       bigint not null,
  input_tokens       bigint not null,
  output_tokens      bigint not null,
  total_tokens       bigint not null,
  plain_observations bigint not null,
  cost               numeric(30, 12) not null,
  model              text collate "C"
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
comment on table sluice.trace_rollups is 'trace_usage by the index position of the trace: a row for each day and model; right for traces that are not dirty where valid_segments has the segment, or segment_validity the position';
comment on column sluice.trace_rollups.traces is '1 once a trace, on the day of its timestamp; else 0';
comment on column sluice.trace_rollups.plain_observations is 'those of the day without a model, where they have neither tokens nor a cost; once a trace and day';
comment on column sluice.trace_rollups.model is 'empty: observations without a model, where they have tokens or a cost; null: the trace has neither on that day';
create index trace_rollups_position on sluice.trace_rollups (project, index_position);

create table sluice.valid_segments (
  project integer not null,
  segment integer not null,
  primary key (project, segment)
);
comment on table sluice.valid_segments is 'segments of which segment_rollups and trace_rollups are made; the transaction that indexes one of their traces deletes the row';

create table sluice.segment_validity (
  project integer not null,
  segment integer not null,
  bitmap  bit varying not null,
  primary key (project, segment)
) with (fillfactor = 60);
alter table sluice.segment_validity alter column bitmap set storage main;
comment on table sluice.segment_validity is 'of segments that are not valid: the positions that have their trace rollup; right for traces that are not dirty';
comment on column sluice.segment_validity.bitmap is 'as in trace_index_bitmaps';

-- Empties the tables of the trace index, which no read uses any more.
create function sluice.empty_trace_index() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select f.is_complete from sluice.trace_index_state f) then
    raise exception 'empty_trace_index: the trace index is complete, and reads use it';
  end if;
  truncate sluice.trace_index_entries, sluice.trace_index_sort_keys, sluice.trace_index_bitmaps, sluice.segment_rollups, sluice.valid_segments, sluice.trace_rollups,
    sluice.segment_validity, sluice.trace_index_observations, sluice.observation_rollups, sluice.observation_blocks,
    sluice.observation_totals, sluice.text_filters;
end $$;
`;
