import { type SluiceRecord, keyHash, recordKey, recordSize } from '@sluice/record';
import {
  type Batch,
  type BatchHandler,
  BusUnavailableError,
  type Delivery,
  type Publisher,
  type Subscriber,
  type Topic,
} from './bus';

export interface MemoryBusOptions {
  /** Partitions of each topic: how many batches of a topic are handled at once. */
  readonly partitions: number;
  /** A publish that is not safe after this time is refused; its records may be stored all the same. */
  readonly deadlineMs: number;
  /** Records waiting or being handled, in estimated bytes, beyond which a publish is refused at once. */
  readonly maxPendingBytes: number;
  /** A batch takes waiting records up to this many estimated bytes (at least one record). */
  readonly maxBatchBytes: number;
}

/** One `publish`, waiting for its records in several partitions. */
interface Waiter {
  open: number;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

interface Queued {
  readonly record: SluiceRecord;
  readonly bytes: number;
  readonly waiter: Waiter;
}

/** What waits in one partition of a topic, and whether its loop is running. */
interface Lane {
  readonly topic: Topic;
  readonly partition: number;
  queue: Queued[];
  /** Unknown before the first batch and after a failure. */
  nextOffset: number | undefined;
  running: Promise<void> | undefined;
}

/**
 * The bus within one process. A record is safe when the handler of its batch has resolved, so the sender's answer means
 * the same as with Kafka. Records that wait while a batch is being handled form the next batch together: the busier
 * it gets, the more requests share one transaction.
 */
export class MemoryBus implements Publisher, Subscriber {
  readonly #options: MemoryBusOptions;
  readonly #lanes = new Map<Topic, readonly Lane[]>();
  #handler: BatchHandler | undefined;
  #pendingBytes = 0;
  #closed = false;

  constructor(options: MemoryBusOptions) {
    this.#options = options;
  }

  subscribe(topics: readonly Topic[], handler: BatchHandler): Promise<void> {
    this.#handler = handler;
    for (const topic of topics) {
      const lanes = Array.from({ length: this.#options.partitions }, (_, partition) => {
        return { topic, partition, queue: [], nextOffset: undefined, running: undefined };
      });
      this.#lanes.set(topic, lanes);
    }
    return Promise.resolve();
  }

  async publish(topic: Topic, records: readonly SluiceRecord[]): Promise<void> {
    if (records.length === 0) return;
    const lanes = this.#lanes.get(topic);
    if (this.#closed || lanes === undefined) throw new BusUnavailableError('the bus is closed');
    const queued = records.map((record) => ({ record, bytes: recordSize(record) }));
    const bytes = queued.reduce((sum, item) => sum + item.bytes, 0);
    if (this.#pendingBytes > 0 && this.#pendingBytes + bytes > this.#options.maxPendingBytes) {
      throw new BusUnavailableError('too much is waiting to be stored');
    }
    this.#pendingBytes += bytes;
    await this.#enqueue(lanes, queued);
  }

  check(): Promise<void> {
    const ready = !this.#closed && this.#handler !== undefined;
    return ready ? Promise.resolve() : Promise.reject(new BusUnavailableError('the bus is closed'));
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const lane of [...this.#lanes.values()].flat()) await lane.running;
  }

  #enqueue(lanes: readonly Lane[], queued: readonly { record: SluiceRecord; bytes: number }[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => {
        reject(new BusUnavailableError(`not stored within ${this.#options.deadlineMs} ms`));
      }, this.#options.deadlineMs);
      const settled = (settle: () => void) => () => {
        clearTimeout(deadline);
        settle();
      };
      const waiter: Waiter = {
        open: queued.length,
        resolve: settled(resolve),
        reject: (error) => {
          settled(() => {
            reject(error);
          })();
        },
      };
      for (const { record, bytes } of queued) {
        const lane = lanes[keyHash(recordKey(record)) % lanes.length];
        lane?.queue.push({ record, bytes, waiter });
      }
      for (const lane of lanes) this.#wake(lane);
    });
  }

  #wake(lane: Lane): void {
    if (lane.running !== undefined || lane.queue.length === 0) return;
    lane.running = this.#run(lane).finally(() => {
      lane.running = undefined;
      this.#wake(lane);
    });
  }

  async #run(lane: Lane): Promise<void> {
    while (lane.queue.length > 0) {
      const taken = this.#take(lane);
      try {
        await this.#handle(lane, taken);
        for (const { waiter } of taken) {
          waiter.open -= 1;
          if (waiter.open === 0) waiter.resolve();
        }
      } catch (error) {
        lane.nextOffset = undefined;
        const reason = new BusUnavailableError('the records could not be stored', { cause: error });
        for (const { waiter } of taken) waiter.reject(reason);
      } finally {
        for (const { bytes } of taken) this.#pendingBytes -= bytes;
      }
    }
  }

  #take(lane: Lane): Queued[] {
    let bytes = 0;
    let count = 0;
    for (const item of lane.queue) {
      bytes += item.bytes;
      if (count > 0 && bytes > this.#options.maxBatchBytes) break;
      count += 1;
    }
    const taken = lane.queue.slice(0, count);
    lane.queue = lane.queue.slice(count);
    return taken;
  }

  async #handle(lane: Lane, taken: readonly Queued[]): Promise<void> {
    const { topic, partition } = lane;
    const handler = this.#handler;
    if (handler === undefined) throw new Error('a lane without a handler');
    const first = (lane.nextOffset ??= await handler.position(topic, partition));
    const deliveries = taken.map<Delivery>(({ record }, index) => ({ offset: first + index, record }));
    const batch: Batch = { topic, partition, deliveries };
    await handler.handle(batch);
    lane.nextOffset = first + taken.length;
  }
}
