import { RoundRobin } from './round-robin';
import { ServedTime } from './served-time';

export interface FairLimiterOptions {
  /** Turns at a time. */
  readonly most: number;
  /** Turns of one owner at a time, or how many of those that the other owners leave; absent: all of them. */
  readonly mostOfOne?: number | ((left: number) => number);
  /** A caller that waits longer is refused, in milliseconds. */
  readonly maxWaitMs: number;
  /** Whether the owner whose turns took the least time of late is the next one; where turns of some take far longer than of others. */
  readonly leastServedFirst?: boolean;
}

/** Bounds how many work at a time. Owners take turns; those of one have them in the order of their calls. */
export class FairLimiter {
  readonly #options: FairLimiterOptions;
  readonly #waiting = new RoundRobin<() => true>();
  /** Of each owner that has turns. */
  readonly #taken = new Map<string, number>();
  readonly #served: ServedTime | undefined;
  #total = 0;

  constructor(options: FairLimiterOptions) {
    this.#options = options;
    if (options.leastServedFirst === true) this.#served = new ServedTime();
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether nobody has a turn. */
  get isIdle(): boolean {
    return this.#total === 0;
  }

  /**
   * Resolves with what ends the turn.
   * @param signal ends the wait
   * @throws Error after too long a wait, or the reason of the signal
   */
  async take(owner = '', signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#mayTake(owner)) this.#count(owner, 1);
    else await this.#wait(owner, signal);
    const begun = performance.now();
    return () => {
      this.#count(owner, -1);
      this.#served?.add(owner, performance.now() - begun);
      // What one owner gives back may let several others have one more.
      while (this.#waiting.shift(this.#mayTake, this.#servedOf)?.() !== undefined);
    };
  }

  readonly #mayTake = (owner: string): boolean => {
    const { most, mostOfOne = most } = this.#options;
    const own = this.#taken.get(owner) ?? 0;
    const limit = typeof mostOfOne === 'number' ? mostOfOne : mostOfOne(most - this.#total + own);
    return this.#total < most && own < limit;
  };

  readonly #servedOf = (owner: string): number => this.#served?.of(owner) ?? 0;

  #count(owner: string, turns: 1 | -1): void {
    this.#total += turns;
    const taken = (this.#taken.get(owner) ?? 0) + turns;
    if (taken === 0) this.#taken.delete(owner);
    else this.#taken.set(owner, taken);
  }

  #wait(owner: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      const begin = (): true => {
        settle();
        this.#count(owner, 1);
        resolve();
        return true;
      };
      const giveUp = (reason: Error): void => {
        settle();
        this.#waiting.remove(owner, begin);
        reject(reason);
      };
      const abort = (): void => giveUp(signal?.reason as Error);
      const timer = setTimeout(
        () => giveUp(new Error('it took too long until it was its turn')),
        this.#options.maxWaitMs,
      );
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiting.add(owner, begin);
    });
  }
}
