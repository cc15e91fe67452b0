import type { PoolClient } from 'pg';

/**
 * Statements that are sent without waiting for the result of each; the server runs them in this order. For a connection of a pool with
 * `pipeline: true`, within a transaction: after a failed statement the server refuses the later ones.
 */
export class Pipeline {
  /** Client for reads: they are queued behind the statements that were sent before. */
  readonly client: PoolClient;
  readonly #answers: Promise<unknown>[] = [];

  constructor(client: PoolClient) {
    this.client = client;
  }

  /** Sends a statement of which only an error matters. */
  send(text: string, values: readonly unknown[] = []): void {
    this.expect(this.client.query({ text, values: [...values] }));
  }

  /** Adds the result of a statement that was sent by other means. */
  expect(answer: Promise<unknown>): void {
    answer.catch(() => undefined); // `answered` reports it
    this.#answers.push(answer);
  }

  /** Waits until all statements that were sent have succeeded. @throws the first error: those of the others only follow from it */
  async answered(): Promise<void> {
    for (const answer of this.#answers) await answer;
  }
}

/** Runs work whose statements use a pipeline. @throws the first error */
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
