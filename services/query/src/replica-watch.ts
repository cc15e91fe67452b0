import { type Metrics, repeat, withDeadline } from '@sluice/runtime';
import type { ReadStore } from '@sluice/store/read';

export interface ReplicaWatchOptions {
  readonly store: Pick<ReadStore, 'replayedAt'>;
  readonly metrics: Metrics;
  /** Milliseconds between two looks. */
  readonly everyMs?: number;
}

const EVERY_MS = 15_000;
/** So long the end of the process may have to wait for it. */
const PATIENCE_MS = 2000;

/**
 * Exports how far the replica is that answers come from. Asked from time to time and not for each exposition, which must not wait for a
 * database that hangs. @returns its end
 */
export function watchReplica({ store, metrics, everyMs = EVERY_MS }: ReplicaWatchOptions): { stop(): Promise<void> } {
  const gauge = metrics.gauge({
    name: 'sluice_query_replayed_timestamp_seconds',
    help: 'When the last transaction was committed that the replica has replayed; absent where reads are not from a replica',
  });
  gauge.remove();
  return repeat(0, async () => {
    try {
      const at = await withDeadline(PATIENCE_MS, store.replayedAt());
      if (at === undefined) gauge.remove();
      else gauge.set(at / 1e6);
    } catch {
      // What was true then is not true for ever, and that the database is away is told elsewhere.
      gauge.remove();
    }
    return everyMs;
  });
}
