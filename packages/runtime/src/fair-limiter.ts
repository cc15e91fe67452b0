import { RoundRobin } from './round-robin';
import { ServedTime } from './served-time';

export interface FairLimiterOptions {
  /** Limit of concurrent slots. */
  readonly most: number;
  /** Limit of concurrent slots of one owner, also as a function of the slots that the other owners leave; absent: no limit. */
  readonly mostOfOne?: number | ((left: number) => number);
  /** Time in milliseconds after which a waiting caller is refused. */
  readonly maxWaitMs: number;
  /**
   * Whether the next slot is for the owner that used the least time recently; useful if the work of some owners takes far longer than that
   * of others.
   */
  readonly leastServedFirst?: boolean;
}

/** Limiter of concurrency that is fair to owners: owners alternate, and calls of one owner are served in their order. */
export class FairLimiter {
  readonly #options: FairLimiterOptions;
  readonly #waiting = new RoundRobin<() => true>();
  /** Number of slots by owner; owners without slots are missing. */
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

  /** Whether no slot is in use. */
  get isIdle(): boolean {
    return this.#total === 0;
  }

  /**
   * Waits for a slot; resolves with the function that releases it.
   * @param signal ends the wait
   * @throws Error when the wait exceeds `maxWaitMs`, or the reason of the signal
   */
  async take(owner = '', signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#mayTake(owner)) this.#count(owner, 1);
    else await this.#wait(owner, signal);
    const begun = performance.now();
    return () => {
      this.#count(owner, -1);
      this.#served?.add(owner, performance.now() - begun);
      // A slot that one owner releases may raise the limit of several others.
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
