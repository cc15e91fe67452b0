import type { Database } from './database';
import { StoreBusyError } from './store-error';

interface Share {
  held: number;
  /** In the order in which they came. */
  readonly waiting: { readonly begin: () => void }[];
}

/**
 * Bounds how many connections one project has at once: whoever asks for more waits, and the connections that are left are those of the
 * others. A pool by itself gives all of them to who asks most.
 */
export class Shares {
  readonly #most: number;
  readonly #maxWaitMs: number;
  readonly #shares = new Map<string, Share>();

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
    const shared = async <T>(work: () => Promise<T>): Promise<T> => {
      const giveBack = await this.#take(project);
      try {
        return await work();
      } finally {
        giveBack();
      }
    };
    return {
      query: (statement) => shared(() => query(statement)),
      snapshot: (work) => shared(() => snapshot(work)),
    };
  }

  async #take(project: string): Promise<() => void> {
    const share = this.#shares.get(project) ?? { held: 0, waiting: [] };
    this.#shares.set(project, share);
    if (share.held < this.#most) share.held += 1;
    else await this.#wait(share);
    return () => {
      const next = share.waiting.shift();
      if (next !== undefined) next.begin();
      else if ((share.held -= 1) === 0) this.#shares.delete(project);
    };
  }

  /** @throws StoreBusyError after too long a wait */
  #wait({ waiting }: Share): Promise<void> {
    return new Promise((resolve, reject) => {
      const one = {
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1);
        reject(new StoreBusyError(new Error('the project has all the connections that it may have')));
      }, this.#maxWaitMs);
      waiting.push(one);
    });
  }
}
