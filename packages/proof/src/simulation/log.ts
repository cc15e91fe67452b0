import type { Batch, Delivery, Topic, Undecodable } from '@sluice/bus';
import { type SluiceRecord, encodeRecord, itemsOf as itemsIn } from '@sluice/record';

/** Entry at an offset: a record, bytes that are no record, or none. */
export type Entry = SluiceRecord | 'damaged' | 'hole';

/** Partition of a topic. */
export class LogPartition {
  readonly topic: Topic;
  readonly partition: number;
  readonly entries: Entry[] = [];
  /** First offset that the log still has. */
  low = 0;
  /** Broker that leads the partition. */
  leader = 0;

  constructor(topic: Topic, partition: number) {
    this.topic = topic;
    this.partition = partition;
  }

  get name(): string {
    return `${this.topic}/${this.partition}`;
  }

  /** Offset after the last entry. */
  get end(): number {
    return this.entries.length;
  }

  /** Offset after the last record: no fetch returns the holes at the end. */
  get lastEnd(): number {
    return this.entries.findLastIndex((entry) => entry !== 'hole') + 1;
  }

  /** Returns the entries as messages of the client library. */
  messages(from: number, next: number) {
    const messages: { offset: string; value: Buffer; headers: object; timestamp: string }[] = [];
    for (let offset = from; offset < next; offset += 1) {
      const entry = this.entries[offset];
      if (entry === undefined || entry === 'hole') continue;
      messages.push({ offset: String(offset), value: bytesOf(entry), headers: {}, timestamp: '0' });
    }
    return messages;
  }

  /** Reads all entries at from <= offset < next. */
  read(from: number, next: number): Batch {
    const deliveries: Delivery[] = [];
    const undecodable: Undecodable[] = [];
    for (let offset = from; offset < next; offset += 1) {
      const entry = this.entries[offset];
      if (entry === undefined || entry === 'hole') continue;
      if (entry === 'damaged') undecodable.push({ offset, ...DAMAGED });
      else deliveries.push({ offset, record: entry });
    }
    return { topic: this.topic, partition: this.partition, from, next, deliveries, undecodable };
  }
}

const DAMAGED = { bytes: Buffer.from('damaged'), reason: 'damaged', recordId: undefined, items: 1, receivedAt: 0 };

/** Returns the number of items that the ledger counts for an entry. */
export function itemsOf(entry: Entry): number {
  if (entry === 'hole') return 0;
  if (entry === 'damaged') return DAMAGED.items;
  // A record of a trace without observations counts as one item.
  return Math.max(1, itemsIn(entry).length);
}

const encoded = new WeakMap<SluiceRecord, Buffer>();

function bytesOf(entry: Exclude<Entry, 'hole'>): Buffer {
  if (entry === 'damaged') return DAMAGED.bytes;
  const bytes = encoded.get(entry) ?? Buffer.from(encodeRecord(entry));
  encoded.set(entry, bytes);
  return bytes;
}
