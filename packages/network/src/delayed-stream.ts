import type { Socket } from 'node:net';

/** How much later a chunk is to arrive, asked for each chunk. */
export type DelayMs = () => number;

/** Passes on what one side of a connection sends: late where that is asked for, and never in another order. */
export class DelayedStream {
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #delayMs: DelayMs;
  readonly #waiting: (() => void)[] = [];
  #lastDue = 0;
  #dead = false;

  constructor(from: Socket, to: Socket, delayMs: DelayMs) {
    this.#from = from;
    this.#to = to;
    this.#delayMs = delayMs;
    // A side that is not read does not hear that the other one has ended, either.
    to.once('close', () => from.resume());
  }

  /** Nothing more comes through: what follows a lost chunk would be read as something else. */
  die(): void {
    this.#dead = true;
  }

  pass(chunk: Buffer): void {
    this.#later(() => {
      if (this.#to.write(chunk)) return;
      this.#from.pause();
      this.#to.once('drain', () => this.#from.resume());
    });
  }

  /** Tells the other side, after all that was sent before. */
  end(): void {
    this.#later(() => this.#to.end());
  }

  #later(deed: () => void): void {
    if (this.#dead) return;
    const now = performance.now();
    this.#lastDue = Math.max(now + this.#delayMs(), this.#lastDue);
    if (this.#lastDue <= now && this.#waiting.length === 0) {
      deed();
      return;
    }
    // A timer does the first that waits, not its own: timers that are due together fire in no promised order.
    this.#waiting.push(deed);
    setTimeout(() => {
      const first = this.#waiting.shift();
      if (!this.#dead) first?.();
    }, this.#lastDue - now);
  }
}
