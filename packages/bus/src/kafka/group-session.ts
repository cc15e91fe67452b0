import { setTimeout as sleep } from 'node:timers/promises';
import { withDeadline } from '@sluice/runtime';
import type { ConsumerCrashEvent, ConsumerGroupJoinEvent, EachBatchPayload, LogEntry } from 'kafkajs';
import type { BatchHandler, Topic } from '../bus';
import { Assignment } from './assignment';
import { type KafkaConnection, RETRY } from './connection';
import { type CutBatch, cutBatches } from './cut-batches';
import { describe } from './failure';
import { GROUP_RETRIES, type GroupConsumer, type GroupLibrary, type WatermarkSource } from './group-library';
import type { Partition } from './partition';
import { OffsetResolver } from './resolve-offset';
import { Room } from './room';
import type { SubscriberTuning } from './tuning';

export interface GroupSessionDependencies {
  readonly connection: Pick<KafkaConnection, 'log'>;
  readonly library: GroupLibrary;
  readonly groupId: string;
  /** Topics by their names at the brokers. */
  readonly topics: ReadonlyMap<string, Topic>;
  readonly handler: BatchHandler;
  readonly concurrency: number;
  readonly maxBatchBytes: number;
  readonly tuning: SubscriberTuning;
}

const OUT_OF_RANGE = 'Offset out of range, resetting to default offset';
/** Workers of the library; effectively unlimited, because `Room` is the limit. */
const MAX_CONCURRENCY = 100;
const WATCH_MS = 1_000;
/** An idle loop must show a sign of life with every response to a fetch. */
const IDLE_MS = 10_000;
const MIRROR_AT_END_MS = 1_000;
const LEAVE_MS = 10_000;

/**
 * One lifetime of the library's consumer, from joining the group to its end. The handler has the committed offsets; the offsets in the
 * group are a copy for monitoring tools.
 */
export class GroupSession {
  /** Resolves with the reason when the consumer has ended by itself. */
  readonly ended: Promise<Error>;
  readonly #dependencies: GroupSessionDependencies;
  readonly #consumer: GroupConsumer;
  readonly #watermarks: WatermarkSource;
  readonly #positioner: OffsetResolver;
  readonly #room: Room;
  readonly #mirrored = new Map<string, number>();
  /** Resolves when the library has joined the group, or has failed to. */
  #started: Promise<void> = Promise.resolve();
  #assignment = new Assignment({}, new Map());
  #joined = false;
  /** Result of the last request for the ends of the logs. */
  #brokersAnswer = true;
  #lastSign = performance.now();
  #end: (reason: Error) => void = () => undefined;
  readonly #closing = new AbortController();

  constructor(dependencies: GroupSessionDependencies) {
    const { connection, library, handler, concurrency, maxBatchBytes, tuning } = dependencies;
    this.#dependencies = dependencies;
    this.#room = new Room(concurrency * maxBatchBytes);
    this.ended = new Promise((resolve) => (this.#end = resolve));
    this.#consumer = this.#makeConsumer();
    this.#watermarks = library.watermarks();
    this.#positioner = new OffsetResolver({
      handler,
      tuning,
      watermarks: this.#watermarks,
      log: connection.log,
      pause: ({ name, partition }) => this.#consumer.pause([{ topic: name, partitions: [partition] }]),
      resume: ({ name, partition }, offset) => {
        this.#consumer.seek({ topic: name, partition, offset: String(offset) });
        this.#consumer.resume([{ topic: name, partitions: [partition] }]);
      },
    });
  }

  get partitions(): readonly Partition[] {
    return this.#assignment.partitions;
  }

