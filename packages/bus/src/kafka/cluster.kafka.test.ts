import { setTimeout as pause } from 'node:timers/promises';
import { kafkaTopics } from '../testing';
import { closeIn, eventually, patience } from '@sluice/testbed/machine';
import { TcpProxy } from '@sluice/testbed/network';
import { traceRecord } from '@sluice/testbed/samples';
import { type TestBroker, configureTopic, readLog, startTestBroker } from '@sluice/testbed/servers';
import { KafkaPublisher, KafkaSubscriber, topicName } from '.';
import { BusUnavailableError } from '../bus';
import { createClient } from './connection';

const TOPIC = 'sluice.traces.v1';

let way: readonly TcpProxy[];
let broker: TestBroker;
const later = closeIn(afterAll);

beforeAll(async () => {
  way = await Promise.all([TcpProxy.listen(), TcpProxy.listen(), TcpProxy.listen()]);
  broker = await startTestBroker({ nodes: 3, ways: [way] });
});
afterAll(async () => {
  await broker.stop();
  for (const proxy of way) await proxy.close();
});

test('what three brokers acknowledge outlives one that leads a partition and the group, and both sides go on without it', async () => {
  const connection = { ...(await kafkaTopics({ brokers: broker.brokers, replicas: 3 })), brokers: broker.through(way) };
  const publisher = new KafkaPublisher({ connection, deadlineMs: patience(5_000), maxPendingBytes: 1e8 });
  later(() => publisher.close());
  await publisher.check();
  const groupId = connection.topicPrefix ?? '';
  const subscriber = new KafkaSubscriber({ connection, groupId, concurrency: 3, maxBatchBytes: 1e6 });
  later(() => subscriber.close());
  const handled = new Set<string>();
  const positions = new Map<number, number>();
  await subscriber.subscribe([TOPIC], {
    position: (_, partition) => Promise.resolve(positions.get(partition) ?? 0),
    handle: ({ partition, deliveries, next }) => {
      for (const { record } of deliveries) handled.add(record.recordId);
      positions.set(partition, next);
      return Promise.resolve();
    },
  });

  const acknowledged: string[] = [];
  const refused: unknown[] = [];
  let next = 0;
  let inARow = 0;
  let going = true;
  const clients = Array.from({ length: 20 }, async () => {
    while (going) {
      const record = traceRecord(next++);
      await publisher.publish(TOPIC, [record]).then(
        () => {
          acknowledged.push(record.recordId);
          inARow += 1;
        },
        (error: unknown) => {
          refused.push(error);
          inARow = 0;
        },
      );
      await pause(2);
    }
  });
  await eventually(() => handled.size > 100);
  await broker.kill(await coordinatorOf(groupId));
  inARow = 0;
  // It led one of the three partitions, too: every third record is for that partition.
  await eventually(() => inARow > 500);
  going = false;
  await Promise.all(clients);

  for (const error of refused) expect(error).toBeInstanceOf(BusUnavailableError);
  const log = await readLog(broker.brokers, topicName(connection, TOPIC));
  const stored = new Set([...log.values()].flat().map(({ headers }) => String(headers?.['sluice-record-id'])));
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  await eventually(() => [...stored].every((id) => handled.has(id)));

  // Two replicas are left: if the topic requires three, nothing is acknowledged.
  await configureTopic(broker.brokers, topicName(connection, TOPIC), { 'min.insync.replicas': '3' });
  const refusal = () =>
    publisher.publish(TOPIC, [traceRecord(next++)]).then(
      () => undefined,
      (error: unknown) => error,
    );
  expect(await eventually(refusal, (error) => error !== undefined, 20_000)).toBeInstanceOf(BusUnavailableError);
});

/** Finds the node that coordinates a group. The proxies' clients learn only the proxies' addresses. */
async function coordinatorOf(groupId: string): Promise<number> {
  const admin = createClient({ brokers: broker.through(way), clientId: 'test', log: () => undefined }).admin();
  await admin.connect();
  const topic = '__consumer_offsets';
  const [{ topics }, { brokers }] = await Promise.all([
    admin.fetchTopicMetadata({ topics: [topic] }),
    admin.describeCluster(),
  ]);
  await admin.disconnect();
  const addresses = new Map(brokers.map(({ nodeId, host, port }) => [nodeId, `${host}:${port}`]));
  expect([...addresses.values()].sort()).toEqual([...broker.through(way)].sort());
  const partitions = topics[0]?.partitions ?? [];
  const hash = Buffer.from(groupId).reduce((sum, byte) => (Math.imul(sum, 31) + byte) | 0, 0);
  const partition = (hash & 0x7fffffff) % partitions.length;
  const leader = partitions.find(({ partitionId }) => partitionId === partition)?.leader;
  return broker.through(way).indexOf(addresses.get(leader ?? -1) ?? '');
}
