import type { PartitionStatus } from '@sluice/bus/kafka';

export interface WatchdogOptions {
  /** The partitions that this process has now. */
  readonly partitions: () => readonly PartitionStatus[];
  /** No partition has moved for so long although one could: the process is stuck. Milliseconds. */
  readonly patienceMs: number;
  /** Milliseconds, monotonic. */
  readonly elapsed: () => number;
  /** Hears once what is stuck. */
  readonly stuck: (reason: string) => void;
}

/** How much longer one partition may stand while others move: it may only wait for its turn. */
const PATIENCE_WITH_ONE = 5;

interface Watched {
  readonly position: number | undefined;
  readonly since: number;
}

/**
 * Finds out whether the process has work and does none of it, whatever the reason: only a new start helps then. Left out
 * is who stands on purpose: partitions that are halted or back off, those that have nothing to read, and all of them
 * while brokers are away, because then the lag is unknown.
 */
export function createWatchdog({ partitions, patienceMs, elapsed, stuck }: WatchdogOptions): { look(): void } {
  let positions = new Map<string, number | undefined>();
  let watched = new Map<string, Watched>();
  let lastMove = elapsed();
  let hasTold = false;

  return {
    look() {
      const now = elapsed();
      const current = partitions().map((status) => ({ status, key: `${status.topic}/${status.partition}` }));
      const hasMoved = current.some(({ status: { position }, key }) => {
        const before = positions.get(key);
        return before !== undefined && position !== before;
      });
      positions = new Map(current.map(({ status, key }) => [key, status.position]));
      const couldMove = current.filter(({ status }) => canMove(status));
      watched = new Map(
        couldMove.map(({ status: { position }, key }) => {
          const before = watched.get(key);
          return [key, before?.position === position ? (before ?? { position, since: now }) : { position, since: now }];
        }),
      );
      if (hasMoved || couldMove.length === 0) lastMove = now;
      const one = [...watched].find(([, { since }]) => now - since > patienceMs * PATIENCE_WITH_ONE)?.[0];
      const reason = now - lastMove > patienceMs ? 'all partitions' : one;
      if (reason === undefined || hasTold) return;
      hasTold = true;
      stuck(`nothing has been stored of ${reason} for too long although there are records, for no known reason`);
    },
  };
}

function canMove({ state, lag }: PartitionStatus): boolean {
  return state === 'positioning' || (state === 'running' && lag !== undefined && lag > 0);
}
