import { itemCount, recordSize } from '@sluice/record';
import { testUuid, traceRecord } from '@sluice/testbed/samples';
import { describeBusContract } from './bus-contract.testing';
import { BusUnavailableError } from './bus';
import { ITEM_BYTES } from './item-bytes';
import { MemoryBus, type MemoryBusOptions } from './memory-bus';

const OPTIONS: MemoryBusOptions = { partitions: 3, deadlineMs: 4000, maxPendingBytes: 1e8, maxBatchBytes: 1e6 };

describeBusContract('in process', () => {
  const bus = new MemoryBus(OPTIONS);
  return Promise.resolve({ publisher: bus, subscriber: bus, close: () => bus.close() });
});

const TOPIC = 'sluice.traces.v1';

const messageOf = (error: unknown): string => (error as Error).message;

/** Makes a bus whose handler waits until it is released. */
async function heldBus(options: Partial<MemoryBusOptions> = {}) {
  const bus = new MemoryBus({ ...OPTIONS, partitions: 1, ...options });
  const sizes: number[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await bus.subscribe([TOPIC], {
    position: () => Promise.resolve(7),
    handle: async ({ deliveries }) => {
      sizes.push(deliveries.length);
      await held;
    },
  });
  return { bus, sizes, release };
}

test('a publish is acknowledged when its batch has been handled and not before', async () => {
  const { bus, release } = await heldBus();
  let done = false;
  const publishing = bus.publish(TOPIC, [traceRecord(1)]).then(() => (done = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(done).toBe(false);
  release();
  await publishing;
});

test('requests that wait while a batch is handled share the next one', async () => {
  const { bus, sizes, release } = await heldBus();
  const publishing = [1, 2, 3, 4].map((n) => bus.publish(TOPIC, [traceRecord(n)]));
  await new Promise((resolve) => setTimeout(resolve, 5));
  release();
  await Promise.all(publishing);
  expect(sizes).toEqual([1, 3]);
});

/** Makes a bus of two partitions whose handler holds every batch until it is released; the traces 1 and 3 are in different partitions. */
async function twoPartitions(maxBatchBytes = 1e8) {
  const bus = new MemoryBus({ ...OPTIONS, partitions: 2, maxBatchBytes });
  const batches: number[][] = [];
  const held: (() => void)[] = [];
  await bus.subscribe([TOPIC], {
    position: () => Promise.resolve(0),
    handle: async ({ partition, deliveries }) => {
      batches.push([partition, deliveries.length]);
      await new Promise<void>((resolve) => held.push(resolve));
    },
  });
  const release = async (): Promise<void> => {
    for (const each of held.splice(0)) each();
    await new Promise(setImmediate);
  };
  return { bus, batches, release };
}

describe('partitions in which little waits', () => {
  /** Records of the first and of the second partition. */
  const [first, second] = [traceRecord(1, 1), traceRecord(2, 3)];
  /** Records of the second partition. */
  const much = Array.from({ length: 300 }, (_, n) => traceRecord(10 + n, 3));

  test('share a batch', async () => {
    const { bus, batches, release } = await twoPartitions();
    const publishing = bus.publish(TOPIC, [first, second]);
    await new Promise(setImmediate);
    expect(batches.map(([, records]) => records)).toEqual([2]);
    await release();
    await publishing;
  });

  test('wait for a batch that is being handled, and go together then', async () => {
    const { bus, batches, release } = await twoPartitions();
    const publishing = [first, second, first].map((record) => bus.publish(TOPIC, [record]));
    await new Promise(setImmediate);
    expect(batches.map(([, records]) => records)).toEqual([1]);
    await release();
    expect(batches.map(([, records]) => records)).toEqual([1, 2]);
    await release();
    await Promise.all(publishing);
  });

  test('do not exceed the bytes of a batch together', async () => {
    const { bus, batches, release } = await twoPartitions(1);
    const publishing = bus.publish(TOPIC, [first, second]);
    await new Promise(setImmediate);
    expect(batches).toHaveLength(1);
    await release();
    await release();
    await publishing;
  });

  test('do not hold up one in which much waits', async () => {
    const { bus, batches, release } = await twoPartitions();
    const publishing = [bus.publish(TOPIC, [first]), bus.publish(TOPIC, much)];
    await new Promise(setImmediate);
    expect(new Set(batches.map(([partition]) => partition)).size).toBe(2);
    await release();
    await Promise.all(publishing);
  });

  test('hold up one whose records are in their batch: it may be the same rows', async () => {
    const { bus, batches, release } = await twoPartitions();
    const publishing = [bus.publish(TOPIC, [first, second]), bus.publish(TOPIC, much)];
    await new Promise(setImmediate);
    expect(batches.map(([, records]) => records)).toEqual([2]);
    await release();
    expect(batches.map(([, records]) => records)).toEqual([2, much.length]);
    await release();
    await Promise.all(publishing);
  });

  test('are down together when their batch fails', async () => {
    const bus = new MemoryBus({ ...OPTIONS, partitions: 2 });
    await bus.subscribe([TOPIC], {
      position: () => Promise.resolve(0),
      handle: () => Promise.reject(new Error('away')),
    });
    await expect(bus.publish(TOPIC, [first, second])).rejects.toThrow(BusUnavailableError);
    bus.admit(TOPIC);
    expect(() => bus.admit(TOPIC)).toThrow('the records before could not be stored');
  });
});

test('a batch stays within its bytes, and a record above them makes one alone', async () => {
  const { bus, sizes, release } = await heldBus({ maxBatchBytes: 1 });
  const publishing = [1, 2, 3].map((n) => bus.publish(TOPIC, [traceRecord(n)]));
  release();
  await Promise.all(publishing);
  expect(sizes).toEqual([1, 1, 1]);
});

test('a batch that two projects share takes a quarter, and one of one project all', async () => {
  const record = (n: number, project: string) => ({ ...traceRecord(n), project });
  const much = (from: number) => Array.from({ length: 8 }, (_, n) => record(from + n, 'greedy'));
  const bytes = recordSize(record(1, 'greedy')) + itemCount(record(1, 'greedy')) * ITEM_BYTES;
  const { bus, sizes, release } = await heldBus({ maxBatchBytes: 8.5 * bytes });
  const publishing = [bus.publish(TOPIC, much(10)), bus.publish(TOPIC, much(20))];
  publishing.push(bus.publish(TOPIC, [record(30, 'modest')]));
  release();
  await Promise.all(publishing);
  // Greedy and modest; then greedy alone.
  expect(sizes).toEqual([8, 2, 7]);
});

test('beyond the bytes that may wait a publish is refused at once', async () => {
  const { bus, release } = await heldBus({ maxPendingBytes: 1 });
  const first = bus.publish(TOPIC, [traceRecord(1)]);
  await expect(bus.publish(TOPIC, [traceRecord(2)])).rejects.toThrow(BusUnavailableError);
  release();
  await first;
  await bus.publish(TOPIC, [traceRecord(3)]);
});

test('a publish that is not safe within the deadline is refused', async () => {
  const { bus, release } = await heldBus({ deadlineMs: 20 });
  await expect(bus.publish(TOPIC, [traceRecord(1)])).rejects.toThrow('not stored within 20 ms');
  release();
  await bus.close();
});

/** Makes a bus whose batches have one record each, and are confirmed one by one. */
async function steppedBus(deadlineMs: number) {
  const bus = new MemoryBus({ ...OPTIONS, partitions: 1, deadlineMs, maxBatchBytes: 1 });
  const begun: string[] = [];
  const confirm: (() => void)[] = [];
  await bus.subscribe([TOPIC], {
    position: () => Promise.resolve(0),
    handle: async ({ deliveries }) => {
      begun.push(...deliveries.map(({ record }) => record.recordId));
      await new Promise<void>((resolve) => confirm.push(resolve));
    },
  });
  const step = async (): Promise<void> => {
    await new Promise(setImmediate);
    confirm.shift()?.();
    await new Promise(setImmediate);
  };
  return { bus, begun, step };
}

const idsOf = (records: readonly { readonly recordId: string }[]): string[] => records.map(({ recordId }) => recordId);

test('a large publish takes turns with the small ones that come after it', async () => {
  const { bus, begun, step } = await steppedBus(4000);
  const large = [1, 2, 3, 4].map((n) => traceRecord(n));
  const small = traceRecord(5);
  const publishing = [bus.publish(TOPIC, large), bus.publish(TOPIC, [small])];
  for (let at = 0; at < 5; at++) await step();
  await Promise.all(publishing);
  const [first, second, ...others] = idsOf(large);
  expect(begun).toEqual([first, second, small.recordId, ...others]);
});

describe('by a clock of the test', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  test('a publish goes on as long as some of its records become safe, and is refused when none do', async () => {
    const { bus, step } = await steppedBus(100);
    const records = [1, 2, 3].map((n) => traceRecord(n));
    let refused: string | undefined;
    bus.publish(TOPIC, records).catch((error: unknown) => (refused = messageOf(error)));
    for (let at = 0; at < 2; at++) {
      await step();
      jest.advanceTimersByTime(99);
    }
    await new Promise(setImmediate);
    expect(refused).toBeUndefined();
    jest.advanceTimersByTime(1);
    await new Promise(setImmediate);
    expect(refused).toBe('not stored within 100 ms');
  });

  test('what was refused is not begun any more, and gives its bytes back', async () => {
    const { bus, begun, step } = await steppedBus(20);
    const refused = [1, 2, 3].map((n) => traceRecord(n));
    const refusal = bus.publish(TOPIC, refused).catch(messageOf);
    await new Promise(setImmediate);
    jest.advanceTimersByTime(20);
    expect(await refusal).toBe('not stored within 20 ms');
    const next = traceRecord(4);
    const publishing = bus.publish(TOPIC, [next]);
    for (let at = 0; at < 2; at++) await step();
    await publishing;
    expect(begun).toEqual([refused[0]?.recordId, next.recordId]);
  });
});

test('after a failure the position is asked again, because the outcome of the batch is not known', async () => {
  const bus = new MemoryBus({ ...OPTIONS, partitions: 1 });
  const firsts: number[] = [];
  const positions = [10, 20];
  await bus.subscribe([TOPIC], {
    position: () => Promise.resolve(positions.shift() ?? 0),
    handle: ({ deliveries }) => {
      firsts.push(deliveries[0]?.offset ?? -1);
      return firsts.length === 2 ? Promise.reject(new Error('away')) : Promise.resolve();
    },
  });
  await bus.publish(TOPIC, [traceRecord(1)]);
  await expect(bus.publish(TOPIC, [traceRecord(2)])).rejects.toThrow(BusUnavailableError);
  await bus.publish(TOPIC, [traceRecord(3)]);
  expect(firsts).toEqual([10, 11, 20]);
});

test('a topic that nobody has subscribed to takes nothing', async () => {
  const { bus } = await heldBus();
  const metric = { kind: 'metric', recordId: testUuid(1), receivedAt: 1, points: [] } as const;
  await expect(bus.publish('sluice.metrics.v1', [metric])).rejects.toThrow(BusUnavailableError);
});

describe('admission', () => {
  // Only `advanceTimersByTime` advances the time: on a busy machine, the time between two lines may exceed the time that a test is about.
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  /** Makes a bus whose handler fails while `away`. */
  async function failingBus() {
    const bus = new MemoryBus({ ...OPTIONS, partitions: 2 });
    const state = { away: true };
    await bus.subscribe([TOPIC], {
      position: () => Promise.resolve(0),
      handle: () => (state.away ? Promise.reject(new Error('away')) : Promise.resolve()),
    });
    const publish = (n: number) => bus.publish(TOPIC, [traceRecord(n)]).catch((error: unknown) => error);
    return { bus, state, publish };
  }

  test('a full bus admits nothing, and again when there is room', async () => {
    const { bus, release } = await heldBus({ maxPendingBytes: 1 });
    const again = bus.admit(TOPIC);
    const first = bus.publish(TOPIC, [traceRecord(1)]);
    expect(() => bus.admit(TOPIC)).toThrow(new BusUnavailableError('too much is waiting to be stored'));
    expect(again).toThrow(BusUnavailableError);
    release();
    await first;
    bus.admit(TOPIC);
    again();
  });

  test('one that is closed, or that nobody has subscribed to, admits nothing', async () => {
    const { bus } = await heldBus();
    expect(() => bus.admit('sluice.metrics.v1')).toThrow('the bus is closed');
    await bus.close();
    expect(() => bus.admit(TOPIC)).toThrow('the bus is closed');
  });

  test('after a failure in each partition only a try from time to time is admitted, and after a success everything', async () => {
    const { bus, state, publish } = await failingBus();
    bus.admit(TOPIC);
    await publish(1);
    await publish(1);
    bus.admit(TOPIC); // the other partition may work
    for (let n = 2; n < 20; n += 1) await publish(n);
    const isTry = bus.admit(TOPIC);
    const refusal = 'the records before could not be stored';
    expect(() => bus.admit(TOPIC)).toThrow(refusal);
    isTry(); // it stays a trial
    jest.advanceTimersByTime(501);
    bus.admit(TOPIC);
    expect(() => bus.admit(TOPIC)).toThrow(refusal);
    state.away = false;
    await publish(1);
    for (let n = 0; n < 5; n += 1) bus.admit(TOPIC);
  });

  test('what was known long ago is not known any more: tries that publish nothing do not keep the others out', async () => {
    const { bus, publish } = await failingBus();
    for (let n = 1; n < 20; n += 1) await publish(n);
    bus.admit(TOPIC);
    expect(() => bus.admit(TOPIC)).toThrow(BusUnavailableError);
    jest.advanceTimersByTime(5_001);
    for (let n = 0; n < 5; n += 1) bus.admit(TOPIC);
  });

  test('partitions whose handler hangs are down as well', async () => {
    const { bus, release } = await heldBus({ deadlineMs: 20 });
    const refusal = bus.publish(TOPIC, [traceRecord(1)]).catch(messageOf);
    await new Promise(setImmediate);
    jest.advanceTimersByTime(20);
    expect(await refusal).toBe('not stored within 20 ms');
    bus.admit(TOPIC);
    expect(() => bus.admit(TOPIC)).toThrow('the records before could not be stored');
    release();
    await bus.publish(TOPIC, [traceRecord(2)]);
    bus.admit(TOPIC);
    bus.admit(TOPIC);
  });
});
