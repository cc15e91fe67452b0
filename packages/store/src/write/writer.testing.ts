import type { PriceTable } from '@sluice/pricing';
import type { SluiceRecord } from '@sluice/record';
import { HISTORY_START } from '@sluice/testbed/samples';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { writerPoolConfig } from '../session/pool-config';
import type { ModelUsage, RecordStore, TextBytes } from './port';
import { createPostgresStore } from './postgres-store';

const NO_PRICES: PriceTable = { version: 'none', price: () => undefined };

/** Stores records as the next batch of a partition. */
export async function storeNext(store: RecordStore, records: readonly SluiceRecord[], partition = 0): Promise<void> {
  const from = await store.position('t', partition);
  const deliveries = records.map((record, index) => ({ offset: from.nextOffset + index, record }));
  const next = from.nextOffset + records.length;
  await store.store({ topic: 't', partition, next, deliveries, undecodable: [] }, from);
}

/** Resolves when a writer of this database waits for a lock. */
export async function untilWriterWaits(owner: Pool): Promise<void> {
  const waits = `select from pg_stat_activity
    where application_name = 'sluice-writer' and wait_event_type = 'Lock' and datname = current_database()`;
  while ((await owner.query(waits)).rowCount === 0);
}

/** The database of the test file: `owner` may do everything, stores write as a writer does. */
export function openWriter({
  prices = NO_PRICES,
  now = HISTORY_START,
  maxConnections = 1,
  onUsage = () => undefined,
  onTexts = () => undefined,
  isPacked = () => true,
}: {
  readonly prices?: PriceTable;
  readonly now?: number;
  readonly maxConnections?: number;
  readonly onUsage?: (usage: readonly ModelUsage[]) => void;
  readonly onTexts?: (bytes: TextBytes) => void;
  /** Default: all long texts, so that those of tests need not repeat each other. */
  readonly isPacked?: (texts: readonly string[]) => boolean;
} = {}) {
  const databaseUrl = testDatabaseUrl();
  const owner = new Pool({ connectionString: databaseUrl, max: 2 });
  const pool = new Pool(writerPoolConfig({ databaseUrl, maxConnections }));
  const newStore = () => createPostgresStore({ pool, prices, now: () => now, onUsage, onTexts, isPacked });
  return {
    owner,
    newStore,
    /** Stores batches one after the other in one partition. */
    storeAll: async (batches: readonly (readonly SluiceRecord[])[], partition = 0): Promise<void> => {
      const store = newStore();
      for (const records of batches) await storeNext(store, records, partition);
    },
    /** Truncating all partitions takes longer than to delete the few rows. */
    clear: () =>
      owner.query(`delete from sluice.traces; delete from sluice.trace_io; delete from sluice.text_packs; delete from sluice.observations;
        delete from sluice.trace_usage; delete from sluice.daily_usage; delete from sluice.daily_traces;
        delete from sluice.metric_series; delete from sluice.metric_points; delete from sluice.metric_receipts; delete from sluice.scores;
        delete from sluice.ingest_offset; delete from sluice.ingest_dead_letter`),
    untilWaiting: () => untilWriterWaits(owner),
    close: async (): Promise<void> => {
      await pool.end();
      await owner.end();
    },
  };
}

export type TestWriter = ReturnType<typeof openWriter>;
