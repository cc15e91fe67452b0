export { BusUnavailableError } from './bus';
export type { Batch, BatchHandler, Delivery, Publisher, Subscriber, Topic, Topics } from './bus';
