import { LONGEST_STALL_MS, type Span, type StallWatch } from '../../product/stall-watch';
import type { Violation } from './violation';

/** Input, and the project that receives it. */
export interface Sending {
  readonly projectNo: number;
  readonly index: number;
}

/** Maximum number of inputs that are sent alone at the end. */
const MAX_SUSPECTS = 20;
const ATTEMPTS = 2;

/**
 * Finds inputs that block the product's event loop. Many inputs are in flight at a time, on a machine with other work: those in flight
 * during a stall are sent again alone, and a stall that does not recur is not counted.
 */
export class StallSuspects {
  readonly #watch: StallWatch;
  readonly #suspects = new Set<Sending>();
  #underWay: (Span & { readonly sending: Sending })[] = [];
  #longestMs = 0;

  constructor(watch: StallWatch) {
    this.#watch = watch;
  }

  /** Longest stall in milliseconds, whether it recurred or not. */
  get longestMs(): number {
    return this.#longestMs;
  }

  /** Watches for stalls while the inputs are sent. */
  async during(sending: () => Promise<void>): Promise<void> {
    await this.#watch.start();
    await sending();
    const { longestMs, tooLong } = await this.#watch.stop();
    this.#longestMs = Math.max(this.#longestMs, longestMs);
    for (const { from, to } of tooLong) {
      for (const input of this.#underWay) if (input.from < to && input.to > from) this.#suspects.add(input.sending);
    }
    this.#underWay = [];
  }

  /** Records that an input was in flight since `from`, in the time of `performance.now()`. */
  note(sending: Sending, from: number): void {
    this.#underWay.push({ sending, from, to: performance.now() });
  }

  /** @param prepare makes an input again, with ids of its own for each attempt, counted from 1, and returns its sender */
  async convict(prepare: (sending: Sending, attempt: number) => () => Promise<unknown>): Promise<readonly Violation[]> {
    const violations: Violation[] = [];
    for (const sending of [...this.#suspects].slice(0, MAX_SUSPECTS)) {
      const least = await this.#watch.leastStall((attempt) => prepare(sending, attempt), { attempts: ATTEMPTS });
      if (least > LONGEST_STALL_MS)
        violations.push({ ...sending, what: `nothing else was done for ${Math.round(least)} ms` });
    }
    return violations;
  }
}
