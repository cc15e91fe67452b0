import fc from 'fast-check';
import { type Bucket, barOf, latencyPath, sumsOf, ticksOf } from './bars';

const bucket = (count: number, failed: number, recovered = 0): Bucket => ({
  ...{ timestamp: '2026-11-23T12:00:00.000Z', p95: null, totalCost: 0.5 },
  ...{ count, failed, recovered },
});

test('sums', () => {
  const sums = { count: 5, failed: 1, recovered: 2, cost: 1, p95: undefined };
  expect(sumsOf([bucket(3, 1, 2), bucket(2, 0)])).toEqual(sums);
  const slow = { ...bucket(1, 0), p95: 54 };
  expect(sumsOf([bucket(3, 1), slow, { ...slow, p95: 3.5 }]).p95).toEqual({ from: 3.5, to: 54 });
});

test('the line of latency rises with it, says little of noise, and is broken where nothing ran', () => {
  const path = (...latencies: readonly (number | null)[]): string =>
    latencyPath(
      latencies.map((p95) => ({ ...bucket(1, 0), p95 })),
      40,
    );
  expect(path(1, 10, 100)).toBe('M0 40.0L0.5 40.0L1.5 20.0L2.5 0.0');
  expect(path(1, null, 1.1)).toBe('M0 40.0L0.5 40.0M2 38.3L2.5 38.3');
  expect(path(0, 2)).toBe('M1 40.0L1.5 40.0');
  expect(path(null)).toBe('');
  expect(latencyPath([], 40)).toBe('');
});

test('of a bar is seen what there is, and it stays within its height', () => {
  const some = fc.nat(100);
  fc.assert(
    fc.property(some, some, some, (others, failed, recovered) => {
      const bar = barOf(bucket(others + failed + recovered, failed, recovered), 300, 40);
      expect(bar.ok > 0).toBe(others > 0);
      expect(bar.failed > 0).toBe(failed > 0);
      expect(bar.recovered > 0).toBe(recovered > 0);
      expect(bar.ok + bar.failed + bar.recovered).toBeLessThanOrEqual(44);
    }),
  );
});

test('ticks are even', () => {
  expect(ticksOf(60, 6)).toEqual([0, 10, 20, 30, 40, 50]);
  expect(ticksOf(4, 6)).toEqual([0, 1, 2, 3]);
  expect(ticksOf(0, 6)).toEqual([]);
});
