/** Factor of the free amount that one project may hold: 4/5 of the limit if it is alone, 4/9 for each of two greedy projects. */
const TIMES_FREE = 4;

/**
 * Limit of an amount (bytes, connections, …) that all projects hold together, with a share for each: the more projects hold much, the
 * smaller the share of each, and a part stays free for the next one.
 */
export class SharedLimit {
  readonly #limit: number;
  /** Amount by project; projects without any are missing. */
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Amount that all projects hold now. */
  get held(): number {
    return this.#total;
  }

  heldBy(project: string): number {
    return this.#held.get(project) ?? 0;
  }

  /**
   * Whether one user of a project, which holds `has` already, may hold `wants` in all. Next to other projects, a user that holds all of its
   * project's amount may have everything that is free; a user that holds all of the total may have any amount.
   */
  fits(project: string, { has, wants }: { readonly has: number; readonly wants: number }): boolean {
    const others = this.#total - has;
    if (wants <= has || others === 0) return true;
    const free = this.#limit - others - wants;
    if (free < 0) return false;
    const siblings = this.heldBy(project) - has;
    return siblings === 0 || siblings + wants <= TIMES_FREE * free;
  }

  /** Adds to the amount of a project; a negative count subtracts. */
  add(project: string, count: number): void {
    this.#total += count;
    const held = this.heldBy(project) + count;
    if (held === 0) this.#held.delete(project);
    else this.#held.set(project, held);
  }
}
