import { unavailable } from '@sluice/http';

/** Bytes that requests in flight may hold together. */
export class ByteBudget {
  readonly #limit: number;
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get held(): number {
    return this.#held;
  }

  /**
   * Runs work that holds so many bytes. A single request may always run, so that a limit below its size cannot lock it out.
   * @throws ApiError 503 at once when the budget is used up: waiting would only move the queue into memory
   */
  async hold<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    if (this.#held > 0 && this.#held + bytes > this.#limit) {
      throw unavailable('too many bytes are in flight: send again, or raise MAX_INFLIGHT_BYTES');
    }
    this.#held += bytes;
    try {
      return await work();
    } finally {
      this.#held -= bytes;
    }
  }
}
