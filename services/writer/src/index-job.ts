import { type Logger, createOutageLog, repeat } from '@sluice/runtime';
import { type Fold, type FoldOutcome, classifyFailure } from '@sluice/store/write';

/** What the job reports. */
export interface FoldObserver {
  done(outcome: FoldOutcome): void;
  /** Another process is at it. */
  idle(): void;
  failed(): void;
}

export interface FoldJobOptions {
  readonly fold: Fold;
  readonly logger: Logger;
  readonly observer: FoldObserver;
  /** Milliseconds by a clock that does not jump. */
  readonly elapsed: () => number;
  readonly pauses?: FoldPauses;
}

/** Milliseconds between rounds, as `repeat` has them. */
export interface FoldPauses {
  readonly usual: number;
  /** Between looks, once nothing has come for a while. */
  readonly longest: number;
  readonly afterFailure: number;
}

const PAUSES: FoldPauses = { usual: 1000, longest: 4000, afterFailure: 5000 };

/**
 * Keeps what lists and totals are read from: a round each second, the next at once while there is more. Traces that were there before,
 * and sums of buckets, take half of the time, so that they leave room to everybody else. @returns its end, which gives up a round under way
 */
export function startFoldJob({ fold, logger, observer, elapsed, pauses = PAUSES }: FoldJobOptions): {
  stop(): Promise<void>;
} {
  const outage = createOutageLog({
    logger,
    lost: 'folding traces for fast reads failed and is tried again: reads stay right and get slower',
    back: 'folding traces for fast reads works again',
  });
  let pause = pauses.usual;
  let wasBuilt: boolean | undefined;

  /** @returns the pause until the next round */
  async function roundOnce(signal: AbortSignal): Promise<number> {
    const began = elapsed();
    try {
      const outcome = await fold.round(signal);
      outage.worked();
      if (outcome === undefined) {
        observer.idle();
        return pauses.longest;
      }
      observer.done(outcome);
      tell(outcome);
      if (!outcome.built || outcome.sealed) return elapsed() - began;
      if (outcome.waiting > 0) return 0;
      pause = outcome.folded > 0 ? pauses.usual : Math.min(2 * pause, pauses.longest);
      return pause;
    } catch (error) {
      if (signal.aborted) return 0;
      outage.failed(error, classifyFailure(error) === 'retry' ? 'warn' : 'error');
      observer.failed();
      return pauses.afterFailure;
    }
  }

  function tell({ built }: FoldOutcome): void {
    if (!built && wasBuilt !== false) logger.info('folding the traces that are there, for fast reads');
    if (built && wasBuilt === false) logger.info('all traces are folded: reads are fast from now on');
    wasBuilt = built;
  }

  return repeat(pauses.usual, roundOnce);
}
