import { type Logger, createOutageLog, repeat } from '@sluice/runtime';
import { type MetricRollup, type MetricRollupOutcome, classifyFailure } from '@sluice/store/write';

/** Observer of the job. */
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
  /** Pause while it waits for transactions to end, after a failure, and while another process runs the job. */
  readonly waiting: number;
  /** Pause while there is more to do: the writers of the same database get most of the time. */
  readonly short: number;
}

const PAUSES: MetricRollupPauses = { first: 5000, usual: 5000, waiting: 2000, short: 200 };

/**
 * Derives the hourly rollups of metrics while the process runs.
 * @returns its end, which aborts the current run
 */
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
