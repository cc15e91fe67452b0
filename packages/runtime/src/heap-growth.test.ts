import { getHeapStatistics } from 'node:v8';
import { collectHeap } from './heap-growth';

test('collectHeap gives back what nothing holds any more, and leaves a small heap alone', () => {
  const used = () => getHeapStatistics().used_heap_size;
  let garbage: unknown[] | undefined = Array.from({ length: 2_000_000 }, (_, index) => ({ index }));
  const full = used();
  garbage = undefined;
  collectHeap(Infinity);
  expect(used()).toBeGreaterThan(0.9 * full);
  collectHeap(0);
  expect(used()).toBeLessThan(full - 40e6);
  expect(garbage).toBeUndefined();
});
