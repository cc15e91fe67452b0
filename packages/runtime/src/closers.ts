import type { Logger } from './logger';
import { withDeadline } from './deadline';

/** Closes a resource. `budgetMs` is the time after which the others are closed without it. */
export type Close = (budgetMs: number) => Promise<void> | void;

/**
 * Resources that a process has opened, to be closed in reverse order. A resource is added right after it was made, so that a start that
 * fails half way closes what it had opened.
 */
export class Closers {
  readonly #logger: Logger;
  readonly #open: { readonly name: string; readonly close: Close }[] = [];
  #closing: Promise<boolean> | undefined;

  constructor({ logger }: { readonly logger: Logger }) {
    this.#logger = logger;
  }

  add(name: string, close: Close): void {
    this.#open.push({ name, close });
  }

  /**
   * Closes everything, the latest first, one after the other. A closer may use half of the remaining time, the last one all of it: if one
   * hangs, the others (a database server above all) are still closed. Failures and overruns are logged and stop nothing. Later calls wait
   * for the first.
   * @returns whether all closed in time and without failure
   */
  close(deadlineMs: number): Promise<boolean> {
    this.#closing ??= this.#closeAll(Date.now() + deadlineMs);
    return this.#closing;
  }

  async #closeAll(deadline: number): Promise<boolean> {
    let clean = true;
    for (let resource = this.#open.pop(); resource; resource = this.#open.pop()) {
      const left = Math.max(0, deadline - Date.now());
      const budgetMs = this.#open.length === 0 ? left : left / 2;
      try {
        await withDeadline(budgetMs, Promise.resolve(resource.close(budgetMs)));
        this.#logger.debug('closed', { resource: resource.name });
      } catch (err) {
        clean = false;
        this.#logger.error('a resource did not close', { resource: resource.name, err });
      }
    }
    return clean;
  }
}
