import { type SluiceRecord, itemCount, keyHash, recordKey, recordSize } from '@sluice/record';
import { Outage, admission } from './admission';
import {
  type Batch,
  type BatchHandler,
  BusUnavailableError,
  type Delivery,
  type Publisher,
  type Receipt,
  type Subscriber,
  type Topic,
} from './bus';
import { ITEM_BYTES } from './item-bytes';
import { PendingPublish, projectOf } from './pending-publish';
import { PendingBudget } from './pending-budget';
import { FairQueue, type Taken, countByPublish } from './fair-queue';

export interface MemoryBusOptions {
  /** Partitions of each topic: how many batches of a topic are handled at once. */
  readonly partitions: number;
  /** The number of the first of them: where several threads of a process have partitions of one topic. */
  readonly firstPartition?: number;
  /**
   * A publish of whose records none became safe within this time is refused; some may be safe all the same. As long as
   * they do, it goes on: giving up a large one would only have it sent again as a whole.
   */
  readonly deadlineMs: number;
  /** Records waiting or being handled, in estimated bytes, beyond which a publish is refused at once. */
  readonly maxPendingBytes: number;
  /** A batch takes waiting records up to this many estimated bytes, or a part of them (`SHARED_PART`), and at least one record. */
  readonly maxBatchBytes: number;
}

/** Partitions within one process are never somebody else's. */
const NEVER_LOST = new AbortController().signal;

/** While no batch can be stored one body is let through so often, to find out whether that has changed. */
const PROBE_MS = 500;

/**
 * A lane with less than this begins only where no other one is running, and all that have less go together, as a batch of
 * one partition: a transaction costs as much for one span as for a hundred.
 */
const ENOUGH_BYTES = 1024 * 1024;

/**
 * Part of `maxBatchBytes` that a batch takes where several projects wait: a publish waits until all of its batch is stored, and what the
 * others have in it is to cost a small one no more than that. Batches of one project are larger, as they cost less a record.
 */
const SHARED_PART = 1 / 4;

interface Queued {
  readonly record: SluiceRecord;
  readonly bytes: number;
}

/**
 * One partition of a topic, and what waits of the keys that belong to it. They belong to nobody else while a batch that has some
 * is being handled, so that no two batches want the same rows.
 */
interface Lane {
  readonly topic: Topic;
  readonly partition: number;
  readonly queue: FairQueue<Queued>;
  /** Unknown before the first batch and after a failure. */
  nextOffset: number | undefined;
  /** The batch that has what waited here, of this partition or of another one. */
  running: Promise<void> | undefined;
  /** Its last batch failed, or a publish was given up for it, and none was stored since. */
  isDown: boolean;
  /** On the clock of `performance.now()`. */
  lastSuccess: number;
}

/** A record on its way, and the lane that it waited in. */
type Waiting = Taken<Queued> & { readonly lane: Lane };

/**
 * The bus within one process. A record is safe when the handler of its batch has resolved, so the sender's answer means
 * the same as with Kafka. Records that wait while a batch is being handled form the next batch together: the busier
 * it gets, the more requests share one transaction.
 */
export class MemoryBus implements Publisher, Subscriber {
  readonly maxRecordBytes = Infinity;
  readonly #options: MemoryBusOptions;
  readonly #lanes = new Map<Topic, readonly Lane[]>();
  readonly #budget: PendingBudget;
  readonly #outage: Outage;
  #handler: BatchHandler | undefined;
  #closed = false;

  constructor(options: MemoryBusOptions) {
    this.#options = options;
    this.#budget = new PendingBudget({ limit: options.maxPendingBytes, refusal: 'too much is waiting to be stored' });
    this.#outage = new Outage({ probeMs: PROBE_MS, deadlineMs: options.deadlineMs });
  }

