import type { PartitionStatus } from '@sluice/bus/kafka';
import { createWatchdog } from './watchdog';

const running = (partition: number, position: number, lag = 5): PartitionStatus => ({
  topic: 'sluice.traces.v1',
  partition,
  state: 'running',
  reason: undefined,
  position,
  lag,
});

/**
 * Checks every second the state that `at` returns.
 * @returns the second in which it was stuck, and why
 */
function watch(seconds: number, at: (second: number) => readonly PartitionStatus[]) {
  let now = 0;
  const reports: { readonly second: number; readonly reason: string }[] = [];
  const watchdog = createWatchdog({
    partitions: () => at(now),
    patienceMs: 10_000,
    elapsed: () => now * 1000,
    stuck: (reason) => reports.push({ second: now, reason }),
  });
  for (; now <= seconds; now += 1) watchdog.look();
  return reports;
}

test('records and no progress: told once, after the patience', () => {
  expect(watch(100, () => [running(0, 7), running(1, 3, 0)])).toEqual([
    { second: 11, reason: expect.stringContaining('all partitions') as string },
  ]);
});

test('one that hangs while it asks for its position is stuck too', () => {
  const positioning: PartitionStatus = {
    ...running(0, 0),
    state: 'positioning',
    position: undefined,
    lag: undefined,
  };
  expect(watch(100, () => [positioning])).toHaveLength(1);
});

test('one that stands while others move gets more time, then it is named', () => {
  expect(watch(100, (second) => [running(0, 7), running(1, second)])).toEqual([
    { second: 51, reason: expect.stringContaining('sluice.traces.v1/0') as string },
  ]);
});

test.each([
  ['it moves, however slowly', (second: number) => [running(0, Math.floor(second / 9))]],
  ['there is nothing to read', () => [running(0, 7, 0)]],
  ['nobody knows what there is to read, as while brokers are away', () => [{ ...running(0, 7), lag: undefined }]],
  ['it is halted', () => [{ ...running(0, 7), state: 'halted' as const }]],
  ['it backs off', () => [{ ...running(0, 7), state: 'backing-off' as const }]],
  ['it has no partition', () => []],
  ['records appear and are stored', (second: number) => [running(0, second - (second % 20), second % 20 > 15 ? 9 : 0)]],
  ['its partition comes and goes', (second: number) => (second % 9 === 0 ? [] : [running(0, 7)])],
])('%s: not stuck', (_, at: (second: number) => readonly PartitionStatus[]) => {
  expect(watch(300, at)).toEqual([]);
});
