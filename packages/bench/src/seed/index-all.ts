import { setTimeout as sleep } from 'node:timers/promises';
import { createFold, createMetricFold, foldPoolConfig, writerPoolConfig } from '@sluice/store/write';
import { Pool } from 'pg';

/** While other transactions end, or another process is at it. */
const PAUSE_MS = 200;

/** Folds all traces and metric points that can be folded, as writers do within minutes: reads are measured as they are from then on. */
export async function foldAll(databaseUrl: string, signal: AbortSignal): Promise<void> {
  await foldTraces(new Pool(foldPoolConfig(databaseUrl)), signal);
  await foldMetrics(new Pool(writerPoolConfig({ databaseUrl, maxConnections: 1 })), signal);
}

async function foldTraces(pool: Pool, signal: AbortSignal): Promise<void> {
  try {
    const fold = createFold({ pool, quietMs: 0 });
    for (;;) {
      const outcome = await fold.round(signal);
      if (outcome === undefined) await sleep(PAUSE_MS, undefined, { signal });
      else if (outcome.built && outcome.folded + outcome.waiting === 0 && !outcome.sealed) return;
    }
  } finally {
    await pool.end();
  }
}

async function foldMetrics(pool: Pool, signal: AbortSignal): Promise<void> {
  try {
    const fold = createMetricFold({ pool });
    for (;;) {
      const left = (await fold.run(signal))?.left ?? 'waiting';
      if (left === 'nothing') return;
      if (left === 'waiting') await sleep(PAUSE_MS, undefined, { signal });
    }
  } finally {
    await pool.end();
  }
}