  subscribe(topics: readonly Topic[], handler: BatchHandler): Promise<void> {
    this.#handler = handler;
    for (const topic of topics) {
      const lanes = Array.from({ length: this.#options.partitions }, (_, index): Lane => {
        const queue = new FairQueue<Queued>(({ project }, bytes) => this.#budget.give(project, bytes));
        return {
          topic,
          partition: (this.#options.firstPartition ?? 0) + index,
          queue,
          nextOffset: undefined,
          running: undefined,
          isDown: false,
          lastSuccess: -Infinity,
        };
      });
      this.#lanes.set(topic, lanes);
    }
    return Promise.resolve();
  }

  admit(topic: Topic, project = ''): () => void {
    const lanes = this.#lanesOf(topic);
    return admission({
      admits: () => this.#budget.admit(project),
      outage: this.#outage,
      isDown: () => lanes.every(({ isDown }) => isDown),
      refusal: 'the records before could not be stored',
    });
  }

  async publish(topic: Topic, records: readonly SluiceRecord[]): Promise<Receipt> {
    if (records.length === 0) return [];
    const lanes = this.#lanesOf(topic);
    const queued = records.map((record) => ({ record, bytes: recordSize(record) + itemCount(record) * ITEM_BYTES }));
    const bytes = queued.reduce((sum, item) => sum + item.bytes, 0);
    const project = projectOf(records);
    this.#budget.take(project, bytes);
    await this.#enqueue(lanes, queued, project);
    return [];
  }

  check(): Promise<void> {
    const ready = !this.#closed && this.#handler !== undefined;
    return ready ? Promise.resolve() : Promise.reject(new BusUnavailableError('the bus is closed'));
  }

  async close(): Promise<void> {
    this.#closed = true;
    const running = () => [...this.#lanes.values()].flat().flatMap((lane) => lane.running ?? []);
    for (let some = running(); some.length > 0; some = running()) await Promise.all(some);
  }

  #lanesOf(topic: Topic): readonly Lane[] {
    const lanes = this.#lanes.get(topic);
    if (this.#closed || lanes === undefined) throw new BusUnavailableError('the bus is closed');
    return lanes;
  }

  async #enqueue(lanes: readonly Lane[], queued: readonly Queued[], project: string): Promise<void> {
    const begun = performance.now();
    const publish = new PendingPublish({ records: queued.length, deadlineMs: this.#options.deadlineMs, project });
    const shares = lanes.map((): Queued[] => []);
    for (const item of queued) shares[keyHash(recordKey(item.record)) % lanes.length]?.push(item);
    const used = lanes.filter((lane, index) => {
      const share = shares[index];
      if (share === undefined || share.length === 0) return false;
      lane.queue.add(publish, share);
      return true;
    });
    this.#wake(lanes);
    try {
      await publish.settled;
    } finally {
      if (publish.isLate) for (const lane of used) if (lane.lastSuccess < begun) this.#letDown(lane);
    }
  }

  #letDown(lane: Lane): void {
    lane.isDown = true;
    this.#outage.failed();
  }

  /** Begins what may begin: see `ENOUGH_BYTES`. */
  #wake(lanes: readonly Lane[]): void {
    const isLittle = ({ queue }: Lane): boolean => queue.bytes < ENOUGH_BYTES;
    for (const lane of lanes) {
      if (lane.running !== undefined || lane.queue.isEmpty) continue;
      if (isLittle(lane) && lanes.some(({ running }) => running !== undefined)) continue;
      const along = lanes.filter((other) => other !== lane && other.running === undefined && isLittle(other));
      const taken = this.#take([lane, ...along]);
      const together = new Set([lane, ...taken.map((item) => item.lane)]);
      const running = this.#run(lane, taken, together).finally(() => {
        for (const each of together) each.running = undefined;
        this.#wake(lanes);
      });
      for (const each of together) each.running = running;
    }
  }

  #take(lanes: readonly Lane[]): Waiting[] {
    const taken: Waiting[] = [];
    let left = this.#options.maxBatchBytes * (lanes.some(({ queue }) => queue.isShared) ? SHARED_PART : 1);
    for (const lane of lanes) {
      for (const item of lane.queue.take(left, taken.length === 0 ? 1 : 0)) {
        left -= item.bytes;
        taken.push({ ...item, lane });
      }
    }
    return taken;
  }

  /** @param lanes those that the records waited in */
  async #run(lane: Lane, taken: readonly Waiting[], lanes: Iterable<Lane>): Promise<void> {
    if (taken.length === 0) return;
    try {
      await this.#handle(lane, taken);
      for (const each of lanes) {
        each.isDown = false;
        each.lastSuccess = performance.now();
      }
      for (const [publish, records] of countByPublish(taken)) publish.progress(records);
    } catch (error) {
      lane.nextOffset = undefined;
      for (const each of lanes) this.#letDown(each);
      const reason = new BusUnavailableError('the records could not be stored', { cause: error });
      for (const { publish } of taken) publish.refuse(reason);
    } finally {
      for (const { bytes, publish } of taken) this.#budget.give(publish.project, bytes);
    }
  }

  async #handle(lane: Lane, taken: readonly Waiting[]): Promise<void> {
    const { topic, partition } = lane;
    const handler = this.#handler;
    if (handler === undefined) throw new Error('a lane without a handler');
    const first = (lane.nextOffset ??= await handler.position(topic, partition));
    const deliveries = taken.map<Delivery>(({ record }, index) => ({ offset: first + index, record }));
    const next = first + taken.length;
    const batch: Batch = { topic, partition, from: first, next, deliveries, undecodable: [] };
    await handler.handle(batch, NEVER_LOST);
    lane.nextOffset = next;
  }
}
