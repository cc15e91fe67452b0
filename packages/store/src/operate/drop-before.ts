import { setTimeout as sleep } from 'node:timers/promises';
import type { Micros } from '@sluice/record';
import type { Pool } from 'pg';
import { createRetention } from '../write/retention/retention';

export interface DropOptions {
  /** Receipt time before which traces and points are dropped, in microseconds since the epoch. */
  readonly before: Micros;
  /** Milliseconds that running reads have to end, before their partitions are dropped. */
  readonly pauseMs: number;
  /** Callback after each of the runs, with the number of dropped things by name (`RetentionOutcome`). */
  readonly report: (dropped: Readonly<Record<string, number>>) => void;
}

/**
 * Reason why data is left. `busy`: another process runs retention; `nothing-newer`: nothing was received since, which may also mean a wrong
 * clock; `locked`: another session holds a lock on the data.
 */
export type Undropped = 'busy' | 'nothing-newer' | 'locked';

/**
 * Drops data by runs of retention: the floor rises first, so that no answer contains the data any more, then partitions are dropped. Safe
 * to interrupt and to repeat.
 * @param pool see `retentionPoolConfig`
 * @returns undefined when all is dropped
 * @throws Error if days before `before` are not over by the clock of the database
 */
export async function dropBefore(pool: Pool, { before, pauseMs, report }: DropOptions): Promise<Undropped | undefined> {
  const retention = createRetention({ pool, streams: [] });
  const limitsAt = (databaseTime: Micros) => {
    if (before > databaseTime) throw new Error('by the clock of the database these days are not over');
    return { dataBefore: before, receiptsBefore: 0, positionsBefore: 0 };
  };
  for (let hasPaused = false; ;) {
    const outcome = await retention.run(limitsAt, new AbortController().signal);
    if (outcome === undefined) return 'busy';
    report(outcome.dropped);
    if (outcome.heldBack) return 'nothing-newer';
    if (outcome.complete) return undefined;
    const isIdle = Object.values(outcome.dropped).every((count) => count === 0);
    const isFloorRaised = outcome.floor >= before;
    if (isIdle && (hasPaused || !isFloorRaised)) return 'locked';
    hasPaused = isFloorRaised;
    if (hasPaused) await sleep(pauseMs);
  }
}
