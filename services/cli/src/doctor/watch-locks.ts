import { setTimeout as sleep } from 'node:timers/promises';
import type { LockHolder } from '@sluice/store/operate';

const EVERY_MS = 1_000;

/**
 * Looks at once, and each second as long as work goes on, which sessions hold others back. What holds back the work itself is found so,
 * though nothing else waits.
 * @param look rejects where the database cannot be asked: the work has that as its own finding
 * @returns the outcome of the work; of each session the look with the longest wait, undefined where no look succeeded
 */
export async function watchLocks<T>(
  look: () => Promise<readonly LockHolder[]>,
  work: () => Promise<T>,
): Promise<{ readonly outcome: T; readonly holders: readonly LockHolder[] | undefined }> {
  const over = new AbortController();
  const found = new Map<number, LockHolder>();
  const looks = { succeeded: 0 };
  const looking = (async () => {
    while (!over.signal.aborted) {
      const holders = await look().catch(() => undefined);
      if (holders !== undefined) looks.succeeded += 1;
      for (const holder of holders ?? []) {
        if (holder.longestSeconds >= (found.get(holder.pid)?.longestSeconds ?? 0)) found.set(holder.pid, holder);
      }
      await sleep(EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  try {
    const outcome = await work();
    over.abort();
    await looking;
    return { outcome, holders: looks.succeeded > 0 ? [...found.values()] : undefined };
  } finally {
    over.abort();
  }
}
