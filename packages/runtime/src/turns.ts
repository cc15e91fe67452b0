import { RoundRobin } from './round-robin';

export interface TurnsOptions {
  /** Turns at a time. */
  readonly most: number;
  /** Turns of one owner at a time; absent: all of them. */
  readonly mostOfOne?: number;
  /** A caller that waits longer is refused, in milliseconds. */
  readonly maxWaitMs: number;
}

/** Bounds how many work at a time. Owners take turns; those of one have them in the order of their calls. */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #waiting = new RoundRobin<() => void>();
  /** Of each owner that has turns. */
  readonly #taken = new Map<string, number>();
  #total = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
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
   * @throws Error after too long a wait
   */
  async take(owner = ''): Promise<() => void> {
    if (this.#total < this.#options.most && this.#mayTake(owner)) this.#count(owner, 1);
    else await this.#wait(owner);
    return () => {
      this.#count(owner, -1);
      this.#waiting.shift(this.#mayTake)?.();
    };
  }

  readonly #mayTake = (owner: string): boolean =>
    (this.#taken.get(owner) ?? 0) < (this.#options.mostOfOne ?? this.#options.most);

  #count(owner: string, turns: 1 | -1): void {
    this.#total += turns;
    const taken = (this.#taken.get(owner) ?? 0) + turns;
    if (taken === 0) this.#taken.delete(owner);
    else this.#taken.set(owner, taken);
  }

  #wait(owner: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        this.#count(owner, 1);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.remove(owner, begin);
        reject(new Error('it took too long until it was its turn'));
      }, this.#options.maxWaitMs);
      this.#waiting.add(owner, begin);
    });
  }
}
