/** One project holds at most so many times what stays free: 4/5 of the limit where it is alone, 4/9 where two are greedy. */
const TIMES_FREE = 4;

/**
 * Bytes, connections, … of which all projects hold so many together, with a share for each: the more projects hold much,
 * the less each of them may, and some are free for the next one.
 */
export class SharedLimit {
  readonly #limit: number;
  /** Of each project that holds some. */
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many are held now, by all. */
  get held(): number {
    return this.#total;
  }

  heldBy(project: string): number {
    return this.#held.get(project) ?? 0;
  }

  /**
   * Whether one user of a project, which has some already, may have so many in all. Beside other projects, a user with all
   * that its project holds may have whatever is free; one with all that is held may have anything.
   */
  fits(project: string, { has, wants }: { readonly has: number; readonly wants: number }): boolean {
    const others = this.#total - has;
    if (wants <= has || others === 0) return true;
    const free = this.#limit - others - wants;
    if (free < 0) return false;
    const siblings = this.heldBy(project) - has;
    return siblings === 0 || siblings + wants <= TIMES_FREE * free;
  }

  /** Counts more of a project, or fewer where the number is negative. */
  add(project: string, count: number): void {
    this.#total += count;
    const held = this.heldBy(project) + count;
    if (held === 0) this.#held.delete(project);
    else this.#held.set(project, held);
  }
}
