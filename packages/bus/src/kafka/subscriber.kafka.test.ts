import type { TraceRecord } from '@sluice/record';
import { kafkaTopics } from '../testing';
import { closeIn, comesTrue, eventually, patience } from '@sluice/testbed/machine';
import { traceRecord } from '@sluice/testbed/samples';
import { readLog, testBrokers } from '@sluice/testbed/servers';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import {
  type KafkaConnection,
  KafkaPublisher,
  KafkaSubscriber,
  type PartitionStatus,
  type SubscriberTuning,
  topicName,
} from '.';
import { type Batch, type BatchHandler, HaltPartitionError, type Topic } from '../bus';

const TOPIC = 'sluice.traces.v1';
const FAST: Partial<SubscriberTuning> = {
  firstBackOffMs: 50,
  longestBackOffMs: 200,
  fetchWaitMs: 20,
  heartbeatMs: 100,
  recheckMs: 200,
  mirrorMs: 100,
  watermarksMs: 100,
};

/** Store for the handler: applies each offset once, and survives its consumers. */
class Store implements BatchHandler {
  readonly positions = new Map<number, number>();
  readonly batches: Batch[] = [];
  before: (batch: Batch, lost: AbortSignal) => Promise<void> = () => Promise.resolve();

  position(_topic: Topic, partition: number): Promise<number> {
    return Promise.resolve(this.positions.get(partition) ?? 0);
  }

  async handle(batch: Batch, lost: AbortSignal): Promise<void> {
    await this.before(batch, lost);
    const position = this.positions.get(batch.partition) ?? 0;
    if (batch.from > position) throw new Error(`a batch from ${batch.from} where ${position} comes next`);
    const isNew = ({ offset }: { readonly offset: number }) => offset >= position;
    this.batches.push({ ...batch, deliveries: batch.deliveries.filter(isNew) });
    this.positions.set(batch.partition, Math.max(position, batch.next));
  }

  ids(): string[] {
    return this.batches.flatMap(({ deliveries }) => deliveries.map(({ record }) => record.recordId));
  }
}

