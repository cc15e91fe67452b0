import { boolean, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { sluice } from './column-types';

export const projects = sluice.table('projects', {
  id: integer('id').primaryKey(),
  name: text('name').notNull().unique(),
  salt: uuid('salt').notNull().defaultRandom(),
  part: integer('part').notNull().default(0),
});

export const retentionFloor = sluice.table('retention_floor', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  part: integer('part').notNull(),
  closedBelow: integer('closed_below').notNull().default(0),
});

export const orphanedTraces = sluice.table(
  'orphaned_traces',
  {
    part: integer('part').notNull(),
    traceId: uuid('trace_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.part, table.traceId] })],
);
