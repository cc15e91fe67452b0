import type { SluiceRecord } from '@sluice/record';
import { BusUnavailableError } from './bus';

export interface PendingPublishOptions {
  /** Number of records that have to become safe, at least one. */
  readonly records: number;
  /** Time after which a publish without a newly safe record is refused; each safe record extends it. */
  readonly deadlineMs: number;
  /** Project of the records; '' is the default one. */
  readonly project: string;
}

/** Project of the records of one publish, '' for the default one: one request has records of one project. */
export const projectOf = ([first]: readonly SluiceRecord[]): string => first?.project ?? '';

/** Call of `publish` that waits for its records in several partitions. */
export class PendingPublish {
  readonly project: string;
  /** Settles with the publish. */
  readonly settled: Promise<void>;
  readonly #offsets = new Map<number, number>();
  #open: number;
  #refused = false;
  #late = false;
  readonly #deadline: NodeJS.Timeout;
  #resolve: () => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  constructor({ records, deadlineMs, project }: PendingPublishOptions) {
    this.project = project;
    this.#open = records;
    this.settled = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#deadline = setTimeout(() => {
      this.#late = true;
      this.refuse(new BusUnavailableError(`not stored within ${deadlineMs} ms`));
    }, deadlineMs);
  }

  /** Whether the publish was refused: its sender got an error and sends it again, so its waiting records are dropped. */
  get refused(): boolean {
    return this.#refused;
  }

  /** Whether it was refused because no record became safe within `deadlineMs`. */
  get isLate(): boolean {
    return this.#late;
  }

  /** The last known log offset of its records in each partition. */
  get offsets(): ReadonlyMap<number, number> {
    return this.#offsets;
  }

  /** Counts records that became safe; `last` is the log offset of the last of them, or a later one. */
  progress(records: number, last?: { readonly partition: number; readonly offset: number }): void {
    if (last !== undefined) {
      this.#offsets.set(last.partition, Math.max(last.offset, this.#offsets.get(last.partition) ?? 0));
    }
    this.#open -= records;
    if (this.#refused) return;
    if (this.#open > 0) {
      this.#deadline.refresh();
    } else {
      clearTimeout(this.#deadline);
      this.#resolve();
    }
  }

  refuse(error: Error): void {
    if (this.#refused || this.#open <= 0) return;
    clearTimeout(this.#deadline);
    this.#refused = true;
    this.#reject(error);
  }
}
