import { boolean, integer, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { OBSERVATION_FIELDS } from '@sluice/record';
import { fieldColumns } from './field-columns';
import { bytea, count, day, money, sluice, time, usageSums } from './column-types';

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
  deadBytes: count('dead_bytes'),
  topLevelCount: integer('top_level_count').notNull().default(0),
  markedCount: integer('marked_count').notNull().default(0),
  rootErrorCount: integer('root_error_count').notNull().default(0),
  openRootCount: integer('open_root_count').notNull().default(0),
  sentId: text('sent_id'),
});

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
    hasNamedMembers: boolean('has_named_members'),
  },
  (table) => [primaryKey({ columns: [table.part, table.traceId, table.id] })],
);

export const textPacks = sluice.table(
  'text_packs',
  {
    part: integer('part').notNull(),
    traceId: uuid('trace_id').notNull(),
    no: integer('no').notNull(),
    pieces: bytea('pieces').notNull(),
    body: bytea('body').notNull(),
  },
  (table) => [primaryKey({ columns: [table.part, table.traceId, table.no] })],
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
