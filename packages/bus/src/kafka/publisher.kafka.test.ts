import { recordKey } from '@sluice/record';
import { kafkaTopics } from '../testing';
import { closeIn, patience } from '@sluice/testbed/machine';
import { traceRecord } from '@sluice/testbed/samples';
import { readLog, testBrokers } from '@sluice/testbed/servers';
import { Kafka, type KafkaMessage, Partitioners, logLevel } from 'kafkajs';
import { type KafkaConnection, KafkaPublisher, type KafkaPublisherOptions, topicName } from '.';
import { BusUnavailableError, RecordTooLargeError } from '../bus';
import { fromMessage } from './message';

const TOPIC = 'sluice.traces.v1';
const later = closeIn(afterEach);

function newPublisher(connection: KafkaConnection, options: Partial<KafkaPublisherOptions> = {}): KafkaPublisher {
  const publisher = new KafkaPublisher({ connection, deadlineMs: patience(4_000), maxPendingBytes: 1e8, ...options });
  later(() => publisher.close());
  return publisher;
}

/** Ids of the records in the log, in any order. */
async function storedIds(connection: KafkaConnection): Promise<string[]> {
  const log = await readLog(testBrokers(), topicName(connection, TOPIC));
  return [...log.values()].flat().map(({ headers }) => String(headers?.['sluice-record-id']));
}

/** The library's messages have more members than its types. */
type WithBatch = KafkaMessage & { readonly batchContext: { readonly firstOffset: string } };

/** Makes a record of about `bytes` bytes. */
const recordOf = (n: number, bytes: number) => ({ ...traceRecord(n), tags: ['x'.repeat(bytes)] });

/** A text that repeats nothing, of about 20 KB. */
const PASSAGE = Array.from({ length: 3000 }, (_, n) => (Math.imul(n, 2_654_435_761) >>> 0).toString(36)).join(' ');

test.each(['none', 'gzip'] as const)(
  'a record lies in the log as any consumer can read it (compression %s)',
  async (compression) => {
    const connection = await kafkaTopics({ brokers: testBrokers() });
    const sent = [0, 1, 2, 3, 4, 5].map((n) => traceRecord(n));
    await newPublisher(connection, { compression }).publish(TOPIC, sent);
    const log = await readLog(testBrokers(), topicName(connection, TOPIC));
    const messages = [...log.values()].flat();
    const byId = (a: { recordId: string }, b: { recordId: string }) => (a.recordId < b.recordId ? -1 : 1);
    const found = messages.map((message) => {
      const read = fromMessage(message);
      if (!('record' in read)) throw new Error(read.reason);
      expect(String(message.key)).toBe(recordKey(read.record));
      const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]);
      expect(Object.fromEntries(headers)).toEqual({
        'sluice-record-id': read.record.recordId,
        'sluice-items': '1',
        'sluice-schema': '1',
      });
      return read.record;
    });
    // Unconfirmed records are sent again: the log may contain a record more than once.
    const once = new Map(found.map((record) => [record.recordId, record]));
    expect([...once.values()].sort(byId)).toEqual(sent.sort(byId));
  },
);

test('a record that repeats itself takes a fraction in the log, and is read as it was', async () => {
  const connection = await kafkaTopics({ brokers: testBrokers() });
  const record = { ...recordOf(1, 0), tags: Array.from({ length: 20 }, (_, n) => `${n} ${PASSAGE}`) };
  await newPublisher(connection).publish(TOPIC, [record]);
  const [message] = [...(await readLog(testBrokers(), topicName(connection, TOPIC))).values()].flat();
  if (message === undefined) throw new Error('the log is empty');
  expect(message.value?.length).toBeLessThan(4 * PASSAGE.length);
  expect(fromMessage(message)).toMatchObject({ record });
});

test('a receipt has the last offset of each partition, also of concurrent publishes', async () => {
  const connection = await kafkaTopics({ brokers: testBrokers(), partitions: 3 });
  const publisher = newPublisher(connection);
  const publishes = Array.from({ length: 20 }, (_, n) => [0, 1, 2, 3].map((k) => traceRecord(4 * n + k)));
  const receipts = await Promise.all(publishes.map((records) => publisher.publish(TOPIC, records)));
  const topic = topicName(connection, TOPIC);
  const log = await readLog(testBrokers(), topic);
  for (const [index, records] of publishes.entries()) {
    const ids = new Set(records.map(({ recordId }) => recordId));
    for (const [partition, messages] of log) {
      const own = messages.filter(({ headers }) => ids.has(String(headers?.['sluice-record-id'])));
      const logOffset = receipts[index]?.find((each) => each.partition === partition);
      expect(logOffset !== undefined).toBe(own.length > 0);
      if (logOffset === undefined) continue;
      expect(logOffset.topic).toBe(topic);
      expect(logOffset.offset).toBeGreaterThanOrEqual(Number(own.at(-1)?.offset));
      expect(logOffset.offset).toBeLessThan(messages.length);
    }
  }
});

