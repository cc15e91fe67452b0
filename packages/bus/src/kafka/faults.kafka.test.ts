import { kafkaTopics } from '../testing';
import { closeIn, comesTrue, eventually, patience } from '@sluice/testbed/machine';
import { TcpProxy } from '@sluice/testbed/network';
import { traceRecord } from '@sluice/testbed/samples';
import { type TestBroker, readLog, startTestBroker } from '@sluice/testbed/servers';
import { type KafkaConnection, KafkaPublisher, type KafkaPublisherOptions, KafkaSubscriber, topicName } from '.';
import { BusUnavailableError } from '../bus';

const TOPIC = 'sluice.traces.v1';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let proxy: TcpProxy;
let broker: TestBroker;
const later = closeIn(afterEach);

beforeAll(async () => {
  proxy = await TcpProxy.listen();
  broker = await startTestBroker({ ways: [[proxy]] });
});
afterAll(async () => {
  await broker.stop();
  await proxy.close();
});

async function setUp(options: Partial<KafkaPublisherOptions> = {}, through: Partial<KafkaConnection> = {}) {
  const logged: string[] = [];
  const connection = await kafkaTopics({ brokers: broker.brokers }, logged);
  const publisher = new KafkaPublisher({
    connection: { ...connection, ...through },
    deadlineMs: patience(4_000),
    maxPendingBytes: 1e8,
    ...options,
  });
  later(() => publisher.close());
  await publisher.check();
  return { publisher, connection, logged };
}

/** Makes a publisher that gives up soon when the proxy drops data, but not when a busy machine answers late. */
function setUpThroughProxy() {
  const deadlineMs = patience(1_000);
  return setUp({ deadlineMs }, { brokers: broker.through([proxy]), requestTimeoutMs: 2 * deadlineMs });
}

/** Consumes everything; `ids` has each handled record once. */
async function consume(connection: KafkaConnection): Promise<{ ids: Set<string>; subscriber: KafkaSubscriber }> {
  const ids = new Set<string>();
  const positions = new Map<number, number>();
  const groupId = connection.topicPrefix ?? '';
  const tuning = { watermarksMs: 200 };
  const subscriber = new KafkaSubscriber({ connection, groupId, concurrency: 3, maxBatchBytes: 1e6, tuning });
  later(() => subscriber.close());
  await subscriber.subscribe([TOPIC], {
    position: (_, partition) => Promise.resolve(positions.get(partition) ?? 0),
    handle: ({ partition, deliveries, next }) => {
      for (const { record } of deliveries) ids.add(record.recordId);
      positions.set(partition, next);
      return Promise.resolve();
    },
  });
  return { ids, subscriber };
}

