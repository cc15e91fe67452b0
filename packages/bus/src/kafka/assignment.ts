import type { Topic } from '../bus';
import { type Partition, newPartition } from './partition';

/** Partitions that one generation of the group assigns to this consumer. */
export class Assignment {
  readonly partitions: readonly Partition[];
  readonly #byName = new Map<string, Partition>();
  readonly #lost = new AbortController();

  /** @param topics by their names at the brokers */
  constructor(assigned: Readonly<Record<string, readonly number[]>>, topics: ReadonlyMap<string, Topic>) {
    this.partitions = Object.entries(assigned).flatMap(([name, partitions]) => {
      const topic = topics.get(name);
      return topic === undefined ? [] : partitions.map((partition) => newPartition(topic, name, partition));
    });
    for (const each of this.partitions) this.#byName.set(`${each.name}/${each.partition}`, each);
  }

  /** Aborts when the partitions are about to be assigned to another consumer. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  at(name: string, partition: number): Partition | undefined {
    return this.#byName.get(`${name}/${partition}`);
  }

  /** Groups partitions by the name of their topic at the brokers. */
  byName(partitions: readonly Partition[] = this.partitions): Map<string, Partition[]> {
    const groups = new Map<string, Partition[]>();
    for (const each of partitions) groups.set(each.name, [...(groups.get(each.name) ?? []), each]);
    return groups;
  }

  /** Ends the assignment: no work begins for its partitions any more. */
  giveUp(reason: string): void {
    for (const { timer } of this.partitions) clearTimeout(timer);
    this.#lost.abort(new Error(reason));
  }
}
