import { FairQueue } from './fair-queue';
import { PendingPublish } from './pending-publish';

const newPublish = (project: string, records = 1) => new PendingPublish({ records, deadlineMs: 60_000, project });

const dropped: number[] = [];
const newQueue = () => new FairQueue<{ name: string; bytes: number }>((_, bytes) => void dropped.push(bytes));
const items = (name: string, count: number, bytes = 1) =>
  Array.from({ length: count }, (_, index) => ({ name: `${name}${index + 1}`, bytes }));
const publishes: PendingPublish[] = [];

afterEach(() => {
  for (const publish of publishes.splice(0)) publish.progress(100);
  dropped.length = 0;
});

/** Makes a queue with one publish for each name, of the given number of items; the first letter is its project. */
function queueOf(sizes: Readonly<Record<string, number>>) {
  const queue = newQueue();
  for (const [name, count] of Object.entries(sizes)) {
    const publish = newPublish(name.slice(0, 1), count);
    publishes.push(publish);
    queue.add(publish, items(`${name}.`, count));
  }
  return queue;
}

const names = (taken: readonly { readonly name: string }[]): string[] => taken.map(({ name }) => name);

test('projects take turns, and the publishes of one project among themselves', () => {
  const queue = queueOf({ ax: 3, ay: 2, bx: 2 });
  expect(names(queue.take(100))).toEqual(['ax.1', 'bx.1', 'ay.1', 'bx.2', 'ax.2', 'ay.2', 'ax.3']);
  expect([queue.isEmpty, queue.bytes]).toEqual([true, 0]);
});

test('however many publishes of one project wait, the first item of another one is in the next batch', () => {
  const queue = queueOf(Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`a${n}`, 100])));
  queue.take(100);
  const modest = newPublish('b');
  publishes.push(modest);
  queue.add(modest, items('b', 1));
  expect(names(queue.take(10))).toContain('b1');
});

test('what was refused is dropped, and no more than fits is taken', () => {
  const queue = queueOf({ ax: 2, bx: 2 });
  publishes[0]?.settled.catch(() => undefined);
  publishes[0]?.refuse(new Error('late'));
  expect(names(queue.take(1))).toEqual(['bx.1']);
  expect([dropped, queue.bytes]).toEqual([[2], 1]);
});
