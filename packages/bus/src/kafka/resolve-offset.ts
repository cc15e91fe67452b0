import { type BatchHandler, HaltPartitionError } from '../bus';
import type { Assignment } from './assignment';
import type { BusLog } from './connection';
import { describe } from './failure';
import type { WatermarkSource } from './group-library';
import type { Partition } from './partition';
import type { SubscriberTuning } from './tuning';
import { lossAt } from './watermarks';

export interface OffsetResolverDependencies {
  readonly handler: BatchHandler;
  readonly watermarks: WatermarkSource;
  readonly tuning: SubscriberTuning;
  readonly log: BusLog;
  /** Stops fetching a partition. */
  readonly pause: (partition: Partition) => void;
  /** Fetches a partition from an offset on. */
  readonly resume: (partition: Partition, offset: number) => void;
}

/**
 * Decides whether a partition is read, and from which offset. The committed offset is the truth; if the log does not continue there, the
 * partition halts until an operator has moved the committed offset. The resolver never skips records by itself.
 */
export class OffsetResolver {
  readonly #dependencies: OffsetResolverDependencies;

  constructor(dependencies: OffsetResolverDependencies) {
    this.#dependencies = dependencies;
  }

  /** Reads the committed offsets and fetches from there. Never rejects: a partition that cannot begin is retried. */
  async begin(assignment: Assignment, partitions: readonly Partition[]): Promise<void> {
    const groups = assignment.byName(partitions);
    await Promise.all([...groups].map(([name, group]) => this.#beginTopic(assignment, name, group)));
  }

  /** Pauses a partition after a failed batch; the others continue. */
  failed(assignment: Assignment, partition: Partition, error: unknown): void {
    if (assignment.lost.aborted) return;
    partition.handlingFailed = true;
    if (error instanceof HaltPartitionError) this.#halt(assignment, partition, error.message);
    else this.#backOff(assignment, partition, error);
  }

  /** Halts a partition whose log lacks records before the next offset to read. */
  lost(assignment: Assignment, partition: Partition, reason: string): void {
    partition.stuckAt = partition.position;
    this.#halt(assignment, partition, reason);
  }

  /** Reads the bounds of the logs: for the lag, and to detect lost records while nothing is delivered. */
  async look(assignment: Assignment): Promise<void> {
    for (const [name, group] of assignment.byName()) {
      const before = new Map(group.map((partition) => [partition, partition.position]));
      const marks = await this.#dependencies.watermarks.of(name);
      if (assignment.lost.aborted) return;
      for (const partition of group) {
        const mark = marks.get(partition.partition);
        if (mark === undefined) continue;
        // Paused and halted partitions are included: their lag grows meanwhile.
        partition.end = mark.high;
        if (!partition.fetching) continue;
        // Both numbers move: `ahead` was reached before the end was read, and `position` is reached now that the start is known.
        const ahead = before.get(partition);
        const reason =
          (ahead === undefined ? undefined : lossAt(ahead, { low: 0, high: mark.high })) ??
          (partition.position === undefined
            ? undefined
            : lossAt(partition.position, { low: mark.low, high: Infinity }));
        if (reason !== undefined) this.lost(assignment, partition, reason);
      }
    }
  }

  /** Detects committed offsets that went back while nothing was delivered, as after the restore of a database. */
  async compare(assignment: Assignment): Promise<void> {
    for (const partition of assignment.partitions) {
      const { topic, position } = partition;
      if (position === undefined || !isAtRest(partition)) continue;
      const stored = await this.#dependencies.handler.position(topic, partition.partition);
      if (stored >= position || partition.position !== position || !isAtRest(partition)) continue;
      this.failed(assignment, partition, new Error(`the stored position went back from ${position} to ${stored}`));
    }
  }

  async #beginTopic(assignment: Assignment, name: string, group: readonly Partition[]): Promise<void> {
    const { handler, watermarks } = this.#dependencies;
    const starts = await Promise.all(
      group.map(async (partition) => {
        try {
          return { partition, position: await handler.position(partition.topic, partition.partition) };
        } catch (error) {
          this.#backOff(assignment, partition, error);
          return undefined;
        }
      }),
    );
    const known = starts.filter((each) => each !== undefined);
    if (known.length === 0 || assignment.lost.aborted) return;
    try {
      const marks = await watermarks.of(name);
      for (const { partition, position } of known) {
        const mark = marks.get(partition.partition);
        if (mark === undefined)
          this.#backOff(assignment, partition, new Error('the brokers do not know the partition'));
        else this.#resume(assignment, partition, position, mark);
      }
    } catch (error) {
      for (const { partition } of known) this.#backOff(assignment, partition, error);
    }
  }

  #resume(
    assignment: Assignment,
    partition: Partition,
    position: number,
    mark: { readonly low: number; readonly high: number },
  ): void {
    if (assignment.lost.aborted) return;
    partition.position = position;
    partition.end = mark.high;
    const reason = partition.stuckAt === position ? partition.reason : lossAt(position, mark);
    if (reason !== undefined) {
      partition.stuckAt = position;
      this.#halt(assignment, partition, reason);
      return;
    }
    partition.stuckAt = undefined;
    partition.fetching = true;
    if (!partition.handlingFailed) {
      partition.state = 'running';
      partition.reason = undefined;
      partition.failures = 0;
    }
    this.#dependencies.resume(partition, position);
  }

  #halt(assignment: Assignment, partition: Partition, reason: string): void {
    if (partition.state !== 'halted' || partition.reason !== reason) {
      const { topic, position } = partition;
      this.#dependencies.log('error', 'a partition is halted until an operator has done something', {
        topic,
        partition: partition.partition,
        position,
        reason,
      });
    }
    partition.state = 'halted';
    partition.reason = reason;
    this.#again(assignment, partition, this.#dependencies.tuning.recheckMs);
  }

  #backOff(assignment: Assignment, partition: Partition, error: unknown): void {
    if (assignment.lost.aborted) return;
    const { firstBackOffMs, longestBackOffMs } = this.#dependencies.tuning;
    const reason = describe(error);
    // A halted partition stays halted until the committed offset differs.
    if (partition.state !== 'halted') {
      const { topic } = partition;
      if (partition.failures === 0) {
        this.#dependencies.log('warn', 'a partition pauses and tries again', {
          topic,
          partition: partition.partition,
          reason,
        });
      }
      partition.state = 'backing-off';
      partition.reason = reason;
    }
    const pause = Math.min(firstBackOffMs * 2 ** Math.min(partition.failures, 20), longestBackOffMs);
    partition.failures += 1;
    this.#again(assignment, partition, pause * (0.75 + Math.random() / 2));
  }

  #again(assignment: Assignment, partition: Partition, afterMs: number): void {
    if (assignment.lost.aborted) return;
    if (partition.fetching) this.#dependencies.pause(partition);
    partition.fetching = false;
    clearTimeout(partition.timer);
    partition.timer = setTimeout(() => void this.begin(assignment, [partition]), afterMs);
  }
}

function isAtRest({ fetching, handlingSince }: Partition): boolean {
  return fetching && handlingSince === undefined;
}
