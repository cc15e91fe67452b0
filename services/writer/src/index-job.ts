import { type Logger, createOutageLog, repeat } from '@sluice/runtime';
import { type TraceIndexer, type IndexOutcome, classifyFailure } from '@sluice/store/write';

/** Observer of the job. */
export interface IndexObserver {
  done(outcome: IndexOutcome): void;
  /** Another process runs the job. */
  idle(): void;
  failed(): void;
}

export interface IndexJobOptions {
  readonly indexer: TraceIndexer;
  readonly logger: Logger;
  readonly observer: IndexObserver;
  /** Milliseconds by a monotonic clock. */
  readonly elapsed: () => number;
  readonly pauses?: IndexPauses;
}

/** Milliseconds between rounds, as `repeat` has them. */
export interface IndexPauses {
  readonly usual: number;
  /** Pause after a while without dirty traces. */
  readonly longest: number;
  readonly afterFailure: number;
}

const PAUSES: IndexPauses = { usual: 1000, longest: 4000, afterFailure: 5000 };

/**
 * Updates the trace index: a round each second, the next at once while more traces are dirty. Indexing of older traces, segment rollups and
 * filters of texts use half of the time, so that they leave capacity for others.
 * @returns its end, which aborts a running round
 */
export function startIndexJob({ indexer, logger, observer, elapsed, pauses = PAUSES }: IndexJobOptions): {
  stop(): Promise<void>;
} {
  const outage = createOutageLog({
    logger,
    lost: 'indexing traces failed, and is retried: reads stay right and get slower',
    back: 'indexing traces works again',
  });
  let pause = pauses.usual;
  let wasComplete: boolean | undefined;

  /** @returns the pause until the next round */
  async function roundOnce(signal: AbortSignal): Promise<number> {
    const began = elapsed();
    try {
      const outcome = await indexer.round(signal);
      outage.worked();
      if (outcome === undefined) {
        observer.idle();
        return pauses.longest;
      }
      observer.done(outcome);
      logCompletion(outcome);
      if (!outcome.isComplete || outcome.rolledUp || outcome.filtered) return elapsed() - began;
      if (outcome.waiting > 0) return 0;
      pause = outcome.indexed + outcome.growing > 0 ? pauses.usual : Math.min(2 * pause, pauses.longest);
      return pause;
    } catch (error) {
      if (signal.aborted) return 0;
      outage.failed(error, classifyFailure(error) === 'retry' ? 'warn' : 'error');
      observer.failed();
      return pauses.afterFailure;
    }
  }

  function logCompletion({ isComplete }: IndexOutcome): void {
    if (!isComplete && wasComplete !== false) logger.info('indexing the stored traces: reads are slow until it ends');
    if (isComplete && wasComplete === false) logger.info('all traces are indexed: reads are fast');
    wasComplete = isComplete;
  }

  return repeat(pauses.usual, roundOnce);
}
