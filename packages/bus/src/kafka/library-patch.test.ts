import { createRequire } from 'node:module';
import { type Socket, connect, createServer } from 'node:net';
import { listenLocally } from '@sluice/testbed/network';
import { type Consumer, Kafka, logLevel } from 'kafkajs';

/* Parts of the library with the patch of patches/kafkajs; RATIONALE.md has the table. */

const load = createRequire(__filename);
const noop = () => undefined;
const silent = { namespace: () => silent, debug: noop, info: noop, warn: noop, error: noop };

/** Port without a listener, which only the system may use. */
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

test('a connection that ended in the middle of an answer understands the answers of the next one', async () => {
  const HALF_AN_ANSWER = [0, 0, 1, 0, 0, 0, 0, 0];
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    connections.push(socket);
    socket.on('data', (request) => {
      const correlationId = request.subarray(8, 12);
      if (connections.length === 1) socket.end(Buffer.from(HALF_AN_ANSWER));
      else socket.write(Buffer.concat([Buffer.from([0, 0, 0, 6]), correlationId, Buffer.from('ok')]));
    });
  });
  const port = await listenLocally(server);
  const Connection = load('kafkajs/src/network/connection') as new (options: object) => Connection;
  const connection = new Connection({
    host: '127.0.0.1',
    port,
    clientId: 'test',
    logger: silent,
    connectionTimeout: 5_000,
    requestTimeout: 1_000,
    enforceRequestTimeout: true,
    socketFactory: ({ onConnect }: { readonly onConnect: () => void }) =>
      connect({ host: '127.0.0.1', port }, onConnect),
  });
  try {
    await connection.connect();
    await expect(connection.send(REQUEST)).rejects.toThrow('Closed connection');
    await connection.connect();
    await expect(connection.send(REQUEST)).resolves.toBe('ok');
  } finally {
    await connection.disconnect();
    for (const socket of connections) socket.destroy();
    server.close();
  }
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

test('a connection looks for requests that are late when the first may be, and sets no timer with none on its way', async () => {
  const RequestQueue = load('kafkajs/src/network/requestQueue') as new (options: object) => RequestQueue;
  const late: number[] = [];
  const queue = new RequestQueue({
    clientId: 'test',
    broker: 'none',
    logger: silent,
    enforceRequestTimeout: true,
    requestTimeout: 60_000,
    onRequestTimeout: () => late.push(queue.inflight.size),
  });
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const intervals = jest.spyOn(globalThis, 'setInterval');
  queue.scheduleRequestTimeoutCheck();
  const atRest = timers.mock.calls.length;
  const send = (correlationId: number) =>
    new Promise((resolve, reject) =>
      queue.push({ entry: { correlationId, resolve, reject }, expectResponse: true, sendRequest: noop }),
    );
  const long = send(1);
  queue.requestTimeout = 20;
  await expect(send(2)).rejects.toThrow('timed out');
  queue.fulfillRequest({ correlationId: 1, payload: Buffer.alloc(0), size: 0 });
  await long;
  queue.destroy();
  const set = timers.mock.calls.map(([, ms]) => ms);
  const repeated = intervals.mock.calls.length;
  jest.restoreAllMocks();
  expect({ atRest, repeated, late }).toEqual({ atRest: 0, repeated: 0, late: [1] });
  expect(set.slice(0, 2)).toEqual([60_000, 20]);
});

/** Request of a kind that no broker knows. */
const REQUEST = {
  request: {
    apiKey: 99,
    apiVersion: 0,
    apiName: 'test',
    encode: () => Promise.resolve(new (load('kafkajs/src/protocol/encoder') as new () => object)()),
  },
  response: {
    decode: (payload: Buffer) => Promise.resolve(payload.toString()),
    parse: (text: string) => Promise.resolve(text),
  },
};

const EAGER = '1000 bytes within 100 ms';
const BRIEF = '1 bytes within 500 ms';
const LONG = '1 bytes within 1500 ms';