const later = closeIn(afterEach);
let admin: Admin;
beforeAll(async () => {
  admin = new Kafka({ brokers: testBrokers(), logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
});
afterAll(() => admin.disconnect());

async function setUp({ partitions = 1 }: { partitions?: number } = {}) {
  const logged: string[] = [];
  const connection = await kafkaTopics({ brokers: testBrokers(), partitions }, logged);
  const publisher = new KafkaPublisher({ connection, deadlineMs: patience(4_000), maxPendingBytes: 1e8 });
  later(() => publisher.close());
  await publisher.check();
  return { connection, publisher, logged, store: new Store(), topic: topicName(connection, TOPIC) };
}

async function consume(
  connection: KafkaConnection,
  store: BatchHandler,
  tuning: Partial<SubscriberTuning> = {},
): Promise<KafkaSubscriber> {
  const groupId = `${connection.topicPrefix ?? ''}group`;
  const subscriber = new KafkaSubscriber({
    connection,
    groupId,
    concurrency: 4,
    maxBatchBytes: 1e6,
    tuning: { ...FAST, ...tuning },
  });
  later(() => subscriber.close());
  await subscriber.subscribe([TOPIC], store);
  return subscriber;
}

const records = (from: number, count: number): TraceRecord[] =>
  Array.from({ length: count }, (_, n) => traceRecord(from + n));
const idsOf = (sent: readonly TraceRecord[]): string[] => sent.map(({ recordId }) => recordId).sort();
const statesOf = (subscriber: KafkaSubscriber): PartitionStatus['state'][] =>
  subscriber.partitions().map(({ state }) => state);

test('a consumer goes on where the store stands, whatever its group remembers', async () => {
  const { connection, publisher, store, topic } = await setUp();
  await publisher.publish(TOPIC, records(0, 10));
  const first = await consume(connection, store);
  await eventually(() => store.ids().length === 10);
  const groupId = `${connection.topicPrefix}group`;
  const mirrored = async () => (await admin.fetchOffsets({ groupId, topics: [topic] }))[0]?.partitions[0]?.offset;
  expect(await eventually(mirrored, (offset) => offset === '10')).toBe('10');
  await first.close();

  store.positions.set(0, 4);
  await consume(connection, store);
  await eventually(() => store.ids().length === 16);
  expect(store.batches.slice(-1)[0]?.from).toBe(4);
  await publisher.publish(TOPIC, records(10, 1));
  await eventually(() => store.ids().length === 17);
});

test('two consumers share the partitions, hand them over, and all that the log has is applied once', async () => {
  const { connection, publisher, store } = await setUp({ partitions: 4 });
  const stop = new AbortController();
  const sent: TraceRecord[] = [];
  const sending = (async () => {
    while (!stop.signal.aborted) {
      const some = records(sent.length, 5);
      sent.push(...some);
      await publisher.publish(TOPIC, some);
    }
  })();
  const generations = new Set<AbortSignal>();
  store.before = (_, lost) => {
    generations.add(lost);
    return Promise.resolve();
  };
  const first = await consume(connection, store);
  await eventually(() => statesOf(first).filter((state) => state === 'running').length === 4);
  const second = await consume(connection, store);
  await eventually(() => statesOf(first).length === 2 && statesOf(second).length === 2);
  await eventually(() => [...statesOf(first), ...statesOf(second)].every((state) => state === 'running'));
  await first.close();
  await eventually(() => statesOf(second).length === 4);
  stop.abort();
  await sending;
  // If a partition of the new topic was not ready, the log also contains the repeated records.
  const log = [...(await readLog(testBrokers(), topicName(connection, TOPIC))).values()].flat();
  const logged = log.map(({ headers }) => String(headers?.['sluice-record-id'])).sort();
  expect([...new Set(logged)]).toEqual(idsOf(sent));
  await eventually(() => store.ids().length >= logged.length);
  expect(store.ids().sort()).toEqual(logged);
  expect([...generations].some(({ aborted }) => aborted)).toBe(true);
});

test('a handler that is running when the group rebalances is told so', async () => {
  const { connection, publisher, store } = await setUp();
  await publisher.publish(TOPIC, records(0, 1));
  let reported: unknown;
  store.before = (_, lost) =>
    new Promise((resolve) => {
      lost.addEventListener('abort', () => {
        reported ??= lost.reason;
        resolve();
      });
    });
  await consume(connection, store);
  await eventually(() => store.positions.size === 0);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(reported).toBeUndefined();
  await consume(connection, new Store());
  await eventually(() => reported !== undefined);
  expect(reported).toEqual(new Error('the group is rebalancing'));
});

test('a partition whose next records are gone halts alone, and goes on when the position is moved', async () => {
  const { connection, publisher, store, topic, logged } = await setUp({ partitions: 2 });
  await publisher.publish(TOPIC, records(0, 40));
  const first = await consume(connection, store);
  await eventually(() => store.ids().length === 40);
  await first.close();
  const end = store.positions.get(0) ?? 0;
  store.positions.set(0, 2);
  await admin.fetchTopicOffsets(topic); // the library looks for the leader in its old metadata
  await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '5' }] });

  const second = await consume(connection, store);
  const reason = 'offsets 2 to 4 are gone from the log before they were stored';
  await eventually(() => statesOf(second).sort().join() === 'halted,running');
  expect(second.partitions().find(({ partition }) => partition === 0)).toMatchObject({
    reason,
    position: 2,
    lag: end - 2,
  });
  await publisher.publish(TOPIC, records(40, 40));
  await eventually(() => store.ids().length > 40);
  expect(store.batches.slice(-1)[0]?.partition).toBe(1);
  expect(logged.filter((line) => line.startsWith('error') && line.includes(reason))).toHaveLength(1);

  store.positions.set(0, 5);
  await eventually(() => statesOf(second).join() === 'running,running');
  await eventually(() => second.partitions().every(({ lag }) => lag === 0));
});

