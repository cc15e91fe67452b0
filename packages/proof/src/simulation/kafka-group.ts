import type { BatchHandler } from '@sluice/bus';
import { type BusLog, KafkaSubscriber } from '@sluice/bus/kafka';
import { SimulatedConsumer } from './consumer';
import type { Group, GroupDependencies } from './group';
import type { LogPartition } from './log';
import type { Actor } from './scheduler';

/** Long intervals, so that most turns are those of records. */
const TUNING = {
  mirrorMs: 20_000,
  watermarksMs: 5_000,
  recheckMs: 5_000,
  firstBackOffMs: 100,
  longestBackOffMs: 2_000,
};

/** Reason of a halt that is allowed after the log was truncated. */
const GONE = /gone from the log|does not hold/;

/** The bus's own subscriber on simulated brokers. */
export class KafkaGroup implements Group {
  /** Generation of the group; a member with an older one may not continue. */
  generation = 0;
  readonly dependencies: GroupDependencies;
  #assignment = new Map<SimulatedConsumer, LogPartition[]>();

  constructor(dependencies: GroupDependencies) {
    this.dependencies = dependencies;
  }

  join(actor: Actor, writer: BatchHandler): void {
    const subscriber = new KafkaSubscriber({
      connection: { brokers: [], clientId: actor.name, log: this.#listen },
      groupId: 'group',
      concurrency: 2,
      maxBatchBytes: this.dependencies.scheduler.random.pick([1, 1_000, 1_000_000]),
      tuning: TUNING,
      library: {
        consumer: (_, listener) => new SimulatedConsumer(this, actor, listener).asConsumer(),
        watermarks: () => ({ of: (name) => this.#watermarks(actor, name), close: () => Promise.resolve() }),
      },
    });
    void subscriber.failed.then((reason) => this.#failed(actor, reason));
    void subscriber.subscribe(['sluice.traces.v1', 'sluice.metrics.v1'], writer);
  }

  rebalance(): void {
    this.#assign([...this.#assignment.keys()]);
  }

  /** Members that send heartbeats keep their partitions, unless another member has expired. */
  expire(): void {
    const members = [...this.#assignment.keys()];
    const heardOf = members.filter(({ actor }) => actor.state === 'alive');
    if (heardOf.length < members.length) this.#assign(heardOf);
  }

  /** Adds a consumer to the group, or lets it rejoin. */
  admit(consumer: SimulatedConsumer): readonly LogPartition[] {
    if (!this.#assignment.has(consumer)) this.#assign([...this.#assignment.keys(), consumer]);
    return this.#assignment.get(consumer) ?? [];
  }

  dismiss(consumer: SimulatedConsumer): void {
    this.#assign([...this.#assignment.keys()].filter((each) => each !== consumer));
  }

  #assign(consumers: readonly SimulatedConsumer[]): void {
    this.generation += 1;
    this.#assignment = new Map(consumers.map((consumer) => [consumer, []]));
    for (const partition of this.dependencies.log) {
      const owner = consumers[this.dependencies.scheduler.random.below(consumers.length)];
      if (owner !== undefined) this.#assignment.get(owner)?.push(partition);
    }
  }

  async #watermarks(actor: Actor, name: string) {
    const { scheduler, faults, log } = this.dependencies;
    await scheduler.step(actor, 'watermarks');
    const failure = faults.ofBroker();
    if (failure !== undefined) throw failure;
    const partitions = log.filter(({ topic }) => topic === name);
    return new Map(partitions.map(({ partition, low, end }) => [partition, { low, high: end }]));
  }

  readonly #listen: BusLog = (level, message, { reason, topic, partition }) => {
    if (level !== 'error') return;
    const { scheduler, faults, log } = this.dependencies;
    const at = log.find((each) => each.topic === topic && each.partition === partition);
    // A member that is behind the others may also halt: it continues when it has read the committed offset again.
    const isGone = at !== undefined && at.low > 0 && GONE.test(String(reason));
    if (isGone || (faults.hasRefused && String(reason).includes('simulated 42501'))) return;
    scheduler.blame(`${message}: ${at?.name ?? ''} ${String(reason)}`);
  };

  #failed(actor: Actor, reason: Error): void {
    if (!reason.message.includes('stands still'))
      this.dependencies.scheduler.blame(`a consumer failed: ${reason.message}`);
    this.dependencies.ended(actor);
  }
}
