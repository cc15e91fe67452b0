/** Scores of traces, observations, sessions and runs of datasets: one row a score, which may be stored before what it belongs to. */
export const SCORES = /* sql */ `
create table sluice.scores (
  id                  uuid primary key,
  project             integer not null,
  sent_id             text collate "C" not null,
  name                text collate "C" not null,
  data_type           text not null,
  value               double precision,
  string_value        text collate "C",
  trace_id            uuid,
  sent_trace_id       text collate "C",
  public_trace_id     uuid,
  observation_id      uuid,
  sent_observation_id text collate "C",
  session_id          text collate "C",
  dataset_run_id      text collate "C",
  source              text not null,
  comment             text,
  metadata            text,
  environment         text collate "C" not null default 'default',
  config_id           text collate "C",
  queue_id            text collate "C",
  author_user_id      text collate "C",
  "timestamp"         timestamptz not null,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  stamp               text collate "C" not null,
  stamps              text,
  received_on         date not null
);
comment on column sluice.scores.id is 'the key: UUIDv5 of sent_id; in a project other than the default one made of that and the salt of the project';
comment on column sluice.scores.sent_id is 'the id as sent and answered';
comment on column sluice.scores.data_type is 'NUMERIC, CATEGORICAL, BOOLEAN, TEXT or CORRECTION';
comment on column sluice.scores.value is 'BOOLEAN: 0 or 1; CATEGORICAL: 0; null for TEXT and CORRECTION';
comment on column sluice.scores.string_value is 'of CATEGORICAL, TEXT and CORRECTION; True or False of BOOLEAN; null for NUMERIC';
comment on column sluice.scores.trace_id is 'as traces.id, also if there is no such trace yet';
comment on column sluice.scores.sent_trace_id is 'the trace id as sent and answered, of an id that is any text; else null';
comment on column sluice.scores.public_trace_id is 'as traces.public_id';
comment on column sluice.scores.observation_id is 'as observations.id, also if there is no such observation yet';
comment on column sluice.scores.sent_observation_id is 'as observations.sent_id';
comment on column sluice.scores.metadata is 'a JSON object';
comment on column sluice.scores."timestamp" is 'of the first record of the score in the order of stamps';
comment on column sluice.scores.stamps is 'JSON: field to stamp, for fields whose stamp differs from the row''s';
comment on column sluice.scores.received_on is 'the UTC day of its last receipt, from which retention counts';

create index scores_trace on sluice.scores (trace_id) where trace_id is not null;
create index scores_project_timestamp on sluice.scores (project, "timestamp" desc, id);
create index scores_received_on on sluice.scores using brin (received_on);
`;
