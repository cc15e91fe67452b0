import { SharedLimit } from '@sluice/runtime';
import { BusUnavailableError } from './bus';

export interface PendingBudgetOptions {
  /** Bytes that records may take together, unless a single publish is larger. */
  readonly limit: number;
  /** The error of a sender whose records do not fit. */
  readonly refusal: string;
}

/** Bytes kept free for a publish that did not fit: at most this part of the limit, so that no size stops the others. */
const MOST_KEPT = 1 / 8;

/**
 * The bytes of records that wait to be safe, with a share for each project. A publish of any size fits where nothing
 * waits, so that none is locked out.
 */
export class PendingBudget {
  readonly #options: PendingBudgetOptions;
  readonly #bytes: SharedLimit;
  /**
   * Bytes of a publish that did not fit, by project. Until as many fit, the next ones of that project would most likely be
   * refused as well; those of other projects have shares of their own.
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
   * Whether records are worth being made: not while fewer bytes fit than the last publish of the project missed.
   * @throws BusUnavailableError
   */
  admit(project: string): void {
    const missed = this.#missed.get(project);
    this.check(project, missed ?? 1);
    if (missed !== undefined) this.#missed.delete(project);
  }

  /** @throws BusUnavailableError when so many bytes do not fit now */
  check(project: string, bytes: number): void {
    if (!this.#bytes.fits(project, { has: 0, wants: bytes })) throw new BusUnavailableError(this.#options.refusal);
  }

  /** @throws as `check`; nothing is held then */
  take(project: string, bytes: number): void {
    try {
      this.check(project, bytes);
    } catch (error) {
      const missed = Math.max(this.#missed.get(project) ?? 0, Math.min(bytes, this.#options.limit * MOST_KEPT));
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
