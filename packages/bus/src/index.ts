export { BusUnavailableError, HaltPartitionError, RecordTooLargeError, TOPICS } from './bus';
export { MemoryBus } from './memory-bus';
export type { MemoryBusOptions } from './memory-bus';
export type { Batch, BatchHandler, Delivery, Publisher, Receipt, Subscriber, Topic, Topics, Undecodable } from './bus';
