import type { Consumer, ConsumerConfig } from 'kafkajs';
import { type KafkaConnection, type LibraryListener, createClient } from './connection';
import { WatermarkReader } from './watermarks';

/** Retries for about ten minutes: a member that survives an outage need not wait until its membership expires. */
export const GROUP_RETRIES = 300;

/** Part of the library's consumer that a group member uses. */
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

/** Part of the client library that the receiving side uses; the simulation implements it too. */
export interface GroupLibrary {
  /** @param listener receives the library's log entries */
  consumer(settings: ConsumerConfig, listener: LibraryListener): GroupConsumer;
  watermarks(): WatermarkSource;
}

/** Implementation by kafkajs. */
export function createGroupLibrary(connection: KafkaConnection): GroupLibrary {
  return {
    consumer: (settings, listener) => createClient(connection, GROUP_RETRIES, listener).consumer(settings),
    watermarks: () => new WatermarkReader(connection),
  };
}
