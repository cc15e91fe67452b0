import { SharedLimit } from '@sluice/runtime';
import { BusUnavailableError } from './bus';

export interface PendingBudgetOptions {
  /** Limit in bytes of all records together; a single larger publish is accepted. */
  readonly limit: number;
  /** Message of the error when records do not fit. */
  readonly refusal: string;
}

/** Part of the limit that is reserved at most for a publish that did not fit, so that no size blocks the other publishes. */
const MAX_RESERVED_PART = 1 / 8;

/**
 * Budget of the bytes of records that are not safe yet, with a share for each project. A publish of any size fits while no other waits, so
 * that none is refused forever.
 */
export class PendingBudget {
  readonly #options: PendingBudgetOptions;
  readonly #bytes: SharedLimit;
  /**
   * Bytes of the last publish that did not fit, by project. Until this number fits, the next publishes of that project would most likely be
   * refused as well; other projects have their own shares.
   */
  readonly #missed = new Map<string, number>();

  constructor(options: PendingBudgetOptions) {
    this.#options = options;
    this.#bytes = new SharedLimit(options.limit);
  }

  /** Bytes that are held now. */
  get held(): number {
    return this.#bytes.held;
  }

  /**
   * Checks whether records may be made: not while fewer bytes fit than the last refused publish of the project needed.
   * @throws BusUnavailableError
   */
  admit(project: string): void {
    const missed = this.#missed.get(project);
    this.check(project, missed ?? 1);
    if (missed !== undefined) this.#missed.delete(project);
  }

  /** @throws BusUnavailableError when `bytes` do not fit now */
  check(project: string, bytes: number): void {
    if (!this.#bytes.fits(project, { has: 0, wants: bytes })) throw new BusUnavailableError(this.#options.refusal);
  }

  /** @throws as `check`; nothing is held then */
  take(project: string, bytes: number): void {
    try {
      this.check(project, bytes);
    } catch (error) {
      const missed = Math.max(this.#missed.get(project) ?? 0, Math.min(bytes, this.#options.limit * MAX_RESERVED_PART));
      this.#missed.set(project, missed);
      throw error;
    }
    this.#bytes.add(project, bytes);
  }

  give(project: string, bytes: number): void {
    this.#bytes.add(project, -bytes);
    if (this.#bytes.heldBy(project) === 0) this.#missed.delete(project);
  }
}
