import type { SluiceRecord } from '@sluice/record';
import { BusUnavailableError } from './bus';

export interface PendingPublishOptions {
  /** How many have to become safe, at least one. */
  readonly records: number;
  /** Refused when none of them became safe within this time; as long as they do, it goes on. */
  readonly deadlineMs: number;
  /** The project of the records; '' is the default one. */
  readonly project: string;
}

/** The project of the records of one publish, '' for the default one: one request has records of one project. */
export const projectOf = ([first]: readonly SluiceRecord[]): string => first?.project ?? '';

/** One `publish`, waiting for its records in several partitions. */
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

  /** Its sender got an error and sends again: what is not begun of it is not worth beginning. */
  get refused(): boolean {
    return this.#refused;
  }

  /** It was refused because nothing of it became safe for too long. */
  get isLate(): boolean {
    return this.#late;
  }

  /** The last offset of its records in each partition, as far as it is known. */
  get offsets(): ReadonlyMap<number, number> {
    return this.#offsets;
  }

  /** Some of its records are safe; `place` is where a log has the last of them, or one after it. */
  progress(records: number, place?: { readonly partition: number; readonly offset: number }): void {
    if (place !== undefined) {
      this.#offsets.set(place.partition, Math.max(place.offset, this.#offsets.get(place.partition) ?? 0));
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
