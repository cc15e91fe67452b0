import type { Batch, BatchHandler } from '@sluice/bus';
import type { RecordStore } from '@sluice/store/write';
import { type Tracing, failureOf, isSelfTrace, timed } from '@sluice/tracing';

/**
 * Makes a trace of each batch, from when the bus gives it to when it is stored, tries and all. It has no link to the requests that
 * its records came with: a batch has thousands. One with nothing but traces that a Sluice sent of itself has none.
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

/** Times what is asked of the store for a batch that is traced. */
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
