import { type BatchHandler, HaltPartitionError } from '@sluice/bus';
import type { Faults } from './faults.testing';
import type { LogPartition } from './log.testing';
import type { Random } from './random.testing';
import type { Actor, Scheduler } from './scheduler.testing';

export interface ProcessParts {
  readonly actor: Actor;
  readonly writer: BatchHandler;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly random: Random;
}

/** Batches begin again below what was handled in so many of all fetches. */
const REDELIVERIES = 0.1;

/** A writer process: reads the partitions that it believes to have and hands what lies there to its writer. */
export class WriterProcess {
  readonly actor: Actor;
  readonly #parts: ProcessParts;
  readonly #held = new Map<LogPartition, AbortController>();

  constructor(parts: ProcessParts) {
    this.actor = parts.actor;
    this.#parts = parts;
  }

  take(partition: LogPartition): void {
    const lost = new AbortController();
    this.#held.set(partition, lost);
    void this.#read(partition, lost.signal);
  }

  /** It hears of it some time, and goes on until then. */
  lose(partition: LogPartition): void {
    const lost = this.#held.get(partition);
    this.#held.delete(partition);
    void this.#parts.scheduler.step(this.actor, `loses ${partition.name}`).then(() => lost?.abort(new Error('lost')));
  }

  async #read(partition: LogPartition, lost: AbortSignal): Promise<void> {
    const { scheduler, faults } = this.#parts;
    while (!lost.aborted) {
      try {
        await this.#readOn(partition, lost);
      } catch (error) {
        if (error instanceof HaltPartitionError && !faults.refusing) {
          scheduler.violate(`${partition.name} is halted without a reason: ${error.message}`);
        }
        await scheduler.step(this.actor, 'back off');
      }
    }
  }

  /** From the stored position on, until it is lost or something fails. */
  async #readOn(partition: LogPartition, lost: AbortSignal): Promise<void> {
    const { writer, scheduler } = this.#parts;
    let next = await writer.position(partition.topic, partition.partition);
    for (;;) {
      const from = next;
      await scheduler.step(this.actor, `fetch ${partition.name}`, () => lost.aborted || partition.end > from);
      if (lost.aborted) return;
      next = await this.#handle(partition, from, lost);
    }
  }

  async #handle(partition: LogPartition, at: number, lost: AbortSignal): Promise<number> {
    const { writer, random, faults } = this.#parts;
    const from = faults.active && random.chance(REDELIVERIES) ? random.below(at + 1) : at;
    const next = from + 1 + random.below(partition.end - from);
    await writer.handle(partition.read(from, next), lost);
    return next;
  }
}
