import { boolean, doublePrecision, integer, primaryKey, text } from 'drizzle-orm/pg-core';
import { count, sluice, time, xid8 } from './column-types';

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
