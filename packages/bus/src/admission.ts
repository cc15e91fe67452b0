import { BusUnavailableError } from './bus';

export interface OutageOptions {
  /** Interval between trial publishes during an outage, in milliseconds. */
  readonly probeMs: number;
  /** Time after which a trial publish counts as failed. */
  readonly deadlineMs: number;
}

/** State of an outage: concludes from the last publishes whether the next may start. */
export class Outage {
  readonly #options: OutageOptions;
  #failedAt = -Infinity;
  #nextTryAt = -Infinity;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  /** Records a publish that failed for a reason that would fail other publishes too. */
  failed(): void {
    this.#failedAt = performance.now();
  }

  /**
   * Whether a publish failed within `deadlineMs + 2 * probeMs`. Trials continue during an outage, so a longer time without a failure proves
   * nothing.
   */
  get isRecent(): boolean {
    const { probeMs, deadlineMs } = this.#options;
    return performance.now() - this.#failedAt < deadlineMs + 2 * probeMs;
  }

  /** Whether the caller may try a publish; if so, no other caller may for `probeMs`. */
  takeTry(): boolean {
    const now = performance.now();
    if (now < this.#nextTryAt) return false;
    this.#nextTryAt = now + this.#options.probeMs;
    return true;
  }
}

export interface AdmissionDependencies {
  /**
   * Checks for room for records.
   * @throws BusUnavailableError when there is none
   */
  readonly admits: () => void;
  readonly outage: Outage;
  /** Whether the last publish to every partition failed. */
  readonly isDown: () => boolean;
  /** Message of the `BusUnavailableError` while `isDown`. */
  readonly refusal: string;
}

/**
 * Admits one body, for `Publisher.admit`. A body that was admitted as a trial stays admitted at each later check.
 * @throws BusUnavailableError, as the returned function does
 */
export function admission({ admits, outage, isDown, refusal }: AdmissionDependencies): () => void {
  let isTry = false;
  const check = (): void => {
    admits();
    if (isTry || !isDown() || !outage.isRecent) return;
    if (!outage.takeTry()) throw new BusUnavailableError(refusal);
    isTry = true;
  };
  check();
  return check;
}
