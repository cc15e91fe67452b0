import { createLogger, createMetrics } from '@sluice/runtime';
import type { TraceIndexer, IndexOutcome } from '@sluice/store/write';
import { startIndexJob } from './index-job';
import { createIndexObserver } from './index-metrics';

const NOTHING: IndexOutcome = {
  indexed: 0,
  waiting: 0,
  growing: 0,
  isComplete: true,
  rolledUp: false,
  filtered: false,
};
const NEVER_MS = 3_600_000;

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

/** Runs the job until a pause of an hour, or to the end of these outcomes. */
async function runJob(
  outcomes: (IndexOutcome | Error | undefined)[],
  pauses: { usual?: number; longest?: number; afterFailure?: number },
): Promise<{ lines: { level: string; msg: string }[]; left: number; metrics: string }> {
  const lines: { level: string; msg: string }[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as { level: string; msg: string }) };
  const metrics = createMetrics({ processMetrics: false });
  await new Promise<void>((resolve) => {
    let last: NodeJS.Timeout | undefined;
    // In several turns: after a stall of the machine a timer of the pause may run after this one.
    const awaitQuiet = (turns = 20): void => {
      clearTimeout(last);
      last = setTimeout(() => (turns === 0 ? resolve() : awaitQuiet(turns - 1)), 10);
    };
    awaitQuiet();
    const indexer: TraceIndexer = {
      round: (signal) => {
        awaitQuiet();
        if (outcomes.length === 0) {
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))));
        }
        const outcome = outcomes.shift();
        return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
      },
    };
    const job = startIndexJob({
      indexer,
      logger: createLogger({ level: 'debug', pretty: false, destination }),
      observer: createIndexObserver(metrics),
      elapsed: () => 0,
      pauses: { usual: 1, longest: NEVER_MS, afterFailure: NEVER_MS, ...pauses },
    });
    stop = () => job.stop();
  });
  return { lines, left: outcomes.length, metrics: (await metrics.expose()).body };
}

test('the next round is at once while there is more, then after a pause', async () => {
  const more = { indexed: 4000, waiting: 9000, growing: 0, isComplete: true, rolledUp: false, filtered: false };
  const { left, metrics } = await runJob([NOTHING, more, more, NOTHING, NOTHING], { usual: 1, longest: 1 });
  expect(left).toBe(0);
  expect(metrics).toContain('sluice_trace_index_traces_total 8000');
});

test('the pause doubles while nothing is dirty, and not while a trace grows', async () => {
  const times = (outcome: IndexOutcome) => Array.from({ length: 14 }, () => outcome);
  const { left, metrics } = await runJob(times({ ...NOTHING, growing: 3 }), {});
  expect(left).toBe(0);
  expect(metrics).toContain('sluice_trace_index_dirty_traces 3');
  expect((await runJob(times(NOTHING), {})).left).toBeGreaterThan(0);
});

test('a process that is not the one that indexes tries again after the longest pause', async () => {
  const { left, metrics } = await runJob([undefined, NOTHING], {});
  expect(left).toBe(1);
  expect(metrics).toContain('sluice_trace_index_current_timestamp_seconds 0');
});

test('a failure is logged once, counted and tried again', async () => {
  const failure = Object.assign(new Error('no'), { code: '57014' });
  const outcomes = [failure, failure, NOTHING];
  const { lines, metrics } = await runJob(outcomes, { afterFailure: 1 });
  expect(lines.map(({ level }) => level)).toEqual(['warn', 'info']);
  expect(metrics).toContain('sluice_trace_index_failures_total 2');
  expect(metrics).toMatch(/sluice_trace_index_current_timestamp_seconds 1\d+/);
});

test('indexing stored traces is logged when it begins and when it ends', async () => {
  const building = { indexed: 4000, waiting: 0, growing: 0, isComplete: false, rolledUp: false, filtered: false };
  const { lines, metrics } = await runJob(
    [building, building, { indexed: 1, waiting: 0, growing: 0, isComplete: true, rolledUp: false, filtered: false }],
    {
      usual: 1,
    },
  );
  expect(lines.map(({ msg }) => msg)).toEqual([
    'indexing the stored traces: reads are slow until it ends',
    'all traces are indexed: reads are fast',
  ]);
  expect(metrics).toContain('sluice_trace_index_complete 1');
});
