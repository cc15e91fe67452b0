import { setTimeout as sleep } from 'node:timers/promises';
import { BusUnavailableError, RecordTooLargeError } from '../bus';
import type { PendingPublish } from '../pending-publish';
import { FairQueue, type Taken, countByPublish } from '../fair-queue';
import { failureKind } from './failure';
import type { Outgoing } from './message';

export interface LaneOptions {
  /** Size of a batch that is sent at once; a smaller batch is sent when the lane is flushed. */
  readonly maxBatchBytes: number;
  /** Number of batches in flight at once. They may overtake each other: the order of their effect is in the records. */
  readonly maxInFlight: number;
  /** Interval at which a partition that failed a publish admits one trial publish, until a publish succeeds. */
  readonly probeAfterMs: number;
}

/** Dependencies of a lane. */
export interface LaneDependencies {
  readonly options: LaneOptions;
  readonly partition: number;
  /** Tries once to append messages; resolves with the offset of the first when all in-sync replicas have them. */
  readonly produce: (messages: readonly Outgoing[]) => Promise<number>;
  /** Called with bytes of a publish that are no longer held. */
  readonly released: (publish: PendingPublish, bytes: number) => void;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 500;

/** Queue of one partition: combines the messages of concurrent publishes and sends them in batches. */
export class Lane {
  readonly #dependencies: LaneDependencies;
  readonly #queue: FairQueue<Outgoing>;
  readonly #sending = new Set<Promise<void>>();
  /** Whether the waiting messages are to be sent even if they fill no batch. */
  #due = false;
  #lastSuccess = -Infinity;
  /** Time of the next trial; set from a failed publish until the next success. */
  #probeAt: number | undefined;

  constructor(dependencies: LaneDependencies) {
    this.#dependencies = dependencies;
    this.#queue = new FairQueue(dependencies.released);
  }

  /** Whether the lane admits a publish: false while the partition does not answer and another publish is on trial. */
  admits(): boolean {
    if (this.#probeAt === undefined) return true;
    return this.#isIdle && performance.now() >= this.#probeAt;
  }

  get hasLetDown(): boolean {
    return this.#probeAt !== undefined;
  }

  add(publish: PendingPublish, messages: readonly Outgoing[]): void {
    this.#queue.add(publish, messages);
    this.#pump();
  }

  /**
   * Records that a publish with messages in this lane was refused.
   * @param begun start of the publish, on the clock of `performance.now()`
   */
  letDown(begun: number): void {
    if (this.#isIdle || this.#lastSuccess >= begun) return;
    this.#probeAt = performance.now() + this.#dependencies.options.probeAfterMs;
  }

  /** Sends the waiting messages as soon as fewer than `maxInFlight` batches are in flight. */
  flush(): void {
    this.#due = true;
    this.#pump();
  }

  get #isIdle(): boolean {
    return this.#queue.isEmpty && this.#sending.size === 0;
  }

  #pump(): void {
    const { maxInFlight, maxBatchBytes } = this.#dependencies.options;
    while (this.#sending.size < maxInFlight && (this.#due || this.#queue.bytes >= maxBatchBytes)) {
      const taken = this.#queue.take(maxBatchBytes);
      if (taken.length === 0) {
        this.#due = false;
        return;
      }
      const sending = this.#send(taken).finally(() => {
        this.#sending.delete(sending);
        this.#pump();
      });
      this.#sending.add(sending);
    }
  }

  /** Retries until the batch is appended or no publish waits for it any more. Never rejects. */
  async #send(batch: readonly Taken<Outgoing>[]): Promise<void> {
    let wanted = batch;
    for (let pause = FIRST_PAUSE_MS; wanted.length > 0; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        this.#succeeded(wanted, await this.#dependencies.produce(wanted));
        return;
      } catch (error) {
        const kind = failureKind(error);
        if (kind === 'too-large' && wanted.length > 1) {
          const middle = Math.ceil(wanted.length / 2);
          await Promise.all([this.#send(wanted.slice(0, middle)), this.#send(wanted.slice(middle))]);
          return;
        }
        if (kind === 'refused') this.#probeAt = performance.now() + this.#dependencies.options.probeAfterMs;
        if (kind === 'retry') await sleep(pause * (0.75 + Math.random() / 2));
        else for (const { publish } of wanted) publish.refuse(refusal(kind, error));
      }
      this.#release(wanted.filter(({ publish }) => publish.refused));
      wanted = wanted.filter(({ publish }) => !publish.refused);
    }
  }

  #succeeded(batch: readonly Taken<Outgoing>[], firstOffset: number): void {
    this.#lastSuccess = performance.now();
    this.#probeAt = undefined;
    this.#release(batch);
    // The batch is contiguous in the log and stored together, so its last offset serves all its records.
    const last = { partition: this.#dependencies.partition, offset: firstOffset + batch.length - 1 };
    for (const [publish, records] of countByPublish(batch)) publish.progress(records, last);
  }

  #release(messages: readonly Taken<Outgoing>[]): void {
    for (const { publish, bytes } of messages) this.#dependencies.released(publish, bytes);
  }
}

function refusal(kind: 'too-large' | 'refused', cause: unknown): Error {
  if (kind === 'refused') return new BusUnavailableError('the brokers refuse the records', { cause });
  return new RecordTooLargeError('a record is larger than the topic takes', { cause });
}
