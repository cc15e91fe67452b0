import { RoundRobin } from '@sluice/runtime';

/** Bytes of about 10 ms of decoding. */
const BYTES_OF_A_TURN = 512 * 1024;

/**
 * Limiter that spreads the decoding of bodies over turns of the event loop. Bodies that arrive together would otherwise be decoded one
 * after the other in a single turn, and probes and all other requests would wait for the last of them.
 */
export class DecodeLimiter {
  readonly #waiting = new RoundRobin<{ readonly bytes: number; readonly begin: () => void }>();
  #left = BYTES_OF_A_TURN;
  #isScheduled = false;

  /**
   * Waits until a body of `bytes` may be decoded. Projects alternate; bodies of one project keep the order of the calls. A turn of the
   * event loop decodes at least one body.
   */
  async take(bytes: number, project = ''): Promise<void> {
    if (!this.#isScheduled) this.#schedule();
    if (this.#waiting.size > 0 || this.#left <= 0) {
      await new Promise<void>((begin) => this.#waiting.add(project, { bytes, begin }));
      return;
    }
    this.#left -= bytes;
  }

  #schedule(): void {
    this.#isScheduled = true;
    setImmediate(() => this.#nextTurn());
  }

  #nextTurn(): void {
    this.#isScheduled = false;
    this.#left = BYTES_OF_A_TURN;
    const isNeeded = this.#waiting.size > 0;
    while (this.#left > 0) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      this.#left -= next.bytes;
      next.begin();
    }
    if (isNeeded) this.#schedule();
  }
}
