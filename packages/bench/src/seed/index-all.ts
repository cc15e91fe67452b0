import { setTimeout as sleep } from 'node:timers/promises';
import {
  createTraceIndexer,
  createMetricRollup,
  indexerPoolConfig,
  tookTooLong,
  writerPoolConfig,
} from '@sluice/store/write';
import { Pool } from 'pg';

/** Pause while other transactions or another indexer are running. */
const PAUSE_MS = 200;

/** Indexes all traces and makes all metric rollups, as writers do within minutes, so that reads are measured in the usual state. */
export async function indexAll(databaseUrl: string, signal: AbortSignal): Promise<void> {
  await indexTraces(new Pool(indexerPoolConfig(databaseUrl)), signal);
  await rollUpMetrics(new Pool(writerPoolConfig({ databaseUrl, maxConnections: 1 })), signal);
}

/** Passes over a round that exceeded its time: the next one has fewer traces, as for a writer. */
function passOverTimeout(error: unknown): undefined {
  if (!tookTooLong(error)) throw error;
}

async function indexTraces(pool: Pool, signal: AbortSignal): Promise<void> {
  try {
    const indexer = createTraceIndexer({ pool, idleMs: 0 });
    for (;;) {
      const outcome = await indexer.round(signal).catch(passOverTimeout);
      if (outcome === undefined) await sleep(PAUSE_MS, undefined, { signal });
      else if (outcome.isComplete && outcome.indexed + outcome.waiting === 0 && !outcome.rolledUp && !outcome.filtered)
        return;
    }
  } finally {
    await pool.end();
  }
}

async function rollUpMetrics(pool: Pool, signal: AbortSignal): Promise<void> {
  try {
    const indexer = createMetricRollup({ pool });
    for (;;) {
      const left = (await indexer.run(signal))?.left ?? 'waiting';
      if (left === 'nothing') return;
      if (left === 'waiting') await sleep(PAUSE_MS, undefined, { signal });
    }
  } finally {
    await pool.end();
  }
}
