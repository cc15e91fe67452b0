import { type Logger, createOutageLog, repeat } from '@sluice/runtime';
import { type TraceIndexer, type IndexOutcome, classifyFailure } from '@sluice/store/write';

/** What the job reports. */
export interface IndexObserver {
  done(outcome: IndexOutcome): void;
  /** Another process is at it. */
  idle(): void;
  failed(): void;
}

export interface IndexJobOptions {
  readonly indexer: TraceIndexer;
  readonly logger: Logger;
  readonly observer: IndexObserver;
  /** Milliseconds by a clock that does not jump. */
  readonly elapsed: () => number;
  readonly pauses?: IndexPauses;
}

/** Milliseconds between rounds, as `repeat` has them. */
export interface IndexPauses {
  readonly usual: number;
  /** Between looks, once nothing has come for a while. */
  readonly longest: number;
  readonly afterFailure: number;
}

const PAUSES: IndexPauses = { usual: 1000, longest: 4000, afterFailure: 5000 };

/**
 * Keeps what lists and totals are read from: a round each second, the next at once while there is more. Traces that were there before,
 * and sums of buckets, take half of the time, so that they leave room to everybody else. @returns its end, which gives up a round under way
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
      if (!outcome.isComplete || outcome.rolledUp) return elapsed() - began;
      if (outcome.waiting > 0) return 0;
      pause = outcome.indexed > 0 ? pauses.usual : Math.min(2 * pause, pauses.longest);
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