test('a record lies in the partition to which other clients send its key', async () => {
  const connection = await kafkaTopics({ brokers: testBrokers(), partitions: 5 });
  await newPublisher(connection).publish(
    TOPIC,
    Array.from({ length: 50 }, (_, n) => traceRecord(n)),
  );
  const topic = topicName(connection, TOPIC);
  const log = await readLog(testBrokers(), topic);
  const partitionMetadata = Array.from(log.keys(), (partitionId) => {
    return { partitionId, leader: 0, partitionErrorCode: 0, replicas: [0], isr: [0] };
  });
  const partitionOf = Partitioners.DefaultPartitioner();
  for (const [partition, messages] of log) {
    expect(messages.length).toBeGreaterThan(0);
    for (const message of messages) expect(partitionOf({ topic, partitionMetadata, message })).toBe(partition);
  }
});

test('concurrent publishes share requests', async () => {
  const connection = await kafkaTopics({ brokers: testBrokers(), partitions: 1 });
  const publisher = newPublisher(connection);
  await publisher.check();
  await Promise.all(Array.from({ length: 200 }, (_, n) => publisher.publish(TOPIC, [traceRecord(n)])));
  const messages = (await readLog(testBrokers(), topicName(connection, TOPIC))).get(0) ?? [];
  expect(messages).toHaveLength(200);
  const batches = new Set(messages.map((message) => (message as WithBatch).batchContext.firstOffset));
  expect(batches.size).toBeLessThan(20);
});

test('what waits is bounded in bytes: beyond them a publish is refused at once', async () => {
  const connection = await kafkaTopics({ brokers: testBrokers(), partitions: 1 });
  const publisher = newPublisher(connection, { maxPendingBytes: 2_000, batching: { lingerMs: 50 } });
  await publisher.check();
  const first = publisher.publish(TOPIC, [traceRecord(1)]);
  const second = publisher.publish(TOPIC, [recordOf(2, 1_900)]);
  await expect(second).rejects.toThrow(BusUnavailableError);
  expect(publisher.pendingBytes).toBeGreaterThan(0);
  await first;
  expect(publisher.pendingBytes).toBe(0);
  await publisher.publish(TOPIC, [recordOf(2, 1_900)]);
});

test('a record above the limit is refused before anything of its publish is sent', async () => {
  const connection = await kafkaTopics({ brokers: testBrokers() });
  const publisher = newPublisher(connection, { maxMessageBytes: 10_000 });
  await publisher.check();
  await expect(publisher.publish(TOPIC, [traceRecord(1), recordOf(2, 10_000)])).rejects.toThrow(RecordTooLargeError);
  await publisher.publish(TOPIC, [traceRecord(3)]);
  expect(await storedIds(connection)).toEqual([traceRecord(3).recordId]);
});

test('where the topic takes less, batches are taken apart, and only the record that is too large is refused', async () => {
  const connection = await kafkaTopics({ brokers: testBrokers(), partitions: 1, maxMessageBytes: 10_000 });
  const publisher = newPublisher(connection);
  await publisher.check();
  const small = Array.from({ length: 12 }, (_, n) => recordOf(n, 2_000));
  const publishing = small.map((record) => publisher.publish(TOPIC, [record]));
  await expect(publisher.publish(TOPIC, [recordOf(99, 20_000)])).rejects.toThrow(RecordTooLargeError);
  await Promise.all(publishing);
  expect((await storedIds(connection)).sort()).toEqual(small.map(({ recordId }) => recordId).sort());
  expect(publisher.pendingBytes).toBe(0);
});

test('closing sends what waits', async () => {
  const connection = await kafkaTopics({ brokers: testBrokers() });
  const publisher = newPublisher(connection, { batching: { lingerMs: 60_000 } });
  await publisher.check();
  const publishing = publisher.publish(TOPIC, [traceRecord(1)]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await publisher.close();
  await publishing;
  expect(await storedIds(connection)).toEqual([traceRecord(1).recordId]);
});

test('partitions that a topic is given later are used, and nothing is lost on the way', async () => {
  const connection = await kafkaTopics({ brokers: testBrokers(), partitions: 1 });
  const publisher = newPublisher(connection);
  await publisher.publish(TOPIC, [traceRecord(0)]);
  const topic = topicName(connection, TOPIC);
  const admin = new Kafka({ brokers: testBrokers(), logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  await admin.createPartitions({ topicPartitions: [{ topic, count: 4 }] });
  await admin.disconnect();
  const sent = Array.from({ length: 40 }, (_, n) => traceRecord(n + 1));
  for (
    let used = 1;
    used < 4;
    used = [...(await readLog(testBrokers(), topic)).values()].filter((p) => p.length > 0).length
  ) {
    await publisher.check();
    await publisher.publish(TOPIC, sent);
  }
  const stored = new Set(await storedIds(connection));
  expect(sent.filter(({ recordId }) => !stored.has(recordId))).toEqual([]);
});

test('without its topics it says what is missing', async () => {
  const { topicPrefix = '', ...connection } = await kafkaTopics({ brokers: testBrokers() });
  const publisher = newPublisher({ ...connection, topicPrefix: `${topicPrefix}other.` });
  const missing = `the topic ${topicPrefix}other.sluice.traces.v1 does not exist`;
  await expect(publisher.check()).rejects.toThrow(missing);
  await expect(publisher.publish(TOPIC, [traceRecord(1)])).rejects.toThrow(missing);
});

test('an idle client does nothing', async () => {
  const connection = await kafkaTopics({ brokers: testBrokers() });
  await newPublisher(connection).publish(TOPIC, [traceRecord(1)]);
  const timers = jest.spyOn(globalThis, 'setTimeout');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(timers.mock.calls.length).toBeLessThan(10);
  timers.mockRestore();
});
