import { FairLimiter } from '@sluice/runtime';
import type { Database } from './database';
import { StoreBusyError } from './store-error';

export interface SharesOptions {
  /** Connections of all projects together. */
  readonly most: number;
  /** Share of one project in the connections that other projects leave; at least one connection. */
  readonly share: number;
  /** Milliseconds after which a statement that waits for a connection is refused. */
  readonly maxWaitMs: number;
}

/**
 * Limits how many connections one project has at once, so that some are left for the next one. Waiting projects get connections in turn: a
 * pool by itself gives all of them to the project with the most statements.
 */
export class Shares {
  readonly #turns: FairLimiter;

  constructor({ most, share, maxWaitMs }: SharesOptions) {
    const mostOfOne = (left: number): number => Math.max(1, Math.floor(share * left));
    this.#turns = new FairLimiter({ most, mostOfOne, maxWaitMs });
  }

  /** Returns the same database, with connections of the share of a project. @param signal ends a wait for a connection */
  of({ query, snapshot }: Database, project: string, signal: AbortSignal): Database {
    return {
      query: (statement) => this.#inTurn(project, signal, () => query(statement)),
      snapshot: (work) => this.#inTurn(project, signal, () => snapshot(work)),
    };
  }

  /** Runs work with a connection of the project. @throws StoreBusyError after too long a wait, or the reason of the signal */
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
