import { type Metrics, repeat, withDeadline } from '@sluice/runtime';
import type { ReadStore } from '@sluice/store/read';

export interface ReplicaWatchOptions {
  readonly store: Pick<ReadStore, 'replayedAt'>;
  readonly metrics: Metrics;
  /** Milliseconds between two checks. */
  readonly everyMs?: number;
}

const EVERY_MS = 15_000;
/** Time that the end of the process may wait for the check. */
const PATIENCE_MS = 2000;

/**
 * Exports the replay time of the replica that serves reads. It is checked at an interval and not at each exposition, which must not wait
 * for a database that hangs.
 * @returns its end
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
      // An old value would become wrong; other metrics report that the database is unreachable.
      gauge.remove();
    }
    return everyMs;
  });
}
