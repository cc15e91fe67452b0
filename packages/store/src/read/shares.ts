import { Turns } from '@sluice/runtime';
import type { Database } from './database';
import { StoreBusyError } from './store-error';

/**
 * Bounds how many connections one project has at once: whoever asks for more waits, and the connections that are left are those of the
 * others. A pool by itself gives all of them to who asks most.
 */
export class Shares {
  readonly #most: number;
  readonly #maxWaitMs: number;
  readonly #turns = new Map<string, Turns>();

  /**
   * @param most of one project
   * @param maxWaitMs who waits longer is sent away
   */
  constructor(most: number, maxWaitMs: number) {
    this.#most = most;
    this.#maxWaitMs = maxWaitMs;
  }

  /** The same database, with connections of the share of a project. */
  of({ query, snapshot }: Database, project: string): Database {
    return {
      query: (statement) => this.#inTurn(project, () => query(statement)),
      snapshot: (work) => this.#inTurn(project, () => snapshot(work)),
    };
  }

  /** @throws StoreBusyError after too long a wait */
  async #inTurn<T>(project: string, work: () => Promise<T>): Promise<T> {
    const turns = this.#turns.get(project) ?? new Turns({ most: this.#most, maxWaitMs: this.#maxWaitMs });
    this.#turns.set(project, turns);
    const passOn = await turns.take().catch(() => {
      throw new StoreBusyError(new Error('the project has all the connections that it may have'));
    });
    try {
      return await work();
    } finally {
      passOn();
      if (turns.isIdle) this.#turns.delete(project);
    }
  }
}
