import type { PoolClient } from 'pg';

/**
 * Statements that are sent one behind the other, without waiting for the answer of each; the server takes them in this order. For a
 * connection of a pool with `pipeline: true`, within a transaction: after one that fails the server refuses those behind it.
 */
export class Pipeline {
  /** What is read through it, and waited for, goes behind what was sent. */
  readonly client: PoolClient;
  readonly #answers: Promise<unknown>[] = [];

  constructor(client: PoolClient) {
    this.client = client;
  }

  /** Sends a statement whose answer is of no interest but for an error. */
  send(text: string, values: readonly unknown[] = []): void {
    this.expect(this.client.query({ text, values: [...values] }));
  }

  /** Takes on the answer of what was sent by other means. */
  expect(answer: Promise<unknown>): void {
    answer.catch(() => undefined); // looked at in `answered`
    this.#answers.push(answer);
  }

  /** Resolves when all that was sent has worked. @throws the first error: that of the others is only that it came before them */
  async answered(): Promise<void> {
    for (const answer of this.#answers) await answer;
  }
}

/** Does work whose statements go through a pipeline. @throws what went wrong first */
export async function pipelined<T>(client: PoolClient, work: (pipeline: Pipeline) => T | Promise<T>): Promise<T> {
  const pipeline = new Pipeline(client);
  try {
    const result = await work(pipeline);
    await pipeline.answered();
    return result;
  } catch (error) {
    await pipeline.answered();
    throw error;
  }
}