/** Counts the occurrences of each record in the log. */
async function storedIds(connection: KafkaConnection): Promise<Map<string, number>> {
  const log = await readLog(broker.brokers, topicName(connection, TOPIC));
  const counts = new Map<string, number>();
  for (const { headers } of [...log.values()].flat()) {
    const id = String(headers?.['sluice-record-id']);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** Publishes until it succeeds. */
async function untilTaken(publisher: KafkaPublisher, n: number): Promise<void> {
  const publish = () =>
    publisher.publish(TOPIC, [traceRecord(n)]).then(
      () => 'taken',
      (error: unknown) => String(error),
    );
  await eventually(publish, (outcome) => outcome === 'taken');
}

test('of what is acknowledged while the broker is killed and comes back nothing is lost, and the consumer goes on', async () => {
  const { publisher, connection } = await setUp({ deadlineMs: 2_000 });
  const { ids, subscriber } = await consume(connection);
  const acknowledged: string[] = [];
  const refused: unknown[] = [];
  let next = 0;
  let going = true;
  const clients = Array.from({ length: 20 }, async () => {
    while (going) {
      const record = traceRecord(next++);
      await publisher.publish(TOPIC, [record]).then(
        () => acknowledged.push(record.recordId),
        (error: unknown) => refused.push(error),
      );
      await pause(2);
    }
  });
  await pause(300);
  await eventually(() => ids.size > 0);
  await broker.kill();
  const before = acknowledged.length;
  await broker.restart();
  await untilTaken(publisher, next++);
  await pause(300);
  going = false;
  await Promise.all(clients);
  expect(before).toBeGreaterThan(0);
  expect(acknowledged.length).toBeGreaterThan(before);
  for (const error of refused) expect(error).toBeInstanceOf(BusUnavailableError);
  const stored = await storedIds(connection);
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  await eventually(() => [...stored.keys()].every((id) => ids.has(id)));
  await subscriber.check();
});

test('a consumer whose broker is frozen says so, and no longer when it thaws', async () => {
  const { connection } = await setUp();
  const { subscriber } = await consume({ ...connection, requestTimeoutMs: 500 });
  const isFine = () =>
    subscriber.check().then(
      () => true,
      () => false,
    );
  let fine = false;
  const watching = setInterval(() => void isFine().then((is) => (fine = is)), 20);
  try {
    await eventually(() => fine);
    await broker.freeze();
    try {
      await eventually(() => !fine);
      const seen: boolean[] = [];
      for (let n = 0; n < 100; n += 1) {
        await pause(30);
        seen.push(await isFine());
      }
      expect(seen).not.toContain(true);
    } finally {
      await broker.thaw();
    }
    await eventually(() => fine);
  } finally {
    clearInterval(watching);
  }
});

test('while the broker is away nobody claims to know the lag: an old one would look like a standstill', async () => {
  const { publisher, connection } = await setUp();
  const { subscriber } = await consume(connection);
  const lags = () => new Set(subscriber.partitions().map(({ lag }) => lag));
  await publisher.publish(TOPIC, [traceRecord(1)]);
  await eventually(() => lags().size === 1 && lags().has(0));
  await broker.kill();
  try {
    await eventually(() => lags().size === 0 || (lags().size === 1 && lags().has(undefined)));
  } finally {
    await broker.restart();
  }
  await eventually(() => lags().size === 1 && lags().has(0));
});

test('a broker that is frozen refuses within the deadline, then at once, and is found again when it thaws', async () => {
  const deadlineMs = patience(1_000);
  const { publisher, logged } = await setUp({ deadlineMs });
  await publisher.publish(TOPIC, [traceRecord(1)]);
  await broker.freeze();
  try {
    await expect(publisher.publish(TOPIC, [traceRecord(1)])).rejects.toThrow(`not stored within ${deadlineMs} ms`);
    await expect(publisher.publish(TOPIC, [traceRecord(1)])).rejects.toThrow('a partition does not take records now');
    // By the deadline, or before it by the time limit of a request, which does not grow with the load.
    await expect(publisher.check()).rejects.toThrow('the brokers do not answer');
  } finally {
    await broker.thaw();
  }
  await untilTaken(publisher, 1);
  // A check may share a request that was sent while the broker was frozen.
  await comesTrue(() => publisher.check());
  const ownLines = logged.filter((line) => !line.includes('kafkajs'));
  expect(ownLines).toEqual([
    expect.stringContaining('warn partitions do not take records:') as string,
    expect.stringContaining('info all partitions take records again') as string,
  ]);
});

test('a record whose acknowledgement was lost is sent again, and acknowledged', async () => {
  const { publisher, connection } = await setUp({}, { brokers: broker.through([proxy]) });
  await publisher.publish(TOPIC, [traceRecord(1)]);
  const { recordId } = traceRecord(2);
  proxy.cutAnswerOf((request) => request.includes(recordId));
  await publisher.publish(TOPIC, [traceRecord(2)]);
  expect((await storedIds(connection)).get(recordId)).toBe(2);
});

test('connections whose other end is gone without a word are given up', async () => {
  const { publisher } = await setUpThroughProxy();
  await publisher.publish(TOPIC, [traceRecord(1)]);
  proxy.blackHole();
  await expect(publisher.publish(TOPIC, [traceRecord(1)])).rejects.toThrow(BusUnavailableError);
  proxy.endBlackHole();
  await untilTaken(publisher, 1);
});

test('what could not be sent in time is not held any longer than its requests', async () => {
  const { publisher } = await setUpThroughProxy();
  await publisher.publish(TOPIC, [traceRecord(1)]);
  proxy.blackHole();
  const publishing = Array.from({ length: 50 }, (_, n) => publisher.publish(TOPIC, [traceRecord(n)]));
  const results = await Promise.allSettled(publishing);
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 'rejected'));
  await eventually(() => publisher.pendingBytes === 0);
  proxy.endBlackHole();
});

test('a consumer whose connections are gone without a word makes others', async () => {
  const { publisher, connection } = await setUp();
  const { ids } = await consume({ ...connection, brokers: broker.through([proxy]), requestTimeoutMs: 500 });
  await publisher.publish(TOPIC, [traceRecord(1)]);
  await eventually(() => ids.size === 1);
  proxy.blackHole();
  await publisher.publish(TOPIC, [traceRecord(2)]);
  await pause(100);
  proxy.endBlackHole();
  await eventually(() => ids.size === 2);
});
