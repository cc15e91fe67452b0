import { type Clock, type Logger, createOutageLog, repeat } from '@sluice/runtime';
import { type Retention, type RetentionLimits, type RetentionOutcome, classifyFailure } from '@sluice/store/write';

/** Observer of the job. */
export interface RetentionObserver {
  done(outcome: RetentionOutcome): void;
  failed(): void;
}

export interface RetentionJobOptions {
  readonly retention: Retention;
  /** RETENTION_DAYS; undefined: traces and points are kept forever. */
  readonly retentionDays: number | undefined;
  /** Returns the days of projects with a retention of their own, by name; called at each run. */
  readonly retentionDaysOf: () => ReadonlyMap<string, number>;
  /** See `WriterDependencies`. */
  readonly receiptDays: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly observer: RetentionObserver;
  readonly pauses?: RetentionPauses;
}

/** Milliseconds between runs, as `repeat` has them. */
export interface RetentionPauses {
  readonly first: number;
  readonly usual: number;
  /** Pause after a failure, and after a run that has left something for the next one: a reader of it can finish. */
  readonly short: number;
}

const MINUTE_MS = 60_000;
const DAY_MICROS = 86_400_000_000;
/** Difference between the clocks of process and database above which one of them is wrong. */
const MAX_DIFFERENCE_MICROS = 3_600_000_000;
/** Days without an update after which a committed offset belongs to a process that has ended: a running process updates its own. */
const POSITION_DAYS = 30;

const PAUSES: RetentionPauses = { first: MINUTE_MS / 2, usual: 60 * MINUTE_MS, short: MINUTE_MS };

/** Has a code, by which its outage is logged once. */
class ClocksDifferError extends Error {
  override readonly name = 'ClocksDifferError';
  readonly code = 'CLOCKS_DIFFER';
}

/**
 * @returns the earlier of two clocks, so that nothing is dropped too early
 * @throws ClocksDifferError
 */
function earlierOf(ours: number, theirs: number): number {
  if (Math.abs(ours - theirs) <= MAX_DIFFERENCE_MICROS) return Math.min(ours, theirs);
  const time = (micros: number): string => new Date(micros / 1000).toISOString();
  throw new ClocksDifferError(
    `this process has ${time(ours)} and the database ${time(theirs)}: nothing is dropped until the wrong one of the two clocks is set`,
  );
}

/**
 * Drops expired data soon after the start and then every hour.
 * @returns its end, which aborts the current run
 */
export function startRetentionJob({
  retention,
  retentionDays,
  retentionDaysOf,
  receiptDays,
  clock,
  logger,
  observer,
  pauses = PAUSES,
}: RetentionJobOptions): { stop(): Promise<void> } {
  const outage = createOutageLog({
    logger,
    lost: 'deleting expired data failed, and is retried',
    back: 'deleting expired data works again',
  });

  let wasHeldBack = false;

  function limitsAt(databaseTime: number): RetentionLimits {
    const now = earlierOf(clock.now(), databaseTime);
    const before = (days: number): number => now - days * DAY_MICROS;
    return {
      dataBefore: retentionDays === undefined ? undefined : before(retentionDays),
      dataBeforeOf: new Map(Array.from(retentionDaysOf(), ([project, days]) => [project, before(days)])),
      receiptsBefore: now - receiptDays * DAY_MICROS,
      positionsBefore: now - POSITION_DAYS * DAY_MICROS,
    };
  }

  /** @returns the pause until the next run */
  async function runOnce(signal: AbortSignal): Promise<number> {
    try {
      const outcome = await retention.run(limitsAt, signal);
      if (outcome === undefined) return pauses.usual;
      outage.worked();
      observer.done(outcome);
      const { dropped, floor, complete, heldBack } = outcome;
      if (heldBack && !wasHeldBack) {
        logger.warn(
          'all that is stored has expired: it stays until something newer is received, because a clock that is wrong looks the same',
        );
      }
      wasHeldBack = heldBack;
      if (Object.values(dropped).some((count) => count > 0)) {
        const tracesFrom = new Date(floor / 1000).toISOString();
        logger.info('what has expired was dropped', { ...dropped, tracesFrom, complete });
      }
      return complete ? pauses.usual : pauses.short;
    } catch (error) {
      if (signal.aborted) return 0;
      outage.failed(error, classifyFailure(error) === 'retry' ? 'warn' : 'error');
      observer.failed();
      return pauses.short;
    }
  }

  return repeat(pauses.first, runOnce);
}
