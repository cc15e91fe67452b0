import { bigint, integer, numeric, primaryKey, text } from 'drizzle-orm/pg-core';
import { count, letter, sluice, time, varbit } from './column-types';

const histogram = <Name extends string>(name: Name) => bigint(name, { mode: 'bigint' }).array();

/** Figures of the observations with a value. */
const figures = () => ({
  calls: count('calls').notNull(),
  firstStart: time('first_start').notNull(),
  lastStart: time('last_start').notNull(),
  version: integer('version'),
  field: letter('field').notNull(),
  value: text('value'),
  errors: numeric('errors').notNull(),
  inputTokens: numeric('input_tokens').notNull(),
  outputTokens: numeric('output_tokens').notNull(),
  totalTokens: numeric('total_tokens').notNull(),
  totalCost: numeric('total_cost').notNull(),
  timedTokens: numeric('timed_tokens').notNull(),
  timedLatency: numeric('timed_latency').notNull(),
  latency: histogram('latency'),
  firstToken: histogram('first_token'),
});

export const observationRollups = sluice.table('observation_rollups', {
  project: integer('project').notNull(),
  block: integer('block').notNull(),
  hour: count('hour').notNull(),
  ...figures(),
  traces: varbit('traces').notNull(),
});

export const observationTotals = sluice.table('observation_totals', {
  project: integer('project').notNull(),
  segment: integer('segment').notNull(),
  ...figures(),
  traces: count('traces').notNull(),
});

export const observationBlocks = sluice.table(
  'observation_blocks',
  {
    project: integer('project').notNull(),
    block: integer('block').notNull(),
    firstHour: count('first_hour'),
    lastHour: count('last_hour'),
  },
  (table) => [primaryKey({ columns: [table.project, table.block] })],
);
