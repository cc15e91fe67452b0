import { setImmediate as turn } from 'node:timers/promises';
import { encodeRecord } from '@sluice/record';
import { closeIn } from '@sluice/testbed/machine';
import { traceRecord } from '@sluice/testbed/samples';
import type { Batch } from '../bus';
import type { GroupConsumer } from './group-library';
import { KafkaSubscriber } from './kafka-subscriber';

const TOPIC = 'sluice.traces.v1';
type EachBatch = NonNullable<NonNullable<Parameters<GroupConsumer['run']>[0]>['eachBatch']>;

/** Consumer that has partition 0 and delivers the batches of a test. */
class ScriptedConsumer {
  readonly seeks: number[] = [];
  readonly ended: string[] = [];
  /** Resolves when the library has joined the group. */
  joined: Promise<void> = Promise.resolve();
  /** Error of the next heartbeat. */
  failure: Error | undefined;
  readonly #listeners = new Map<string, (event: unknown) => void>();
  #eachBatch: EachBatch = () => Promise.resolve();

  asConsumer(): GroupConsumer {
    return {
      events: { GROUP_JOIN: 'join', FETCH_START: 'fetch start', FETCH: 'fetch' },
      on: (event: string, listener: (event: unknown) => void) => this.#listeners.set(event, listener),
      connect: () => Promise.resolve(),
      disconnect: () => Promise.resolve(void this.ended.push('disconnect')),
      subscribe: () => Promise.resolve(),
      stop: () => Promise.resolve(void this.ended.push('stop')),
      commitOffsets: () => Promise.resolve(),
      pause: () => undefined,
      resume: () => undefined,
      seek: ({ offset }: { offset: string }) => void this.seeks.push(Number(offset)),
      run: async ({ eachBatch }: { eachBatch: EachBatch }) => {
        this.#eachBatch = eachBatch;
        await this.joined;
        this.tell('join', { payload: { memberAssignment: { [TOPIC]: [0] } } });
      },
    } as unknown as GroupConsumer;
  }

  tell(event: string, what?: unknown): void {
    this.#listeners.get(event)?.(what);
  }

  deliver(from: number, next: number): Promise<void> {
    const messages = Array.from({ length: next - from }, (_, n) => ({
      offset: String(from + n),
      value: Buffer.from(encodeRecord(traceRecord(from + n))),
      headers: {},
      timestamp: '0',
    }));
    const batch = {
      topic: TOPIC,
      partition: 0,
      highWatermark: '10',
      messages,
      firstOffset: () => String(from),
      lastOffset: () => String(next - 1),
    };
    const payload = {
      batch,
      resolveOffset: () => undefined,
      heartbeat: () => this.#heartbeat(),
      isRunning: () => true,
    };
    return this.#eachBatch(payload as unknown as Parameters<EachBatch>[0]);
  }

  #heartbeat(): Promise<void> {
    const { failure } = this;
    this.failure = undefined;
    return failure === undefined ? Promise.resolve() : Promise.reject(failure);
  }
}

const later = closeIn(afterEach);

/** Makes a subscriber, and the list of its handled offsets. */
async function joining(consumer: ScriptedConsumer) {
  const handled: number[] = [];
  const subscriber = new KafkaSubscriber({
    connection: { brokers: [], clientId: 'test', log: () => undefined },
    groupId: 'group',
    concurrency: 1,
    maxBatchBytes: 1_000_000,
    library: {
      consumer: () => consumer.asConsumer(),
      watermarks: () => ({
        of: () => Promise.resolve(new Map([[0, { low: 0, high: 10 }]])),
        close: () => Promise.resolve(),
      }),
    },
  });
  await subscriber.subscribe([TOPIC], {
    position: () => Promise.resolve(0),
    handle: ({ deliveries }: Batch) => {
      handled.push(...deliveries.map(({ offset }) => offset));
      return Promise.resolve();
    },
  });
  later(() => subscriber.close());
  return { subscriber, handled };
}

/** Makes a subscriber whose partition has begun at 0, and the list of its handled offsets. */
async function subscribed(consumer: ScriptedConsumer) {
  const made = await joining(consumer);
  while (made.subscriber.partitions()[0]?.state !== 'running') await turn();
  return made;
}

test('a subscriber that is closed while it joins leaves the group after the join', async () => {
  const consumer = new ScriptedConsumer();
  let join: () => void = () => undefined;
  consumer.joined = new Promise((resolve) => (join = resolve));
  const { subscriber } = await joining(consumer);
  await turn();
  const closed = subscriber.close();
  await turn();
  expect(consumer.ended).toEqual([]);
  join();
  await closed;
  expect(consumer.ended).toEqual(['stop', 'disconnect']);
});

test('what comes once more from another broker is left out, and the partition goes on', async () => {
  const consumer = new ScriptedConsumer();
  const { subscriber, handled } = await subscribed(consumer);
  await consumer.deliver(0, 3);
  await consumer.deliver(1, 3);
  expect(consumer.seeks).toEqual([0, 3]);
  await consumer.deliver(3, 5);
  expect(handled).toEqual([0, 1, 2, 3, 4]);
  expect(subscriber.partitions()[0]).toMatchObject({ state: 'running', position: 5 });
});

test('a heartbeat that a lost connection fails takes no partition away: the library goes on as the same member', async () => {
  const consumer = new ScriptedConsumer();
  const { subscriber, handled } = await subscribed(consumer);
  consumer.failure = new Error('Connection error: read ECONNRESET');
  await expect(consumer.deliver(0, 3)).rejects.toThrow('ECONNRESET');
  await consumer.deliver(3, 5);
  expect(handled).toEqual([0, 1, 2, 3, 4]);
  expect(subscriber.partitions()[0]).toMatchObject({ state: 'running', position: 5 });
});

test.each(['REBALANCE_IN_PROGRESS', 'NOT_COORDINATOR_FOR_GROUP', 'ILLEGAL_GENERATION', 'UNKNOWN_MEMBER_ID'])(
  'after %s nothing is handled until the group was joined again',
  async (type) => {
    const consumer = new ScriptedConsumer();
    const { handled } = await subscribed(consumer);
    consumer.failure = Object.assign(new Error('refused'), { type });
    await expect(consumer.deliver(0, 3)).rejects.toThrow('refused');
    await consumer.deliver(3, 5);
    expect(handled).toEqual([0, 1, 2]);
  },
);

test('a loop that asks and is never answered has a problem', async () => {
  const consumer = new ScriptedConsumer();
  const { subscriber } = await subscribed(consumer);
  const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 11_000);
  consumer.tell('fetch start');
  await expect(subscriber.check()).rejects.toThrow('the consumer hears nothing of the brokers');
  consumer.tell('fetch');
  await expect(subscriber.check()).resolves.toBeUndefined();
  clock.mockRestore();
});