test('a topic that was created again halts while it is shorter than the position, and after it has outgrown it', async () => {
  const { connection, publisher, store, topic } = await setUp();
  await publisher.publish(TOPIC, records(0, 10));
  const subscriber = await consume(connection, store);
  await eventually(() => store.ids().length === 10);
  await admin.deleteTopics({ topics: [topic] });
  for (let made = false; !made;) {
    made = await admin.createTopics({ topics: [{ topic, numPartitions: 1 }] }).catch(() => false);
  }
  await eventually(() => statesOf(subscriber)[0] === 'halted');
  await publisher.check();
  for (let sent = 0; sent < 20; sent += 1) {
    await publisher.publish(TOPIC, [traceRecord(100 + sent)]).catch(() => undefined);
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(statesOf(subscriber)).toEqual(['halted']);
  expect(store.ids()).toHaveLength(10);
});

test('a position that the log has not reached yet halts', async () => {
  const { connection, publisher, store } = await setUp();
  await publisher.publish(TOPIC, records(0, 3));
  store.positions.set(0, 7);
  const subscriber = await consume(connection, store);
  await eventually(() => statesOf(subscriber)[0] === 'halted');
  expect(subscriber.partitions()[0]?.reason).toBe(
    'the log ends at 3, before the stored position 7: the topic was created again, or has lost its end',
  );
});

test('offsets that hold nothing do not halt', async () => {
  const { connection, publisher, store, topic } = await setUp();
  const client = new Kafka({ brokers: testBrokers(), logLevel: logLevel.NOTHING });
  const producer = client.producer({ transactionalId: topic, maxInFlightRequests: 1, idempotent: true });
  await producer.connect();
  for (let n = 0; n < 2; n += 1) {
    // Writes a marker into the log that no consumer receives.
    const transaction = await producer.transaction();
    await transaction.send({ topic, messages: [{ key: 'k', value: 'not a record', partition: 0 }] });
    await transaction.commit();
  }
  await producer.disconnect();
  await publisher.publish(TOPIC, records(0, 1));
  await consume(connection, store);
  await eventually(() => store.ids().length === 1);
  expect(store.positions.get(0)).toBe(5);
  expect(store.batches.flatMap(({ deliveries }) => deliveries.map(({ offset }) => offset))).toEqual([4]);
});

test('what is no record comes with its bytes and what its headers say, among those that are', async () => {
  const { connection, publisher, store, topic } = await setUp();
  await publisher.publish(TOPIC, records(0, 1));
  const producer = new Kafka({ brokers: testBrokers(), logLevel: logLevel.NOTHING }).producer();
  await producer.connect();
  const value = Buffer.from([255, 1, 2, 3]);
  const headers = { 'sluice-record-id': 'an id', 'sluice-items': '17' };
  await producer.send({
    topic,
    messages: [{ value, headers }, { value: null }, { value, headers: { 'sluice-items': '-1' } }],
  });
  await producer.disconnect();
  await publisher.publish(TOPIC, records(1, 1));
  const sent = Date.now() * 1000;
  await consume(connection, store);
  await eventually(() => store.ids().length === 2);
  const reason = 'the bytes are not a record';
  const undecodable = store.batches.flatMap((batch) => batch.undecodable);
  expect(undecodable).toEqual([
    { offset: 1, bytes: value, reason, recordId: 'an id', items: 17, receivedAt: expect.any(Number) },
    {
      offset: 2,
      bytes: Buffer.alloc(0),
      reason: 'a message without a value',
      recordId: undefined,
      items: 1,
      receivedAt: expect.any(Number),
    },
    { offset: 3, bytes: value, reason, recordId: undefined, items: 1, receivedAt: expect.any(Number) },
  ]);
  expect(Math.abs((undecodable[0]?.receivedAt ?? 0) - sent)).toBeLessThan(60e6);
});

test('a partition whose handler fails pauses and tries again, and holds up nobody', async () => {
  const { connection, publisher, store } = await setUp({ partitions: 2 });
  let failing = true;
  let failures = 0;
  store.before = ({ partition }) => {
    if (!failing || partition !== 0) return Promise.resolve();
    failures += 1;
    return Promise.reject(
      failures === 1 ? new Error('the store is away') : new HaltPartitionError('no right to write'),
    );
  };
  const subscriber = await consume(connection, store);
  await publisher.publish(TOPIC, records(0, 40));
  await eventually(() => (store.positions.get(1) ?? 0) > 0 && subscriber.partitions()[0]?.state === 'halted');
  expect(subscriber.partitions()[0]).toMatchObject({ state: 'halted', reason: 'no right to write', position: 0 });
  await subscriber.check();
  failing = false;
  await eventually(() => store.ids().length === 40);
  expect(statesOf(subscriber)).toEqual(['running', 'running']);
  expect(failures).toBeLessThan(20);
});

test('what a store has lost is delivered again, although nothing new comes', async () => {
  const { connection, publisher, store, logged } = await setUp();
  await publisher.publish(TOPIC, records(0, 10));
  const subscriber = await consume(connection, store);
  await eventually(() => store.ids().length === 10);
  store.positions.set(0, 4);
  await eventually(() => store.ids().length === 16);
  expect(store.batches.slice(-1)[0]?.from).toBe(4);
  await eventually(() => statesOf(subscriber)[0] === 'running');
  expect(logged.join()).toContain('the stored position went back from 10 to 4');
});

test('while the position cannot be read nothing is delivered', async () => {
  const { connection, publisher, store } = await setUp();
  await publisher.publish(TOPIC, records(0, 3));
  let failing = true;
  const position = store.position.bind(store);
  store.position = (...logPartition) =>
    failing ? Promise.reject(new Error('the store is away')) : position(...logPartition);
  const subscriber = await consume(connection, store);
  await eventually(() => subscriber.partitions()[0]?.state === 'backing-off');
  expect(subscriber.partitions()[0]?.reason).toBe('the store is away');
  expect(store.batches).toEqual([]);
  failing = false;
  await eventually(() => store.ids().length === 3);
});

test.each([
  ['backs off', new Error('the store is away')],
  ['is halted', new HaltPartitionError('no right to write')],
])('the lag of a partition that %s grows with its log', async (_, failure) => {
  const { connection, publisher, store } = await setUp();
  await publisher.publish(TOPIC, records(0, 2));
  const subscriber = await consume(connection, store, { recheckMs: 600_000 });
  await eventually(() => store.ids().length === 2);
  store.position = () => Promise.reject(failure);
  store.before = () => Promise.reject(failure);
  const lag = (): number => subscriber.partitions()[0]?.lag ?? NaN;
  const state = failure instanceof HaltPartitionError ? 'halted' : 'backing-off';
  const end = async () => Number((await admin.fetchTopicOffsets(topicName(connection, TOPIC)))[0]?.high);

  const stored = store.positions.get(0) ?? NaN;
  for (const first of [2, 5]) {
    await publisher.publish(TOPIC, records(first, 3));
    const waiting = (await end()) - stored;
    expect(waiting).toBeGreaterThan(0);
    await eventually(() => statesOf(subscriber)[0] === state && lag() === waiting);
  }
});

test('a handler that takes long keeps its partition', async () => {
  const { connection, publisher, store } = await setUp();
  await publisher.publish(TOPIC, records(0, 1));
  let lost = 0;
  const sessionTimeoutMs = patience(2_000);
  store.before = async (_, signal) => {
    await new Promise((resolve) => setTimeout(resolve, 1.25 * sessionTimeoutMs));
    if (signal.aborted) lost += 1;
  };
  await consume(connection, store, { sessionTimeoutMs });
  await eventually(() => store.ids().length === 1);
  expect(lost).toBe(0);
});

test('a handler that does not end loses its partition, and the check says so', async () => {
  const { connection, publisher, store } = await setUp();
  await publisher.publish(TOPIC, records(0, 1));
  let release: () => void = () => undefined;
  store.before = () => new Promise((resolve) => (release = resolve));
  const tuning = { sessionTimeoutMs: patience(2_000), handlerPatienceMs: 200 };
  const first = await consume(connection, store, tuning);
  await eventually(() => statesOf(first)[0] === 'running' && first.partitions()[0]?.lag === 1);
  await comesTrue(() => expect(first.check()).rejects.toThrow('does not end'));
  const other = new Store();
  await consume(connection, other);
  await eventually(() => other.ids().length === 1);
  release();
});

test('a failure that does not pass is told, and nothing is tried any more', async () => {
  const { connection, store } = await setUp();
  const subscriber = await consume(connection, store, { sessionTimeoutMs: 200 });
  expect((await subscriber.failed).message).toContain('session timeout');
  await expect(subscriber.check()).rejects.toThrow('the consumer does not run');
});

test('a consumer with nothing to read ends without waiting for the answer of its brokers', async () => {
  const { connection, publisher, store, logged } = await setUp();
  const subscriber = await consume(connection, store, { fetchWaitMs: 1_000 });
  await publisher.publish(TOPIC, records(0, 1));
  await eventually(() => store.ids().length === 1);
  // By now it waits for up to 15 s.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  await subscriber.close();
  expect(logged.filter((line) => line.includes('could not leave'))).toEqual([]);

  await consume(connection, store, { fetchWaitMs: 1_000 });
  await publisher.publish(TOPIC, records(1, 1));
  await eventually(() => store.ids().length === 2);
});
