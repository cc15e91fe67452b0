import type { Database, Transaction } from './database';
import type { Actor, Scheduler } from './scheduler';

export interface RetentionRunOptions {
  readonly database: Database;
  readonly scheduler: Scheduler;
  /**
   * True: as by `RETENTION_DAYS`, which deletes traces that are shown. False: as for one project, whose traces are hidden, and deleted by
   * the next run.
   */
  readonly ofAll: boolean;
  /** Age in hours from which traces expire; 0: none expires, and hidden traces are deleted. */
  readonly hours: number;
}

/** Run of retention next to the writers, with the locks of the real one. It may be killed between any two statements. */
export class RetentionRun {
  isOver = false;
  readonly #options: RetentionRunOptions;
  readonly #actor: Actor = { name: 'retention', state: 'alive' };
  #transaction: Transaction | undefined;

  constructor(options: RetentionRunOptions) {
    this.#options = options;
    void this.#run();
  }

  kill(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#options.scheduler.kill(this.#actor);
    if (this.#transaction !== undefined) this.#options.database.abort(this.#transaction, new Error('killed'));
  }

  async #run(): Promise<void> {
    const { database, scheduler, ofAll, hours } = this.#options;
    await this.#remove(database.floor);
    if (hours > 0) {
      await scheduler.step(this.#actor, 'raise a floor', () => database.areFloorsFree);
      database.hour += 1;
      const below = database.hour - hours + 1;
      if (!ofAll) database.hide(below);
      else {
        database.firstOpen = Math.max(database.firstOpen, below);
        await this.#remove(below);
      }
    }
    this.isOver = true;
  }

  /** Deletes the traces that are listed now, in the order in which writers lock them. */
  async #remove(below: number): Promise<void> {
    const { database, scheduler } = this.#options;
    const listed = [...database.traces.values()].filter(({ part }) => part < below).map(({ id }) => id);
    for (const id of listed.sort()) {
      const transaction = database.begin(this.#actor);
      this.#transaction = transaction;
      const lock = `trace ${id}`;
      await scheduler.step(
        this.#actor,
        `lock ${lock}`,
        () => transaction.state === 'ended' || database.isFree(lock, transaction),
      );
      if (transaction.state !== 'ended') {
        database.lock(lock, transaction);
        await scheduler.step(this.#actor, `remove ${lock}`);
        if (transaction.state === 'open') database.remove(id, below);
        database.abort(transaction, new Error('has removed'));
      }
    }
  }
}