test('a consumer at rest waits longer, for the first message', async () => {
  const answers = [['message'], [], [], ['message'], []];
  const { group, asked } = memberOf(() => Promise.resolve(answers.shift() ?? []));
  for (let times = 0; times < 5; times += 1) await group.fetch(1);
  expect(asked).toEqual([EAGER, EAGER, LONG, LONG, EAGER]);
});

test('a consumer at rest does not wait long while a partition is paused, which may be resumed', async () => {
  const { group, asked } = memberOf(() => Promise.resolve([]));
  group.pause([{ topic: 't', partitions: [1] }]);
  await group.fetch(1);
  await group.fetch(1);
  group.resume([{ topic: 't', partitions: [1] }]);
  await group.fetch(1);
  expect(asked).toEqual([EAGER, BRIEF, LONG]);
});

test('a partition that pauses while its consumer waits long ends the wait', async () => {
  const { group, asked, abandoned } = memberOf((fail) =>
    asked.length < 2 ? Promise.resolve([]) : new Promise((_, reject) => fail(reject)),
  );
  await group.fetch(1);
  const waiting = group.fetch(1);
  await new Promise(setImmediate);
  expect(asked).toEqual([EAGER, LONG]);
  group.pause([{ topic: 't', partitions: [1] }]);
  await expect(waiting).resolves.toEqual([]);
  expect(abandoned()).toBe(1);
});

/** Makes a member of a group at a broker that answers with these messages of partition 0, and fails abandoned requests. */
function memberOf(answer: (onAbandon: (fail: () => void) => void) => Promise<readonly string[]>) {
  const ConsumerGroup = load('kafkajs/src/consumer/consumerGroup') as new (options: object) => Fetching;
  const asked: string[] = [];
  let abandoned = 0;
  let fail: () => void = noop;
  const fetch = async ({ maxWaitTime, minBytes }: { readonly maxWaitTime: number; readonly minBytes: number }) => {
    asked.push(`${minBytes} bytes within ${maxWaitTime} ms`);
    const messages = (await answer((reject) => (fail = reject))).map((value) => ({ offset: '0', value }));
    return { responses: [{ topicName: 't', partitions: [{ partition: 0, messages }] }] };
  };
  const abandonFetch = (): void => {
    abandoned += 1;
    fail();
  };
  const group = new ConsumerGroup({
    groupId: 'test',
    logger: silent,
    minBytes: 1000,
    maxWaitTimeInMs: 100,
    cluster: {
      refreshMetadataIfNecessary: () => Promise.resolve(),
      findBroker: () => Promise.resolve({ fetch, connectionPool: { abandonFetch } }),
    },
  });
  Object.assign(group, {
    checkForStaleAssignment: noop,
    filterPartitionsByNode: (_: number, partitions: unknown) => partitions,
    offsetManager: { resolveOffsets: noop, committedOffsets: () => ({ t: { 0: '0' } }), nextOffset: () => '0' },
  });
  group.subscriptionState.assign([{ topic: 't', partitions: [0, 1] }]);
  return { group, asked, abandoned: () => abandoned };
}

interface TopicPartitions {
  readonly topic: string;
  readonly partitions: readonly number[];
}

/** Member of a group, below the library's consumer. */
interface Fetching {
  fetch(nodeId: number): Promise<unknown>;
  pause(partitions: readonly TopicPartitions[]): void;
  resume(partitions: readonly TopicPartitions[]): void;
  readonly subscriptionState: { assign(partitions: readonly TopicPartitions[]): void };
}

/** Connection to a broker. */
interface Connection {
  connect(): Promise<unknown>;
  disconnect(): Promise<unknown>;
  send(request: object): Promise<unknown>;
}

/** Requests of a connection. */
interface RequestQueue {
  scheduleRequestTimeoutCheck(): void;
  push(request: object): void;
  fulfillRequest(response: object): void;
  destroy(): void;
  requestTimeout: number;
  readonly inflight: ReadonlyMap<number, unknown>;
}
