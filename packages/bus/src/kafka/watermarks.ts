import { AdminClient } from './admin-client';
import type { KafkaConnection } from './connection';

/** What a partition holds: offsets from `low` up to and without `high`. */
export interface Watermarks {
  readonly low: number;
  readonly high: number;
}

/** Asks the brokers what the partitions of a topic hold now. */
export class WatermarkReader {
  readonly #admin: AdminClient;

  constructor(connection: KafkaConnection) {
    this.#admin = new AdminClient(connection);
  }

  /** By partition. Rejects when the brokers do not answer, or do not know the topic. */
  async of(name: string): Promise<ReadonlyMap<number, Watermarks>> {
    const offsets = await this.#admin.ask((admin) => admin.fetchTopicOffsets(name));
    return new Map(
      offsets.map(({ partition, low, high }) => [partition, { low: Number(low), high: Number(high) }] as const),
    );
  }

  close(): Promise<void> {
    return this.#admin.close();
  }
}

/** Why a partition cannot be read on from a position; undefined where it can. */
export function lossAt(position: number, { low, high }: Watermarks): string | undefined {
  if (position < low) return `offsets ${position} to ${low - 1} are gone from the log before they were stored`;
  if (position > high) {
    return `the log ends at ${high}, before the stored position ${position}: the topic was made anew, or has lost its end`;
  }
  return undefined;
}
