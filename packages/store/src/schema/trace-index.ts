import { bigint, boolean, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, count, letter, money, sluice, time, varbit } from './column-types';

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
  outcome: text('outcome').notNull(),
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

export const traceIndexObservations = sluice.table('trace_index_observations', {
  key: uuid('key').primaryKey(),
  project: integer('project').notNull(),
  part: integer('part').notNull(),
  observations: integer('observations').notNull(),
  first: time('first').notNull(),
  last: time('last').notNull(),
  hashes: bigint('hashes', { mode: 'bigint' }).array().notNull(),
});

export const textFilters = sluice.table(
  'text_filters',
  {
    project: integer('project').notNull(),
    filter: integer('filter').notNull(),
    leftOut: integer('left_out').notNull(),
    unfiltered: varbit('unfiltered').notNull(),
    grams: bytea('grams').notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.filter] })],
);

export const traceIndexState = sluice.table('trace_index_state', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  isComplete: boolean('is_complete').notNull(),
  mustRebuild: boolean('must_rebuild').notNull().default(false),
  format: integer('format').notNull().default(0),
  indexedTo: time('indexed_to'),
  indexedId: uuid('indexed_id'),
});
