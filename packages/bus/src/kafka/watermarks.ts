import { AdminClient } from './admin-client';
import type { KafkaConnection } from './connection';

/** Offsets that a partition contains: `low` included, `high` excluded. */
export interface Watermarks {
  readonly low: number;
  readonly high: number;
}

/** Reads the current offsets of the partitions of a topic. */
export class WatermarkReader {
  readonly #admin: AdminClient;

  constructor(connection: KafkaConnection) {
    this.#admin = new AdminClient(connection);
  }

  /** Returns the watermarks by partition. Rejects when the brokers do not answer, or do not know the topic. */
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

/** Reason why a partition cannot be read on from an offset; undefined if it can. */
export function lossAt(position: number, { low, high }: Watermarks): string | undefined {
  if (position < low) return `offsets ${position} to ${low - 1} are gone from the log before they were stored`;
  if (position > high) {
    return `the log ends at ${high}, before the stored position ${position}: the topic was created again, or has lost its end`;
  }
  return undefined;
}
