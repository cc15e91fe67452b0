import type { PartitionStatus } from '@sluice/bus/kafka';

export interface WatchdogOptions {
  /** Returns the partitions of this process. */
  readonly partitions: () => readonly PartitionStatus[];
  /** Milliseconds without progress of any partition, although one could progress, after which the process is stuck. */
  readonly patienceMs: number;
  /** Milliseconds, monotonic. */
  readonly elapsed: () => number;
  /** Called once with the reason. */
  readonly stuck: (reason: string) => void;
}

/** Factor of the patience for one partition while others progress: it may only wait for its turn. */
const PATIENCE_WITH_ONE = 5;

interface Watched {
  readonly position: number | undefined;
  readonly since: number;
}

/**
 * Detects that the process has work and does none of it, whatever the reason: only a restart helps then. Ignored are partitions that are
 * halted, back off or have nothing to read, and all of them while brokers are unreachable, because then the lag is unknown.
 */
export function createWatchdog({ partitions, patienceMs, elapsed, stuck }: WatchdogOptions): { look(): void } {
  let positions = new Map<string, number | undefined>();
  let watched = new Map<string, Watched>();
  let lastMove = elapsed();
  let hasLogged = false;

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
      if (reason === undefined || hasLogged) return;
      hasLogged = true;
      stuck(`nothing has been stored of ${reason} for too long although there are records, for no known reason`);
    },
  };
}

function canMove({ state, lag }: PartitionStatus): boolean {
  return state === 'positioning' || (state === 'running' && lag !== undefined && lag > 0);
}
