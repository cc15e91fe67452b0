/** An answer, and the tag by which the server tells whether it holds still. */
export interface HeldAnswer {
  readonly tag: string;
  readonly body: unknown;
}

/**
 * The answers that were used last, so that one that has not changed need not be sent again. They are in the memory of the page: the
 * cache of the browser would keep what was read on its disk, also after the sign-out.
 */
export class HeldAnswers {
  readonly #answers = new Map<string, HeldAnswer>();
  readonly #most: number;

  /** @param most how many are held */
  constructor(most: number) {
    this.#most = most;
  }

  get(question: string): HeldAnswer | undefined {
    const answer = this.#answers.get(question);
    if (answer !== undefined) this.put(question, answer);
    return answer;
  }

  put(question: string, answer: HeldAnswer): void {
    this.#answers.delete(question);
    this.#answers.set(question, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > this.#most && oldest !== undefined) this.#answers.delete(oldest);
  }

  clear(): void {
    this.#answers.clear();
  }
}
