import type { GroupConsumer, GroupLibrary } from '@sluice/bus/kafka';
import type { GroupDependencies } from './group';
import type { LogPartition } from './log';
import type { Actor } from './scheduler';

type Listener = Parameters<GroupLibrary['consumer']>[1];
type EachBatch = NonNullable<NonNullable<Parameters<GroupConsumer['run']>[0]>['eachBatch']>;
type Payload = Parameters<EachBatch>[0];
/** Part of the group that its members call. */
interface Coordinator {
  readonly generation: number;
  readonly dependencies: GroupDependencies;
  admit(consumer: SimulatedConsumer): readonly LogPartition[];
  dismiss(consumer: SimulatedConsumer): void;
}
interface TopicPartition {
  readonly topic: string;
  readonly partition: number;
}
interface Fetched {
  readonly partition: LogPartition;
  readonly from: number;
  readonly next: number;
}

const EVENTS = {
  GROUP_JOIN: 'join',
  REBALANCING: 'rebalancing',
  CRASH: 'crash',
  FETCH_START: 'fetch-start',
  FETCH: 'fetch',
  HEARTBEAT: 'heartbeat',
  END_BATCH_PROCESS: 'end-batch',
};

/** The group has a newer generation than the member. */
class RebalanceError extends Error {
  readonly type = 'REBALANCE_IN_PROGRESS';
  readonly retriable = true;
}

const NODES = [0, 1];
const IDLE_MS = 500;
const IS_NEXT_BATCH_HEARTBEAT = 0.3;
/** Probability that the library itself retries before it reports the error. */
const IS_TRIED_AGAIN = 0.8;

/**
 * Consumer of the library, limited to what the session uses, in the order of the library's steps. One fetch loop for each broker, which
 * waits for its batches; a heartbeat reports a rebalance, after which all loops end before the group is joined again; seeks and pauses
 * apply from the next fetch on.
 */
export class SimulatedConsumer {
  readonly actor: Actor;
  readonly #group: Coordinator;
  readonly #listener: Listener;
  readonly #listeners = new Map<string, ((event: unknown) => void)[]>();
  readonly #paused = new Set<LogPartition>();
  readonly #seeks = new Map<LogPartition, number>();
  readonly #busy = new Map<LogPartition, number>();
  #next = new Map<LogPartition, number>();
  #generation = -1;
  #running = false;
  #fetching = false;
  #ended: Promise<void> = Promise.resolve();

  constructor(group: Coordinator, actor: Actor, listener: Listener) {
    this.#group = group;
    this.actor = actor;
    this.#listener = listener;
  }

  asConsumer(): GroupConsumer {
    const each = (topics: readonly { topic: string; partitions?: number[] }[], work: (at: LogPartition) => void) => {
      for (const { topic, partitions = [] } of topics) {
        for (const partition of partitions) work(this.#at({ topic, partition }));
      }
    };
    const consumer = {
      events: EVENTS,
      on: (event: string, listener: (event: unknown) => void) =>
        this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]),
      connect: () => this.#ask('connect'),
      disconnect: () => Promise.resolve(),
      subscribe: () => Promise.resolve(),
      run: ({ eachBatch }: { eachBatch: EachBatch }) => this.#run(eachBatch),
      stop: () => this.#stop(),
      pause: (topics: Parameters<GroupConsumer['pause']>[0]) => each(topics, (at) => this.#paused.add(at)),
      resume: (topics: Parameters<GroupConsumer['pause']>[0]) => each(topics, (at) => this.#paused.delete(at)),
      seek: ({ offset, ...partition }: TopicPartition & { offset: string }) =>
        this.#seeks.set(this.#at(partition), Number(offset)),
      commitOffsets: () => this.#ask('mirror'),
    };
    return consumer as unknown as GroupConsumer;
  }

  async #run(eachBatch: EachBatch): Promise<void> {
    this.#running = true;
    await this.#join();
    this.#ended = this.#loop(eachBatch);
  }

