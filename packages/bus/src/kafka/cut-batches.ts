import { itemCount, plainLength } from '@sluice/record';
import type { KafkaMessage } from 'kafkajs';
import type { Batch, Delivery, Undecodable } from '../bus';
import { ITEM_BYTES } from '../item-bytes';
import { fromMessage } from './message';

/** A batch without its topic and partition. */
export interface CutBatch extends Pick<Batch, 'from' | 'next' | 'deliveries' | 'undecodable'> {
  /** Estimated size. */
  readonly bytes: number;
}

/**
 * Cuts the messages of one fetch into batches of at most `maxBytes` (estimated, at least one message each). A batch is decoded only when
 * the caller requests it.
 * @param from the offset where the last batch ended
 * @param next the offset after the fetch: it may end with messages that are not delivered to consumers
 */
export function* cutBatches(
  messages: readonly KafkaMessage[],
  { from, next, maxBytes }: { readonly from: number; readonly next: number; readonly maxBytes: number },
): Generator<CutBatch, void> {
  let start = from;
  let deliveries: Delivery[] = [];
  let undecodable: Undecodable[] = [];
  let bytes = 0;
  for (const message of messages) {
    const read = fromMessage(message);
    const items = 'record' in read ? itemCount(read.record) : 1;
    const size = (message.value === null ? 0 : plainLength(message.value)) + items * ITEM_BYTES;
    if (bytes > 0 && bytes + size > maxBytes) {
      yield { from: start, next: read.offset, deliveries, undecodable, bytes };
      start = read.offset;
      deliveries = [];
      undecodable = [];
      bytes = 0;
    }
    bytes += size;
    if ('record' in read) deliveries.push(read);
    else undecodable.push(read);
  }
  yield { from: start, next, deliveries, undecodable, bytes };
}
