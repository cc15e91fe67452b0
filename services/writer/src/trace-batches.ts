import type { Batch, BatchHandler } from '@sluice/bus';
import type { RecordStore } from '@sluice/store/write';
import { type Tracing, failureOf, isSelfTrace, timed } from '@sluice/tracing';

/**
 * Traces each batch, from its delivery by the bus to its storage, retries included. The trace has no links to the requests of its records,
 * because a batch has thousands. A batch that contains only traces that a Sluice sent of itself is not traced.
 * @param now microseconds since the epoch
 */
export function traceBatches(handler: BatchHandler, tracing: Tracing, now: () => number): BatchHandler {
  return {
    position: (topic, partition) => tracing.within(undefined, () => handler.position(topic, partition)),
    handle: async (batch, lost) => {
      const trace = hasOnlySelfTraces(batch) ? undefined : tracing.begin(startOf(batch, now()));
      try {
        await tracing.within(trace, () => handler.handle(batch, lost));
        trace?.end();
      } catch (error) {
        trace?.end(failureOf(error));
        throw error;
      }
    },
  };
}

/** Times the operations of the store for a traced batch. */
export function traceStore(store: RecordStore, tracing: Tracing): RecordStore {
  const during = <T>(operation: string, work: () => Promise<T>): Promise<T> => {
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': operation };
    return timed(tracing.current(), { name: operation, kind: 'client', attributes }, work);
  };
  return {
    position: (topic, partition) => during('position', () => store.position(topic, partition)),
    store: (batch, from) => during('store', () => store.store(batch, from)),
  };
}

function hasOnlySelfTraces({ deliveries, undecodable }: Batch): boolean {
  return undecodable.length === 0 && deliveries.every(({ record }) => isSelfTrace(record));
}

function startOf({ topic, partition, from, deliveries, undecodable }: Batch, now: number) {
  const received = deliveries.reduce((oldest, { record }) => Math.min(oldest, record.receivedAt), now);
  return {
    name: `process ${topic}`,
    kind: 'consumer',
    attributes: {
      'messaging.destination.name': topic,
      'messaging.destination.partition.id': String(partition),
      'messaging.batch.message_count': deliveries.length + undecodable.length,
      'sluice.batch.first_offset': from,
      'sluice.batch.oldest_record_seconds': (now - received) / 1e6,
    },
  } as const;
}
