import fc from 'fast-check';
import { RoundRobin } from './round-robin';

const drain = <T>(queue: RoundRobin<T>): T[] => {
  const seen: T[] = [];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) seen.push(next);
  return seen;
};

function filled(...entries: readonly string[]): RoundRobin<string> {
  const queue = new RoundRobin<string>();
  for (const entry of entries) queue.add(entry.slice(0, 1), entry);
  return queue;
}

test('owners take turns, and the entries of one keep their order', () => {
  const queue = filled('a1', 'a2', 'a3', 'b1', 'c1', 'c2');
  expect([queue.size, queue.first]).toEqual([6, 'a1']);
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  expect([queue.size, queue.first]).toEqual([0, undefined]);
});

test('an owner that returns has its turn after all others', () => {
  const queue = filled('a1', 'b1', 'c1');
  expect(queue.shift()).toBe('a1');
  queue.add('a', 'a2');
  expect(drain(queue)).toEqual(['b1', 'c1', 'a2']);
});

test('an owner that is passed over keeps its place', () => {
  const queue = filled('a1', 'b1', 'b2');
  expect(queue.shift((owner) => owner !== 'a')).toBe('b1');
  expect(queue.shift(() => false)).toBeUndefined();
  expect(drain(queue)).toEqual(['a1', 'b2']);
});

test('an entry can be removed out of its turn, one that is not there changes nothing', () => {
  const queue = filled('a1', 'a2', 'b1');
  queue.remove('b', 'b1');
  queue.remove('b', 'b1');
  queue.remove('a', 'a1');
  queue.remove('a', 'none');
  expect([queue.size, ...drain(queue)]).toEqual([1, 'a2']);
});

test('however many entries one owner has, an entry of another one waits for one turn of each owner at most', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(counts, (entries) => {
      const queue = new RoundRobin<string>();
      for (const [owner, count] of entries.entries()) for (let n = 0; n < count; n += 1) queue.add(`${owner}`, `${n}`);
      queue.add('late', 'late');
      expect(drain(queue).indexOf('late')).toBe(entries.length);
    }),
  );
});
