import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  integer,
  jsonb,
  numeric,
  pgSchema,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { OBSERVATION_FIELDS } from '@sluice/record';
import { fieldColumns } from './field-columns';

/**
 * The tables: columns, their order and the types of rows follow from here. The migrations make the tables and comment on
 * the columns; a test compares the two. Times and money are text here, which keeps microseconds and digits; sums are
 * bigint, because they go beyond 2^53.
 */
export const sluice = pgSchema('sluice');

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' });
const time = <Name extends string>(name: Name) => timestamp(name, { withTimezone: true, mode: 'string' });
const day = <Name extends string>(name: Name) => date(name, { mode: 'string' });
const count = <Name extends string>(name: Name) => bigint(name, { mode: 'bigint' });
const varbit = customType<{ data: string }>({ dataType: () => 'bit varying' });
const letter = customType<{ data: string }>({ dataType: () => '"char"' });
const money = <Name extends string>(name: Name) => numeric(name, { precision: 30, scale: 12 });

/** Sums over observations. */
const usageSums = () => ({
  observations: count('observations').notNull(),
  inputTokens: count('input_tokens').notNull(),
  outputTokens: count('output_tokens').notNull(),
  totalTokens: count('total_tokens').notNull(),
  cost: money('cost').notNull(),
});

export const traces = sluice.table('traces', {
  id: uuid('id').primaryKey(),
  part: integer('part').notNull(),
  shard: smallint('shard').notNull(),
  name: text('name'),
  userId: text('user_id'),
  sessionId: text('session_id'),
  release: text('release'),
  version: text('version'),
  environment: text('environment'),
  public: boolean('public'),
  tags: text('tags').array().notNull().default([]),
  tagStamps: text('tag_stamps').array().notNull().default([]),
  sentTimestamp: time('sent_timestamp'),
  timestamp: time('timestamp').notNull(),
  inputFrom: uuid('input_from'),
  outputFrom: uuid('output_from'),
  hasIo: boolean('has_io').notNull().default(false),
  minStart: time('min_start'),
  maxEnd: time('max_end'),
  observationCount: integer('observation_count').notNull().default(0),
  inputTokens: count('input_tokens').notNull().default(0n),
  outputTokens: count('output_tokens').notNull().default(0n),
  totalTokens: count('total_tokens').notNull().default(0n),
  totalCost: money('total_cost').notNull().default('0'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
  stamp: text('stamp').notNull(),
  stamps: text('stamps'),
  project: integer('project').notNull().default(0),
  publicId: uuid('public_id'),
  errorCount: integer('error_count').notNull().default(0),
  warningCount: integer('warning_count').notNull().default(0),
  costedCount: integer('costed_count').notNull().default(0),
  callScope: text('call_scope'),
});

export const projects = sluice.table('projects', {
  id: integer('id').primaryKey(),
  name: text('name').notNull().unique(),
  salt: uuid('salt').notNull().defaultRandom(),
  part: integer('part').notNull().default(0),
});

export const orphanedTraces = sluice.table(
  'orphaned_traces',
  {
    part: integer('part').notNull(),
    traceId: uuid('trace_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.part, table.traceId] })],
);

export const traceIo = sluice.table(
  'trace_io',
  {
    part: integer('part').notNull(),
    traceId: uuid('trace_id').notNull(),
    input: text('input'),
    output: text('output'),
    metadata: text('metadata'),
  },
  (table) => [primaryKey({ columns: [table.part, table.traceId] })],
);

export const observations = sluice.table(
  'observations',
  {
    part: integer('part').notNull(),
    traceId: uuid('trace_id').notNull(),
    id: uuid('id').notNull(),
    parentId: uuid('parent_id'),
    ...fieldColumns(OBSERVATION_FIELDS),
    metadata: text('metadata'),
    usageDetails: text('usage_details'),
    costDetails: text('cost_details'),
    inputTokens: count('input_tokens'),
    outputTokens: count('output_tokens'),
    totalTokens: count('total_tokens'),
    inputCost: money('input_cost'),
    outputCost: money('output_cost'),
    totalCost: money('total_cost'),
    costSource: text('cost_source'),
    counted: boolean('counted').notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    stamp: text('stamp').notNull(),
    stamps: text('stamps'),
    countedIn: uuid('counted_in'),
  },
  (table) => [primaryKey({ columns: [table.part, table.traceId, table.id] })],
);

export const traceUsage = sluice.table(
  'trace_usage',
  {
    part: integer('part').notNull(),
    traceId: uuid('trace_id').notNull(),
    day: day('day').notNull(),
    model: text('model').notNull(),
    ...usageSums(),
  },
  (table) => [primaryKey({ columns: [table.part, table.traceId, table.day, table.model] })],
);

export const dailyUsage = sluice.table(
  'daily_usage',
  {
    traceDay: day('trace_day').notNull(),
    day: day('day').notNull(),
    model: text('model').notNull(),
    shard: smallint('shard').notNull(),
    traces: count('traces').notNull(),
    ...usageSums(),
  },
  (table) => [primaryKey({ columns: [table.traceDay, table.day, table.model, table.shard] })],
);

export const dailyTraces = sluice.table(
  'daily_traces',
  {
    day: day('day').notNull(),
    shard: smallint('shard').notNull(),
    traces: count('traces').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.shard] })],
);

