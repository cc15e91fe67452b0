import { integer, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { count, day, letter, sluice, usageSums, varbit } from './column-types';

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
