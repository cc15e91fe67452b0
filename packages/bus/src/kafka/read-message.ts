import { withDeadline } from '@sluice/runtime';
import type { EachBatchHandler } from 'kafkajs';
import type { Undecodable } from '../bus';
import { type KafkaConnection, RETRY, createClient, writerGroup } from './connection';
import { fromMessage, letterOf } from './message';

/** Message of a log, as a dead letter would store it. */
export interface FoundMessage extends Undecodable {
  /** Whether this version can read it. */
  readonly isRecord: boolean;
}

/** Time limit for connecting, joining a group and fetching. */
const DEADLINE_MS = 60_000;
const RETRIES = 5;

/**
 * Reads the first message of a partition at or after an offset, by a group of its own: the writers keep their partitions.
 * @param topic its name at the brokers
 * @returns undefined if the log contains no such message; a readable record has an empty reason
 * @throws the library's error; an Error if no message arrives within a minute
 */
export async function readMessage(
  connection: KafkaConnection,
  { topic, partition, from }: { readonly topic: string; readonly partition: number; readonly from: number },
): Promise<FoundMessage | undefined> {
  const client = createClient(connection, RETRIES);
  const admin = client.admin();
  await admin.connect();
  const marks = await admin.fetchTopicOffsets(topic).finally(() => admin.disconnect());
  const mark = marks.find((each) => each.partition === partition);
  if (mark === undefined || from >= Number(mark.high)) return undefined;
  const consumer = client.consumer({
    groupId: `${writerGroup(connection)}-set-aside`,
    allowAutoTopicCreation: false,
    retry: { ...RETRY, retries: RETRIES },
  });
  try {
    const found = new Promise<FoundMessage>((resolve, reject) => {
      // After a temporary failure, such as a coordinator that has just started, the library restarts.
      consumer.on('consumer.crash', ({ payload }) => payload.restart || reject(payload.error));
      consumer.on('consumer.group_join', () => {
        consumer.pause([{ topic }]);
        consumer.seek({ topic, partition, offset: String(Math.max(from, Number(mark.low))) });
        consumer.resume([{ topic, partitions: [partition] }]);
      });
      const eachBatch: EachBatchHandler = ({ batch }) => {
        const message = batch.messages.find(({ offset }) => Number(offset) >= from);
        if (batch.partition === partition && message !== undefined) {
          const read = fromMessage(message);
          resolve('record' in read ? { ...letterOf(message, ''), isRecord: true } : { ...read, isRecord: false });
        }
        return Promise.resolve();
      };
      consumer
        .connect()
        .then(() => consumer.subscribe({ topics: [topic], fromBeginning: true }))
        .then(() => consumer.run({ autoCommit: false, eachBatch }))
        .catch(reject);
    });
    return await withDeadline(DEADLINE_MS, found, () => new Error(`no message of ${topic}/${partition} came in time`));
  } finally {
    await consumer.disconnect().catch(() => undefined);
  }
}