export const metricSeries = sluice.table('metric_series', {
  id: count('id').primaryKey().generatedAlwaysAsIdentity(),
  hash: uuid('hash').notNull().unique(),
  name: text('name').notNull(),
  labels: jsonb('labels').$type<Record<string, string>>().notNull(),
  lastReceivedOn: day('last_received_on').notNull(),
  project: integer('project').notNull().default(0),
});

export const metricPoints = sluice.table(
  'metric_points',
  {
    seriesId: count('series_id').notNull(),
    ts: time('ts').notNull(),
    value: doublePrecision('value').notNull(),
    seq: count('seq').notNull(),
    receivedOn: day('received_on').notNull(),
    received: count('received').notNull().default(0n),
  },
  (table) => [primaryKey({ columns: [table.seriesId, table.ts, table.seq] })],
);

export const metricHours = sluice.table(
  'metric_hours',
  {
    seriesId: count('series_id').notNull(),
    hour: time('hour').notNull(),
    points: integer('points').notNull(),
    small: doublePrecision('small').notNull(),
    large: doublePrecision('large').notNull(),
    least: doublePrecision('least').notNull(),
    greatest: doublePrecision('greatest').notNull(),
    last: doublePrecision('last').notNull(),
    lastTs: time('last_ts').notNull(),
    lastSeq: count('last_seq').notNull(),
    lastReceived: count('last_received').notNull().default(0n),
  },
  (table) => [primaryKey({ columns: [table.seriesId, table.hour] })],
);

export const metricValues = sluice.table(
  'metric_values',
  {
    seriesId: count('series_id').notNull(),
    hour: time('hour').notNull(),
    lastTs: time('last_ts').notNull(),
    sorted: doublePrecision('sorted').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.seriesId, table.hour] })],
);

export const metricRollupDirty = sluice.table('metric_rollup_dirty', {
  seriesId: count('series_id').notNull(),
  hour: time('hour').notNull(),
});

export const metricRollupState = sluice.table('metric_rollup_state', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  closedBefore: time('closed_before').notNull(),
  closedBy: xid8('closed_by'),
  rolledUpBefore: time('rolled_up_before').notNull(),
  nextSeries: count('next_series').notNull().default(0n),
  partitions: text('partitions').array(),
});

export const metricReceipts = sluice.table('metric_receipts', {
  recordId: uuid('record_id').primaryKey(),
  receivedAt: time('received_at').notNull(),
});

export const ingestOffset = sluice.table(
  'ingest_offset',
  {
    topic: text('topic').notNull(),
    epoch: integer('epoch').notNull(),
    partition: integer('partition').notNull(),
    nextOffset: count('next_offset').notNull(),
    stored: count('stored').notNull().default(0n),
    duplicate: count('duplicate').notNull().default(0n),
    dead: count('dead').notNull().default(0n),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.topic, table.epoch, table.partition] })],
);

