import { type Logger, createOutageLog, repeat } from '@sluice/runtime';
import { type MetricRollup, type MetricRollupOutcome, classifyFailure } from '@sluice/store/write';

/** What the job reports. */
export interface MetricRollupObserver {
  done(outcome: MetricRollupOutcome): void;
  failed(): void;
}

export interface MetricRollupJobOptions {
  readonly rollup: MetricRollup;
  readonly logger: Logger;
  readonly observer: MetricRollupObserver;
  readonly pauses?: MetricRollupPauses;
}

/** Milliseconds between runs, as `repeat` has them. */
export interface MetricRollupPauses {
  readonly first: number;
  readonly usual: number;
  /** While it waits for transactions to end, after a failure, and where another process is at it. */
  readonly waiting: number;
  /** While there is more to do: the writers of the same database have the greater part of the time. */
  readonly short: number;
}

const PAUSES: MetricRollupPauses = { first: 5000, usual: 5000, waiting: 2000, short: 200 };

/** Derives the hours of metrics for as long as the process runs. @returns its end, which gives up a run under way */
export function startMetricRollupJob({ rollup, logger, observer, pauses = PAUSES }: MetricRollupJobOptions): {
  stop(): Promise<void>;
} {
  const outage = createOutageLog({
    logger,
    lost: 'rolling up hours of metrics failed, and is retried; queries read the points meanwhile',
    back: 'rolling up hours of metrics works again',
  });
  const pauseOf = { 'at-once': pauses.short, waiting: pauses.waiting, nothing: pauses.usual };

  /** @returns the pause until the next run */
  async function runOnce(signal: AbortSignal): Promise<number> {
    try {
      const outcome = await rollup.run(signal);
      outage.worked();
      if (outcome === undefined) return pauses.usual;
      observer.done(outcome);
      return pauseOf[outcome.left];
    } catch (error) {
      if (signal.aborted) return 0;
      outage.failed(error, classifyFailure(error) === 'retry' ? 'warn' : 'error');
      observer.failed();
      return pauses.waiting;
    }
  }

  return repeat(pauses.first, runOnce);
}
