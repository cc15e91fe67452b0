/** About 10 ms of decoding. */
const BYTES_OF_A_TURN = 512 * 1024;

/**
 * Spreads the decoding of bodies over turns of the event loop. Bodies that arrive together would be decoded one after the
 * other in a single turn, and probes and all other requests would wait for the last of them.
 */
export class DecodeTurns {
  readonly #waiting: { readonly bytes: number; readonly begin: () => void }[] = [];
  #left = BYTES_OF_A_TURN;
  #isScheduled = false;

  /** Resolves when a body of so many bytes may be decoded, in the order of the calls. A turn takes at least one body. */
  async take(bytes: number): Promise<void> {
    if (!this.#isScheduled) this.#schedule();
    if (this.#waiting.length > 0 || this.#left <= 0) {
      await new Promise<void>((begin) => this.#waiting.push({ bytes, begin }));
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
    let begun = 0;
    for (const { bytes, begin } of this.#waiting) {
      if (this.#left <= 0) break;
      this.#left -= bytes;
      begun += 1;
      begin();
    }
    this.#waiting.splice(0, begun);
    if (begun > 0) this.#schedule();
  }
}