export const ingestDeadLetter = sluice.table(
  'ingest_dead_letter',
  {
    topic: text('topic').notNull(),
    epoch: integer('epoch').notNull(),
    partition: integer('partition').notNull(),
    recordOffset: count('record_offset').notNull(),
    item: integer('item').notNull(),
    recordId: uuid('record_id').notNull(),
    sqlstate: text('sqlstate').notNull(),
    message: text('message').notNull(),
    record: bytea('record').notNull(),
    receivedAt: time('received_at').notNull(),
    storedAt: time('stored_at').notNull().defaultNow(),
    replayedAt: time('replayed_at'),
  },
  (table) => [primaryKey({ columns: [table.topic, table.epoch, table.partition, table.recordOffset, table.item] })],
);

export const retentionFloor = sluice.table('retention_floor', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  part: integer('part').notNull(),
  closedBelow: integer('closed_below').notNull().default(0),
});

export const metricPointsStart = sluice.table('metric_points_start', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  firstDay: day('first_day').notNull(),
});

export const traceIndexDirty = sluice.table('trace_index_dirty', {
  project: integer('project').notNull(),
  key: uuid('key').notNull(),
});

export const traceIndexDirtyBacklog = sluice.table('trace_index_dirty_backlog', {
  project: integer('project').notNull(),
  key: uuid('key').notNull(),
  id: count('id').notNull().generatedAlwaysAsIdentity(),
});

export const traceIndexEntries = sluice.table('trace_index_entries', {
  project: integer('project').notNull(),
  indexPosition: integer('index_position').notNull(),
  key: uuid('key').notNull(),
  id: uuid('id').notNull(),
  timestamp: time('timestamp').notNull(),
  name: text('name'),
  userId: text('user_id'),
  sessionId: text('session_id'),
  release: text('release'),
  version: text('version'),
  environment: text('environment').notNull(),
  tags: text('tags').array().notNull(),
});

export const traceIndexSortKeys = sluice.table('trace_index_sort_keys', {
  project: integer('project').notNull(),
  indexPosition: integer('index_position').notNull(),
  id: uuid('id').notNull(),
  latency: count('latency').notNull(),
  cost: money('cost').notNull(),
});

export const traceIndexBitmaps = sluice.table(
  'trace_index_bitmaps',
  {
    project: integer('project').notNull(),
    field: letter('field').notNull(),
    value: text('value').notNull(),
    segment: integer('segment').notNull(),
    n: integer('n').notNull(),
    bitmap: varbit('bitmap').notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.field, table.value, table.segment] })],
);

export const segmentRollups = sluice.table('segment_rollups', {
  project: integer('project').notNull(),
  segment: integer('segment').notNull(),
  field: letter('field').notNull(),
  value: text('value').notNull(),
  traceHour: count('trace_hour').notNull(),
  day: day('day').notNull(),
  model: text('model'),
  traces: count('traces').notNull(),
  ...usageSums(),
});

export const traceRollups = sluice.table('trace_rollups', {
  project: integer('project').notNull(),
  indexPosition: integer('index_position').notNull(),
  day: day('day').notNull(),
  traces: smallint('traces').notNull(),
  ...usageSums(),
  plainObservations: count('plain_observations').notNull(),
  model: text('model'),
});

export const validSegments = sluice.table(
  'valid_segments',
  {
    project: integer('project').notNull(),
    segment: integer('segment').notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.segment] })],
);

export const segmentValidity = sluice.table(
  'segment_validity',
  {
    project: integer('project').notNull(),
    segment: integer('segment').notNull(),
    bitmap: varbit('bitmap').notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.segment] })],
);

export const traceIndexState = sluice.table('trace_index_state', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  isComplete: boolean('is_complete').notNull(),
  mustRebuild: boolean('must_rebuild').notNull().default(false),
  indexedTo: time('indexed_to'),
  indexedId: uuid('indexed_id'),
});