  /**
   * Reason why the session does not consume as it should; undefined while it does. Halted partitions are no reason, because the others
   * continue.
   */
  problem(): string | undefined {
    if (!this.#joined) return 'the consumer has not joined its group';
    if (!this.#brokersAnswer) return 'the brokers do not answer';
    const stuck = this.partitions.find((partition) => this.#isStuck(partition));
    if (stuck !== undefined) return `a batch of ${stuck.name}/${stuck.partition} does not end`;
    const isIdle = !this.#isHandling && performance.now() - this.#lastSign > IDLE_MS;
    return isIdle ? 'the consumer hears nothing of the brokers' : undefined;
  }

  /** Joins the group and consumes until `close` or `ended`. */
  start(): void {
    this.#started = this.#join();
  }

  /** Lets running handlers finish, leaves the group and disconnects; does not wait for handlers that hang. */
  async close(): Promise<void> {
    this.#closing.abort();
    const leaving = async (): Promise<void> => {
      // `stop` does not end a join: the library would consume after it.
      await this.#started;
      await this.#consumer.stop();
      await this.#consumer.disconnect();
    };
    await withDeadline(MIRROR_AT_END_MS, this.#mirror()).catch(() => undefined);
    await withDeadline(LEAVE_MS, leaving(), () => new Error('the brokers do not answer')).catch((error: unknown) => {
      this.#dependencies.connection.log('warn', 'the consumer could not leave its group', { reason: describe(error) });
    });
    this.#assignment.giveUp('the consumer is closed');
    await withDeadline(MIRROR_AT_END_MS, this.#watermarks.close()).catch(() => undefined);
  }

  async #join(): Promise<void> {
    const { topics, tuning } = this.#dependencies;
    void this.#repeat(WATCH_MS, () => this.#watchLoop());
    void this.#repeat(tuning.mirrorMs, () => this.#mirror());
    void this.#repeat(tuning.watermarksMs, () => this.#look());
    void this.#repeat(tuning.recheckMs, () => this.#positioner.compare(this.#assignment));
    try {
      await this.#consumer.connect();
      await this.#consumer.subscribe({ topics: [...topics.keys()], fromBeginning: true });
      await this.#consumer.run({
        autoCommit: false,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: MAX_CONCURRENCY,
        eachBatch: (payload) => this.#handleBatch(payload),
      });
    } catch (error) {
      this.#end(asError(error));
    }
  }

  #makeConsumer(): GroupConsumer {
    const { library, groupId, tuning } = this.#dependencies;
    const settings = {
      groupId,
      allowAutoTopicCreation: false,
      metadataMaxAge: 30_000,
      sessionTimeout: tuning.sessionTimeoutMs,
      rebalanceTimeout: tuning.rebalanceTimeoutMs,
      heartbeatInterval: tuning.heartbeatMs,
      maxWaitTimeInMs: tuning.fetchWaitMs,
      minBytes: tuning.fetchMinBytes,
      maxBytes: tuning.fetchMaxBytes,
      maxBytesPerPartition: tuning.fetchMaxBytesPerPartition,
      // The library's own restart is not trusted: a session that crashed is replaced as a whole.
      retry: { ...RETRY, retries: GROUP_RETRIES, restartOnFailure: () => Promise.resolve(false) },
    };
    const consumer = library.consumer(settings, (entry) => this.#hear(entry));
    const { GROUP_JOIN, REBALANCING, CRASH, FETCH, HEARTBEAT, END_BATCH_PROCESS } = consumer.events;
    consumer.on(GROUP_JOIN, (event) => this.#joinedGroup(event));
    consumer.on(REBALANCING, () => this.#loseAssignment('the group is rebalancing'));
    consumer.on(CRASH, (event) => this.#crashed(event));
    // Responses are signs of life, requests are not: a loop without responses sends requests forever.
    for (const event of [FETCH, HEARTBEAT, END_BATCH_PROCESS] as const) {
      consumer.on(event as typeof HEARTBEAT, () => (this.#lastSign = performance.now()));
    }
    return consumer;
  }

  /** Runs before the first fetch of the new assignment and must not wait: all partitions pause until their committed offsets are known. */
  #joinedGroup({ payload }: ConsumerGroupJoinEvent): void {
    this.#loseAssignment('the group has a new generation');
    const assignment = new Assignment(payload.memberAssignment, this.#dependencies.topics);
    this.#assignment = assignment;
    this.#joined = true;
    this.#lastSign = performance.now();
    this.#mirrored.clear();
    for (const [topic, group] of assignment.byName()) {
      this.#consumer.pause([{ topic, partitions: group.map(({ partition }) => partition) }]);
    }
    const { log } = this.#dependencies.connection;
    log('info', 'joined the group', { group: this.#dependencies.groupId, partitions: assignment.partitions.length });
    void this.#positioner.begin(assignment, assignment.partitions);
  }

  #loseAssignment(reason: string): void {
    this.#joined = false;
    this.#assignment.giveUp(reason);
  }

  #crashed({ payload }: ConsumerCrashEvent): void {
    this.#loseAssignment('the consumer has crashed');
    this.#end(payload.error);
  }

  /**
   * Halts a partition at an offset that the log does not contain. The library would reset the offset, which would skip or repeat records.
   */
  #hear({ log }: LogEntry): void {
    if (log.message !== OUT_OF_RANGE) return;
    const assignment = this.#assignment;
    const partition = assignment.at(String(log['topic']), Number(log['partition']));
    if (partition?.fetching !== true) return;
    this.#positioner.lost(assignment, partition, `the log does not hold offset ${partition.position} any more`);
  }

  async #handleBatch(payload: EachBatchPayload): Promise<void> {
    const { batch } = payload;
    const assignment = this.#assignment;
    const partition = assignment.at(batch.topic, batch.partition);
    if (partition?.fetching !== true || partition.position === undefined) return;
    partition.end = Number(batch.highWatermark);
    const beat = setInterval(() => {
      if (!this.#isStuck(partition)) this.#beat(payload, assignment).catch(() => undefined);
    }, this.#dependencies.tuning.heartbeatMs);
    try {
      if (await this.#isNext(assignment, partition, Number(batch.firstOffset()))) {
        await this.#handle(payload, assignment, partition);
      }
    } finally {
      clearInterval(beat);
      partition.handlingSince = undefined;
    }
  }

  /** Whether fetched messages continue at the offset that was handled last. Offsets in between may be empty, but must not be lost. */
  async #isNext(assignment: Assignment, partition: Partition, first: number): Promise<boolean> {
    const { position = first } = partition;
    if (first === position) return true;
    if (first < position) {
      // The leader has moved, and the records requested from the new leader are handled by now. The topic was not created again: the
      // library logs a reset to the start of a log.
      this.#consumer.seek({ topic: partition.name, partition: partition.partition, offset: String(position) });
      return false;
    }
    try {
      const mark = (await this.#watermarks.of(partition.name)).get(partition.partition);
      if (mark !== undefined && mark.low <= position) return true;
      this.#positioner.lost(assignment, partition, `offsets ${position} to ${first - 1} are gone from the log`);
    } catch (error) {
      this.#positioner.failed(assignment, partition, error);
    }
    return false;
  }

  async #handle(payload: EachBatchPayload, assignment: Assignment, partition: Partition): Promise<void> {
    const { handler, maxBatchBytes } = this.#dependencies;
    const { topic, partition: number } = partition;
    const next = Number(payload.batch.lastOffset()) + 1;
    const batches = cutBatches(payload.batch.messages, {
      from: partition.position ?? next,
      next,
      maxBytes: maxBatchBytes,
    });
    for await (const batch of this.#withRoom(batches)) {
      if (assignment.lost.aborted || !payload.isRunning()) return;
      partition.handlingSince = performance.now();
      try {
        await handler.handle({ topic, partition: number, ...batch }, assignment.lost);
      } catch (error) {
        this.#positioner.failed(assignment, partition, error);
        return;
      }
      partition.handlingSince = undefined;
      partition.position = batch.next;
      partition.state = 'running';
      partition.reason = undefined;
      partition.failures = 0;
      partition.handlingFailed = false;
      payload.resolveOffset(String(batch.next - 1));
      await this.#beat(payload, assignment);
    }
  }

  /**
   * Makes each batch when there is room for the largest possible one, and reserves its real size until the caller requests the next batch.
   */
  async *#withRoom(batches: Iterator<CutBatch, void>): AsyncGenerator<CutBatch> {
    const { maxBatchBytes } = this.#dependencies;
    for (;;) {
      await this.#room.enter(maxBatchBytes);
      let held = maxBatchBytes;
      try {
        const next = batches.next();
        if (next.done === true) return;
        this.#room.leave(held - next.value.bytes);
        held = next.value.bytes;
        yield next.value;
      } finally {
        this.#room.leave(held);
      }
    }
  }

  /**
   * @throws the library's error. If the group continues without this generation, the library joins again. After any other error, such as a
   * request time-out, the group may continue with the same membership; the library does not notice a failed heartbeat between batches at
   * all. So the assignment stays, and is replaced if the library does join again.
   */
  async #beat(payload: EachBatchPayload, assignment: Assignment): Promise<void> {
    try {
      await payload.heartbeat();
    } catch (error) {
      if (assignment === this.#assignment && hasToJoinAgain(error)) this.#loseAssignment('the group is rebalancing');
      throw error;
    }
  }

  get #isHandling(): boolean {
    return this.partitions.some(({ handlingSince }) => handlingSince !== undefined);
  }

  #isStuck({ handlingSince }: Partition): boolean {
    return (
      handlingSince !== undefined && performance.now() - handlingSince > this.#dependencies.tuning.handlerPatienceMs
    );
  }

  /** Ends the session when the loop is idle although the brokers answer: such a loop does not recover. */
  async #watchLoop(): Promise<void> {
    if (this.#isHandling) return;
    const sign = this.#lastSign;
    if (performance.now() - sign < this.#dependencies.tuning.silenceMs) return;
    const [name = ''] = this.#dependencies.topics.keys();
    const answer = await this.#watermarks.of(name).catch(() => undefined);
    if (answer === undefined) this.#lastSign = performance.now();
    else if (sign === this.#lastSign) this.#end(new Error('the loop of the Kafka library stands still'));
  }

  /** Repeats work at an interval, one run after the other, until the session closes. A failed run is repeated with the next interval. */
  async #repeat(everyMs: number, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      await sleep(everyMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await work().catch(() => undefined);
    }
  }

  /** Reads the ends of the logs. While the brokers do not answer, the lag is unknown: the old lag would look like a standstill. */
  async #look(): Promise<void> {
    const assignment = this.#assignment;
    try {
      await this.#positioner.look(assignment);
      this.#brokersAnswer = true;
    } catch {
      this.#brokersAnswer = false;
      for (const partition of assignment.partitions) partition.end = undefined;
    }
  }

  /** Copies changed committed offsets to the group. */
  async #mirror(): Promise<void> {
    if (!this.#joined) return;
    const moved = this.partitions.flatMap(({ name, partition, position, fetching }) => {
      if (!fetching || position === undefined || this.#mirrored.get(`${name}/${partition}`) === position) return [];
      return [{ topic: name, partition, offset: String(position) }];
    });
    if (moved.length === 0) return;
    await this.#consumer.commitOffsets(moved);
    for (const { topic, partition, offset } of moved) this.#mirrored.set(`${topic}/${partition}`, Number(offset));
  }
}

/** Errors after which the group continues without this generation (kafkajs 2.2.4, `runner.js`). */
const JOINS_AGAIN: ReadonlySet<unknown> = new Set([
  'REBALANCE_IN_PROGRESS',
  'NOT_COORDINATOR_FOR_GROUP',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
]);

function hasToJoinAgain(error: unknown): boolean {
  return error instanceof Error && JOINS_AGAIN.has((error as { readonly type?: unknown }).type);
}

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(describe(thrown)));
