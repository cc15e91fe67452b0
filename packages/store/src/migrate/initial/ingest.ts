/** Committed offsets, which fence the writers, and items that Postgres refused. */
export const INGEST = /* sql */ `
create table sluice.ingest_offset (
  topic       text not null,
  epoch       integer not null,
  "partition" integer not null,
  next_offset bigint not null,
  stored      bigint not null default 0,
  duplicate   bigint not null default 0,
  dead        bigint not null default 0,
  updated_at  timestamptz not null default now(),
  primary key (topic, epoch, "partition")
) with (fillfactor = 50);
comment on table sluice.ingest_offset is 'the fence: advances by compare-and-set in the transaction of the rows; counts in items';

create table sluice.ingest_dead_letter (
  topic         text not null,
  epoch         integer not null,
  "partition"   integer not null,
  record_offset bigint not null,
  item          integer not null,
  record_id     uuid not null,
  sqlstate      text not null,
  message       text not null,
  record        bytea not null,
  received_at   timestamptz not null,
  stored_at     timestamptz not null default now(),
  replayed_at   timestamptz,
  primary key (topic, epoch, "partition", record_offset, item)
);
comment on column sluice.ingest_dead_letter.record is 'sluice.record.v1.Record that holds the one refused item';
`;
