/** Answer, and the ETag by which the server decides whether it is unchanged. */
export interface HeldAnswer {
  readonly tag: string;
  readonly body: unknown;
}

/**
 * Answers that were used last, so that an unchanged answer is not sent again. They are in the page's memory, because the browser's cache
 * would keep them on disk after the sign-out.
 */
export class HeldAnswers {
  readonly #answers = new Map<string, HeldAnswer>();
  readonly #most: number;

  /** @param most number of answers */
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
