import { type BatchHandler, HaltPartitionError } from '@sluice/bus';
import type { Group, GroupDependencies } from './group';
import type { LogPartition } from './log';
import type { Actor } from './scheduler';

/** Share of fetches that begin again at an offset that was handled already. */
const REDELIVERIES = 0.1;

interface Member {
  readonly actor: Actor;
  readonly writer: BatchHandler;
}

interface Holding {
  readonly member: Member;
  readonly lost: AbortController;
}

/** Bus that fulfils the contract of `BatchHandler` and no more: it redelivers from any offset, in batches of any size. */
export class PlainGroup implements Group {
  readonly #dependencies: GroupDependencies;
  readonly #holdings = new Map<LogPartition, Holding>();
  #members: Member[] = [];

  constructor(dependencies: GroupDependencies) {
    this.#dependencies = dependencies;
  }

  join(actor: Actor, writer: BatchHandler): void {
    this.#members.push({ actor, writer });
    this.rebalance();
  }

  rebalance(): void {
    this.#members = this.#members.filter(({ actor }) => actor.state !== 'dead');
    this.#assign(this.#members);
  }

  expire(): void {
    this.#assign(this.#members.filter(({ actor }) => actor.state === 'alive'));
  }

  #assign(members: readonly Member[]): void {
    const { log, scheduler } = this.#dependencies;
    for (const partition of log) {
      const member = members[scheduler.random.below(members.length)];
      const before = this.#holdings.get(partition);
      if (member === undefined || member === before?.member) continue;
      if (before !== undefined) {
        const { lost } = before;
        void scheduler
          .step(before.member.actor, `loses ${partition.name}`)
          .then(() => lost.abort(new Error('somebody else has it')));
      }
      const lost = new AbortController();
      this.#holdings.set(partition, { member, lost });
      void this.#read(member, partition, lost.signal);
    }
  }

  async #read(member: Member, partition: LogPartition, lost: AbortSignal): Promise<void> {
    const { scheduler, faults } = this.#dependencies;
    while (!lost.aborted) {
      try {
        await this.#readOn(member, partition, lost);
      } catch (error) {
        if (error instanceof HaltPartitionError && !faults.refusing) {
          scheduler.violate(`${partition.name} is halted without a reason: ${error.message}`);
        }
        await scheduler.step(member.actor, 'back off');
      }
    }
  }

  /** Reads from the committed offset on, until the partition is lost or something fails. */
  async #readOn({ actor, writer }: Member, partition: LogPartition, lost: AbortSignal): Promise<void> {
    const { scheduler, faults } = this.#dependencies;
    const { random } = scheduler;
    let at = await writer.position(partition.topic, partition.partition);
    for (;;) {
      const expected = at;
      await scheduler.step(actor, `fetch ${partition.name}`, () => lost.aborted || partition.end > expected);
      if (lost.aborted) return;
      const from = faults.active && random.chance(REDELIVERIES) ? random.below(at + 1) : at;
      at = from + 1 + random.below(partition.end - from);
      await writer.handle(partition.read(from, at), lost);
    }
  }
}
