import { BusUnavailableError } from './bus';

export interface OutageOptions {
  /** While it lasts one try is let through, so often. */
  readonly probeMs: number;
  /** How long a try may take until it has failed. */
  readonly deadlineMs: number;
}

/** What is concluded from the last publishes for the next ones, and for how long. */
export class Outage {
  readonly #options: OutageOptions;
  #failedAt = -Infinity;
  #nextTryAt = -Infinity;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  /** A publish has failed for a reason that others would fail for. */
  failed(): void {
    this.#failedAt = performance.now();
  }

  /** Whether a publish failed lately. Tries go on while it lasts, so that where none has failed since nothing is known. */
  get isRecent(): boolean {
    const { probeMs, deadlineMs } = this.#options;
    return performance.now() - this.#failedAt < deadlineMs + 2 * probeMs;
  }

  /** Whether the caller may try; nobody else may for a while then. */
  takeTry(): boolean {
    const now = performance.now();
    if (now < this.#nextTryAt) return false;
    this.#nextTryAt = now + this.#options.probeMs;
    return true;
  }
}

export interface AdmissionDependencies {
  /** Whether there is room for records. @throws BusUnavailableError when there is none */
  readonly admits: () => void;
  readonly outage: Outage;
  /** Whether all that a publish could go to has failed last. */
  readonly isDown: () => boolean;
  /** The error of a sender then. */
  readonly refusal: string;
}

/**
 * Admits one body, for `Publisher.admit`. One that is a try stays one, however often it is asked about.
 * @throws BusUnavailableError, as what is returned does
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
