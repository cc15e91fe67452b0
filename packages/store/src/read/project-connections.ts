import { FairLimiter } from '@sluice/runtime';
import type { Database } from './database';
import { StoreBusyError } from './store-error';

export interface SharesOptions {
  /** Connections of all projects together. */
  readonly most: number;
  /** Of those that the other projects leave, what one may have; at least one. */
  readonly share: number;
  /** A statement that waits longer for a connection is refused, in milliseconds. */
  readonly maxWaitMs: number;
}

/**
 * Bounds how many connections one project has at once, so that some are left for the next one. Those that wait have them by turns of
 * projects: a pool by itself gives all of them to the one that wants most.
 */
export class Shares {
  readonly #turns: FairLimiter;

  constructor({ most, share, maxWaitMs }: SharesOptions) {
    const mostOfOne = (left: number): number => Math.max(1, Math.floor(share * left));
    this.#turns = new FairLimiter({ most, mostOfOne, maxWaitMs });
  }

  /** The same database, with connections of the share of a project. @param signal ends a wait for one */
  of({ query, snapshot }: Database, project: string, signal: AbortSignal): Database {
    return {
      query: (statement) => this.#inTurn(project, signal, () => query(statement)),
      snapshot: (work) => this.#inTurn(project, signal, () => snapshot(work)),
    };
  }

  /** @throws StoreBusyError after too long a wait, or the reason of the signal */
  async #inTurn<T>(project: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const passOn = await this.#turns.take(project, signal).catch(() => {
      signal.throwIfAborted();
      throw new StoreBusyError(new Error('the project has all the connections that it may have'));
    });
    try {
      return await work();
    } finally {
      passOn();
    }
  }
}
