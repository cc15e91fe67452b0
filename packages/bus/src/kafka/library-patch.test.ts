import { createRequire } from 'node:module';
import { type Socket, connect } from 'node:net';
import { type Consumer, Kafka, logLevel } from 'kafkajs';

/* Parts of the library with the patch of patches/kafkajs; RATIONALE.md has the table. */

const load = createRequire(__filename);
const noop = () => undefined;
const silent = { namespace: () => silent, debug: noop, info: noop, warn: noop, error: noop };

/** Nobody listens there, and nobody but the system may. */
const REFUSING_PORT = 1;

test('a connection that was refused keeps no listener of each time that it is closed', async () => {
  const sockets: Socket[] = [];
  const client = new Kafka({
    brokers: [`127.0.0.1:${REFUSING_PORT}`],
    logLevel: logLevel.NOTHING,
    retry: { retries: 0 },
    socketFactory: ({ host, port, onConnect }) => {
      const socket = connect({ host, port }, onConnect);
      sockets.push(socket);
      return socket;
    },
  });
  const admin = client.admin();
  await expect(admin.connect()).rejects.toThrow('ECONNREFUSED');
  for (let times = 0; times < 20; times += 1) await admin.disconnect();
  expect(sockets.map((socket) => socket.listenerCount('connect') <= 2)).toEqual([true]);
});

test('a connection with nothing to send sets no timer', () => {
  const RequestQueue = load('kafkajs/src/network/requestQueue') as new (options: object) => {
    scheduleCheckPendingRequests(): void;
    destroy(): void;
    readonly throttleCheckTimeoutId: unknown;
  };
  const queue = new RequestQueue({ clientId: 'test', broker: 'none', logger: silent });
  queue.scheduleCheckPendingRequests();
  const timer = queue.throttleCheckTimeoutId;
  queue.destroy();
  expect(timer).toBeNull();
});

test('a consumer whose disconnect fails reports that it has crashed', async () => {
  const createConsumer = load('kafkajs/src/consumer') as (options: object) => Consumer;
  const consumer = createConsumer({
    groupId: 'test',
    logger: silent,
    cluster: {
      connect: () => Promise.reject(new Error('a group that nobody may join')),
      disconnect: () => Promise.reject(new Error('a connection that does not end')),
    },
  });
  const crashed = new Promise<Error>((resolve) => consumer.on(consumer.events.CRASH, (e) => resolve(e.payload.error)));
  await consumer.run({});
  expect((await crashed).message).toBe('a group that nobody may join');
});

test('messages of a request are put to their partitions without a copy for each of them', () => {
  const byPartition = load('kafkajs/src/producer/groupMessagesPerPartition') as (request: object) => object;
  const messages = Array.from({ length: 100 }, (_, n) => ({ value: String(n) }));
  const copies = jest.spyOn(Array.prototype, Symbol.iterator as never);
  const grouped = byPartition({ topic: 't', partitionMetadata: [{}], messages, partitioner: () => 0 });
  const count = copies.mock.calls.length;
  copies.mockRestore();
  expect(grouped).toEqual({ 0: messages });
  expect(count).toBe(0);
});

test('a consumer at rest waits longer, for the first message', async () => {
  const ConsumerGroup = load('kafkajs/src/consumer/consumerGroup') as new (options: object) => Fetching;
  const asked: string[] = [];
  const answers = [['message'], [], [], ['message'], []];
  const fetch = ({ maxWaitTime, minBytes }: { readonly maxWaitTime: number; readonly minBytes: number }) => {
    asked.push(`${minBytes} bytes within ${maxWaitTime} ms`);
    const messages = (answers.shift() ?? []).map((value) => ({ offset: '0', value }));
    return Promise.resolve({ responses: [{ topicName: 't', partitions: [{ partition: 0, messages }] }] });
  };
  const group = new ConsumerGroup({
    groupId: 'test',
    logger: silent,
    minBytes: 1000,
    maxWaitTimeInMs: 100,
    cluster: {
      refreshMetadataIfNecessary: () => Promise.resolve(),
      findBroker: () => Promise.resolve({ fetch }),
    },
  });
  Object.assign(group, {
    checkForStaleAssignment: noop,
    filterPartitionsByNode: (_: number, partitions: unknown) => partitions,
    offsetManager: { resolveOffsets: noop, committedOffsets: () => ({ t: { 0: '0' } }), nextOffset: () => '0' },
  });
  group.subscriptionState.assign([{ topic: 't', partitions: [0] }]);
  for (let times = 0; times < 5; times += 1) await group.fetch(1);
  const eager = '1000 bytes within 100 ms';
  const atRest = '1 bytes within 500 ms';
  expect(asked).toEqual([eager, eager, atRest, atRest, eager]);
});

/** A member of a group, below the library's consumer. */
interface Fetching {
  fetch(nodeId: number): Promise<unknown>;
  readonly subscriptionState: {
    assign(partitions: readonly { readonly topic: string; readonly partitions: readonly number[] }[]): void;
  };
}
