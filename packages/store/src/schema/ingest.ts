import { integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, count, sluice, time } from './column-types';

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
