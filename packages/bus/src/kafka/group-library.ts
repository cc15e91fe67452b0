import type { Consumer, ConsumerConfig } from 'kafkajs';
import { type KafkaConnection, type LibraryListener, createClient } from './connection';
import { WatermarkReader } from './watermarks';

/** For about ten minutes: who keeps its membership over an outage need not wait until the group has given it up. */
export const GROUP_RETRIES = 300;

/** What a member of a group uses of the library's consumer. */
export type GroupConsumer = Pick<
  Consumer,
  | 'commitOffsets'
  | 'connect'
  | 'disconnect'
  | 'events'
  | 'on'
  | 'pause'
  | 'resume'
  | 'run'
  | 'seek'
  | 'stop'
  | 'subscribe'
>;

export type WatermarkSource = Pick<WatermarkReader, 'close' | 'of'>;

/** What the receiving side needs of the client library; the simulation implements it too. */
export interface GroupLibrary {
  /** @param listener gets what the library logs */
  consumer(settings: ConsumerConfig, listener: LibraryListener): GroupConsumer;
  watermarks(): WatermarkSource;
}

/** kafkajs. */
export function createGroupLibrary(connection: KafkaConnection): GroupLibrary {
  return {
    consumer: (settings, listener) => createClient(connection, GROUP_RETRIES, listener).consumer(settings),
    watermarks: () => new WatermarkReader(connection),
  };
}
