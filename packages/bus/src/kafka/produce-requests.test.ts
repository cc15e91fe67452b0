import type { Outgoing } from './message';
import { type PartitionMessages, ProduceRequests } from './produce-requests';

const TOPIC = 'sluice.traces.v1';
const message = (key: string, bytes = 100): Outgoing => ({ key, value: Buffer.alloc(0), headers: {}, bytes });

/** Makes requests whose outcome the test decides; partitions below 10 have one leader, the others another. */
function setUp(fate: (parts: readonly PartitionMessages[]) => Promise<void> = () => Promise.resolve()) {
  const sent: number[][] = [];
  const requests = new ProduceRequests({
    leaderOf: (_, partition) => (partition < 10 ? 1 : 2),
    send: (parts) => {
      sent.push(parts.map(({ partition }) => partition));
      return fate(parts).then(() => parts.map(({ partition }) => 100 * partition));
    },
  });
  return {
    sent,
    produce: (partition: number, bytes?: number) => requests.produce(TOPIC, partition, [message('k', bytes)]),
  };
}

test('partitions of one leader share a request, those of another have their own', async () => {
  const { sent, produce } = setUp();
  const firstOffsets = await Promise.all([produce(0), produce(1), produce(11), produce(2)]);
  expect(sent).toEqual([[0, 1, 2], [11]]);
  expect(firstOffsets).toEqual([0, 100, 1100, 200]);
});

test('when a common request fails each partition is sent alone, and only the one at fault fails', async () => {
  const { sent, produce } = setUp((parts) =>
    parts.some(({ partition }) => partition === 1) ? Promise.reject(new Error('not the leader')) : Promise.resolve(),
  );
  const results = await Promise.allSettled([produce(0), produce(1), produce(2)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(sent).toEqual([[0, 1, 2], [0], [1], [2]]);
});

test('a request has two batches of a partition never, and of others up to its bytes', async () => {
  const { sent, produce } = setUp();
  await Promise.all([produce(0), produce(0), produce(1, 3e6), produce(2, 3e6)]);
  expect(sent).toEqual([[0], [0], [1], [2]]);
});

test('while five requests to a leader are on their way, what comes gathers for the next', async () => {
  const answers: (() => void)[] = [];
  const { sent, produce } = setUp(() => new Promise((resolve) => answers.push(resolve)));
  const produced: Promise<number>[] = [];
  for (let n = 0; n < 9; n += 1) {
    produced.push(produce(n), produce(10 + n));
    await new Promise(setImmediate);
  }
  expect(sent.filter(([first = 0]) => first < 10)).toEqual([[0], [1], [2], [3], [4]]);
  answers.shift()?.();
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(sent.slice(10)).toEqual([[5, 6, 7, 8]]);
  while (answers.length > 0) {
    answers.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(produced);
});
