import type { Socket } from 'node:net';

/** Returns the delay of the next chunk in milliseconds; called for each chunk. */
export type DelayMs = () => number;

/** Forwards the data of one side of a connection, with a delay but in order. */
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
    // A side that is not read does not notice the end of the other one either.
    to.once('close', () => from.resume());
  }

  /** Stops forwarding for good: data after a lost chunk would be misread. */
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

  /** Ends the other side, after all data that was sent before. */
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
    // A timer runs the first waiting deed, not its own: timers that are due together fire in no promised order.
    this.#waiting.push(deed);
    setTimeout(() => {
      const first = this.#waiting.shift();
      if (!this.#dead) first?.();
    }, this.#lastDue - now);
  }
}
