import { setTimeout as sleep } from 'node:timers/promises';
import type { Micros } from '@sluice/record';
import type { Pool } from 'pg';
import { createRetention } from '../write/retention/retention';

export interface DropOptions {
  /** What was first received before it goes. Microseconds since the epoch. */
  readonly before: Micros;
  /** How long reads under way have to end, before the partitions that they may look at go. */
  readonly pauseMs: number;
  /** Called after each of the runs that it takes, with how many were dropped, by what they are (`RetentionOutcome`). */
  readonly report: (dropped: Readonly<Record<string, number>>) => void;
}

/**
 * Why not all has gone: `busy`: another process drops what has expired; `nothing-newer`: nothing was received since, which a wrong
 * clock would look like, too; `locked`: somebody holds what is to go.
 */
export type Undropped = 'busy' | 'nothing-newer' | 'locked';

/**
 * Drops as retention does, by its own runs: the floor rises first, so that no answer has anything of it any more, then partitions go.
 * Safe to break off and to repeat.
 * @param pool see `retentionPoolConfig`
 * @returns undefined when all has gone
 * @throws Error where days before `before` are not over by the clock of the database
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
