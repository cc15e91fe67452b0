import { setTimeout as sleep } from 'node:timers/promises';
import type { LockHolder } from '@sluice/store/operate';

const EVERY_MS = 1_000;

/**
 * Records the sessions that block others, at once and each second while work runs. It therefore also finds sessions that block only the
 * work itself.
 * @param look rejects if the database does not answer: the work then has a finding of its own
 * @returns the outcome of the work; for each session the record with the longest wait, undefined if no `look` succeeded
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
