import { boolean, doublePrecision, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { count, day, sluice, time } from './column-types';

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

export const metricPointsStart = sluice.table('metric_points_start', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  firstDay: day('first_day').notNull(),
});

export const metricReceipts = sluice.table('metric_receipts', {
  recordId: uuid('record_id').primaryKey(),
  receivedAt: time('received_at').notNull(),
});
