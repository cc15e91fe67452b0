import type { Batch } from '@sluice/bus';
import { createLogger } from '@sluice/runtime';
import { traceRecord } from '@sluice/testbed/samples';
import { type CommonStore, type FencedBatch, OffsetConflictError, type StoreOutcome } from '@sluice/store/write';
import { groupCommits } from './group-commits';
import { createWriter } from './writer';

const TOPIC = 'sluice.traces.v1';
const KEPT = new AbortController().signal;

const batch = (partition: number, { topic = TOPIC, from = 0, records = 1 } = {}) => ({
  topic,
  partition,
  from,
  next: from + records,
  deliveries: Array.from({ length: records }, (_, n) => ({ offset: from + n, record: traceRecord(from + n) })),
  undecodable: [],
});

/** Store whose committed offsets move all together or not at all, each only from its expected value. */
class FencedPositions implements CommonStore {
  readonly positions = new Map<string, number>();
  /** Partitions of each transaction that has begun. */
  readonly begun: number[][] = [];
  readonly committed: number[][] = [];
  /** Partition that fails every transaction with its records. */
  poisoned: number | undefined;

  position(topic: string, partition: number) {
    return Promise.resolve({ epoch: 0, nextOffset: this.positions.get(`${topic}/${partition}`) ?? 0 });
  }

  async store(one: FencedBatch['batch'], from: FencedBatch['from']): Promise<StoreOutcome> {
    return (await this.storeTogether([{ batch: one, from }]))[0] as StoreOutcome;
  }

  async storeTogether(batches: readonly FencedBatch[]): Promise<StoreOutcome[]> {
    const partitions = batches.map(({ batch: { partition } }) => partition);
    this.begun.push(partitions);
    await new Promise(setImmediate);
    if (partitions.some((each) => each === this.poisoned)) throw Object.assign(new Error('poison'), { code: '40P01' });
    for (const { batch: one, from } of batches) {
      if ((await this.position(one.topic, one.partition)).nextOffset !== from.nextOffset) {
        throw new OffsetConflictError('moved');
      }
    }
    for (const { batch: one } of batches) this.positions.set(`${one.topic}/${one.partition}`, one.next);
    this.committed.push(partitions);
    return batches.map(({ batch: { deliveries } }) => ({ stored: deliveries.length, duplicate: 0, dead: 0 }));
  }
}

const START = { epoch: 0, nextOffset: 0 };
const setUp = (transactions = 1) => {
  const store = new FencedPositions();
  return { store, gathered: groupCommits({ store, transactions }) };
};

test('what comes at once shares a transaction, and each batch gets its own outcome', async () => {
  const { store, gathered } = setUp();
  const sent = [batch(0), batch(1, { records: 2 }), batch(2, { records: 3 })];
  const outcomes = await Promise.all(sent.map((each) => gathered.store(each, START)));
  expect(outcomes.map(({ stored }) => stored)).toEqual([1, 2, 3]);
  expect(store.committed).toEqual([[0, 1, 2]]);
});

test('what comes while all transactions are on their way shares the next', async () => {
  const { store, gathered } = setUp();
  const first = gathered.store(batch(0), START);
  while (store.begun.length === 0) await new Promise(setImmediate);
  await Promise.all([first, ...[1, 2].map((partition) => gathered.store(batch(partition), START))]);
  expect(store.committed).toEqual([[0], [1, 2]]);
});

test('a transaction has enough at a thousand items', async () => {
  const { store, gathered } = setUp(2);
  await Promise.all([0, 1, 2].map((partition) => gathered.store(batch(partition, { records: 500 }), START)));
  expect(store.begun).toEqual([[0, 1], [2]]);
});

test('topics share no transaction, and neither do two batches of one partition', async () => {
  const { store, gathered } = setUp();
  const sent = [batch(0), batch(1, { topic: 'other' }), batch(0, { from: 1 })];
  await Promise.all(sent.map((each) => gathered.store(each, { epoch: 0, nextOffset: each.from })));
  expect(store.committed).toEqual([[0], [1], [0]]);
});

test('what failed together is tried again alone, and shares transactions again once it is stored', async () => {
  const { store, gathered } = setUp(2);
  store.positions.set(`${TOPIC}/1`, 1);
  const three = [0, 1, 2].map((partition) => gathered.store(batch(partition), START));
  for (const each of three) await expect(each).rejects.toThrow('tried again alone');
  const again = [0, 1, 2].map((partition) => gathered.store(batch(partition), START));
  const results = await Promise.allSettled(again);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  await Promise.all(
    [0, 1, 2].map((partition) => gathered.store(batch(partition, { from: 1 }), { ...START, nextOffset: 1 })),
  );
  expect(store.begun).toEqual([[0, 1, 2], [0], [1], [2], [0, 2], [1]]);
});

test('a partition that fails again and again holds up no other', async () => {
  const { store, gathered } = setUp();
  store.poisoned = 1;
  const writerFor = (retryForMs: number) =>
    createWriter({
      store: gathered,
      logger: createLogger({ level: 'silent', pretty: false }),
      observer: { stored: () => undefined, failed: () => undefined, retrying: () => undefined },
      streamOf: (topic) => topic,
      retryForMs,
      givenBack: '',
      elapsed: () => performance.now(),
    });
  const [hasty, patient] = [writerFor(200), writerFor(1e9)];
  const batchFrom = (partition: number, from: number) => batch(partition, { from }) as Batch;
  const poisoned = hasty.handle(batchFrom(1, 0), KEPT);
  for (let from = 0; from < 3; from += 1) {
    await Promise.all([0, 2].map((partition) => patient.handle(batchFrom(partition, from), KEPT)));
  }
  await expect(poisoned).rejects.toThrow('poison');
  expect([0, 1, 2].map((partition) => store.positions.get(`${TOPIC}/${partition}`))).toEqual([3, undefined, 3]);
});
