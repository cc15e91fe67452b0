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
  /** Partitions of each topic: the number of batches of a topic that are handled at once. */
  readonly partitions: number;
  /** Number of the first partition, if several threads of a process have partitions of one topic. */
  readonly firstPartition?: number;
  /**
   * Time after which a publish without a newly safe record is refused; some records may be safe all the same. Each safe record extends the
   * time, because the client would send a refused large publish again as a whole.
   */
  readonly deadlineMs: number;
  /** Limit of records that wait or are being handled, in estimated bytes; above it a publish is refused at once. */
  readonly maxPendingBytes: number;
  /** Largest batch in estimated bytes, or a part of this (`SHARED_PART`); it contains at least one record. */
  readonly maxBatchBytes: number;
}

/** Partitions within one process are never assigned to another consumer. */
const NEVER_LOST = new AbortController().signal;

/** Interval at which one body is admitted as a trial while no batch can be stored. */
const PROBE_MS = 500;

/**
 * A lane with fewer bytes starts only if no other lane runs. All lanes with fewer bytes then form one batch of one partition, because a
 * transaction costs as much for one span as for a hundred.
 */
const ENOUGH_BYTES = 1024 * 1024;

/**
 * Part of `maxBatchBytes` for a batch while several projects wait. A publish waits until all of its batch is stored, so this limits the
 * delay that other projects cause to a small publish. Batches of one project are larger, because they cost less for each record.
 */
const SHARED_PART = 1 / 4;

interface Queued {
  readonly record: SluiceRecord;
  readonly bytes: number;
}

/**
 * One partition of a topic, and the waiting records of its keys. While a batch with some of these records is handled, no other batch
 * contains records of these keys, so that no two batches update the same rows.
 */
interface Lane {
  readonly topic: Topic;
  readonly partition: number;
  readonly queue: FairQueue<Queued>;
  /** Unknown before the first batch and after a failure. */
  nextOffset: number | undefined;
  /** The running batch with records of this lane; its partition may be another one. */
  running: Promise<void> | undefined;
  /** Whether the last batch failed or a publish was given up, and no batch was stored since. */
  isDown: boolean;
  /** Time on the clock of `performance.now()`. */
  lastSuccess: number;
}

/** A record being handled, and the lane in which it waited. */
type Waiting = Taken<Queued> & { readonly lane: Lane };

/**
 * Bus within one process. A record is safe when the handler of its batch has resolved, so the sender's response means the same as with
 * Kafka. Records that wait while a batch is handled form the next batch together: the higher the load, the more requests share one
 * transaction.
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

  /** Starts the lanes that may start: see `ENOUGH_BYTES`. */
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

  /** @param lanes in which the records waited */
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
