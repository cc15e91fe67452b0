import { setTimeout as sleep } from 'node:timers/promises';
import { createMetricFold, writerPoolConfig } from '@sluice/store/write';
import { Pool } from 'pg';

/** While other transactions end, or another process is at it. */
const PAUSE_MS = 200;

/** Folds all metric points that can be folded, as writers do within minutes: queries are measured as they are from then on. */
export async function foldMetrics(databaseUrl: string, signal: AbortSignal): Promise<void> {
  const pool = new Pool(writerPoolConfig({ databaseUrl, maxConnections: 1 }));
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