  async #stop(): Promise<void> {
    this.#running = false;
    await this.#ended;
    await this.#group.dependencies.scheduler.step(this.actor, 'leave');
    this.#group.dismiss(this);
  }

  async #loop(eachBatch: EachBatch): Promise<void> {
    while (this.#running) {
      this.#fetching = true;
      const loops = await Promise.allSettled(NODES.map((node) => this.#fetchLoop(node, eachBatch)));
      const failed = loops.find((loop) => loop.status === 'rejected');
      if (failed === undefined) continue;
      if (this.#isStopped()) return;
      if (failed.reason instanceof RebalanceError) {
        this.#emit('REBALANCING', {});
        await this.#join();
      } else if (this.#group.dependencies.scheduler.random.chance(IS_TRIED_AGAIN)) {
        // A member rejoins in the same generation, which other members do not notice.
        await this.#group.dependencies.scheduler.step(this.actor, 'try again');
      } else {
        this.#running = false;
        this.#emit('CRASH', { error: failed.reason as Error });
      }
    }
  }

  async #join(): Promise<void> {
    await this.#group.dependencies.scheduler.step(this.actor, 'join');
    const partitions = this.#group.admit(this);
    this.#generation = this.#group.generation;
    this.#next = new Map(partitions.map((partition) => [partition, partition.low]));
    const memberAssignment: Record<string, number[]> = {};
    for (const { topic, partition } of partitions) (memberAssignment[topic] ??= []).push(partition);
    this.#emit('GROUP_JOIN', { memberAssignment });
  }

  async #fetchLoop(node: number, eachBatch: EachBatch): Promise<void> {
    try {
      while (this.#fetching && this.#running) {
        const fetched = (await this.#fetch(node)).filter(
          ({ partition }) => (this.#busy.get(partition) ?? node) === node,
        );
        if (!this.#isFetching()) return;
        for (const { partition } of fetched) this.#busy.set(partition, node);
        const handled = await Promise.allSettled(fetched.map((batch) => this.#handle(batch, eachBatch)));
        for (const { partition } of fetched) this.#busy.delete(partition);
        const failed = handled.find((each) => each.status === 'rejected');
        if (failed !== undefined) throw failed.reason;
      }
    } finally {
      this.#fetching = false;
    }
  }

  #isStopped(): boolean {
    return !this.#running;
  }

  #isFetching(): boolean {
    return this.#fetching;
  }

  async #fetch(node: number): Promise<Fetched[]> {
    const { scheduler, faults } = this.#group.dependencies;
    this.#emit('FETCH_START', {});
    for (const [partition, offset] of this.#seeks) {
      if (partition.leader !== node || !this.#next.has(partition)) continue;
      this.#seeks.delete(partition);
      this.#next.set(partition, offset);
    }
    const wanted = [...this.#next].filter(([at]) => at.leader === node && !this.#paused.has(at));
    const until = scheduler.now + IDLE_MS;
    const isThere = ([at, offset]: readonly [LogPartition, number]) => offset !== at.end;
    await scheduler.step(this.actor, `fetch ${node}`, () => scheduler.now >= until || wanted.some(isThere));
    const failure = faults.ofBroker();
    // The leader has moved: this loop joins the group again, while other loops continue.
    if (failure !== undefined && scheduler.random.chance(0.3)) await this.#join();
    else if (failure !== undefined) throw failure;
    const fetched = failure === undefined ? this.#answer(wanted) : [];
    this.#emit('FETCH', {});
    if (fetched.length === 0) await this.#heartbeat();
    return fetched;
  }

  #answer(wanted: readonly (readonly [LogPartition, number])[]): Fetched[] {
    const { random } = this.#group.dependencies.scheduler;
    const outside = wanted.find(([{ low, end }, from]) => from < low || from > end)?.[0];
    if (outside !== undefined) {
      const { topic, partition, low } = outside;
      const log = { message: 'Offset out of range, resetting to default offset', topic, partition };
      this.#listener({ log } as unknown as Parameters<Listener>[0]);
      this.#next.set(outside, low);
      return [];
    }
    return wanted
      .filter(([at, from]) => from < at.end && !this.#seeks.has(at) && !this.#paused.has(at))
      .map(([partition, from]) => ({ partition, from, next: from + 1 + random.below(partition.end - from) }));
  }

  async #handle({ partition, from, next }: Fetched, eachBatch: EachBatch): Promise<void> {
    const { topic, partition: number, end } = partition;
    await this.#group.dependencies.scheduler.step(this.actor, `worker for ${partition.name}`);
    if (!this.#running) return;
    const messages = partition.messages(from, next);
    const resolve = (offset: number) => {
      if (this.#next.has(partition)) this.#next.set(partition, offset + 1);
    };
    const [first] = messages;
    if (first === undefined) {
      resolve(next - 1);
      await this.#heartbeat();
      return;
    }
    const payload = {
      batch: {
        topic,
        partition: number,
        highWatermark: String(end),
        messages,
        firstOffset: () => first.offset,
        lastOffset: () => String(next - 1),
      },
      resolveOffset: (offset: string) => resolve(Number(offset)),
      heartbeat: () => this.#heartbeat(),
      isRunning: () => this.#running,
    };
    await eachBatch(payload as unknown as Payload);
    this.#emit('END_BATCH_PROCESS', {});
    await this.#heartbeat();
  }

  /** Only some calls send a heartbeat. */
  async #heartbeat(): Promise<void> {
    const { scheduler, faults } = this.#group.dependencies;
    if (!scheduler.random.chance(IS_NEXT_BATCH_HEARTBEAT)) return;
    await scheduler.step(this.actor, 'heartbeat');
    const failure = faults.ofBroker();
    if (failure !== undefined) throw failure;
    if (this.#generation !== this.#group.generation) throw new RebalanceError('the group is rebalancing');
    this.#emit('HEARTBEAT', {});
  }

  async #ask(label: string): Promise<void> {
    const { scheduler, faults } = this.#group.dependencies;
    await scheduler.step(this.actor, label);
    const failure = faults.ofBroker();
    if (failure !== undefined) throw failure;
  }

  #emit(event: keyof typeof EVENTS, payload: object): void {
    for (const listener of this.#listeners.get(EVENTS[event]) ?? []) listener({ payload });
  }

  #at({ topic, partition }: TopicPartition): LogPartition {
    const found = this.#group.dependencies.log.find((each) => each.topic === topic && each.partition === partition);
    if (found === undefined) throw new Error(`there is no ${topic}/${partition}`);
    return found;
  }
}
