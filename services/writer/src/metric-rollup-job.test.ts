import { createLogger, createMetrics } from '@sluice/runtime';
import type { MetricRollupOutcome } from '@sluice/store/write';
import { startMetricRollupJob } from './metric-rollup-job';
import { createMetricRollupObserver } from './metric-rollup-metrics';

const NEVER_MS = 3_600_000;
const rolledUp = (left: MetricRollupOutcome['left'], hours = 0): MetricRollupOutcome => ({
  hours,
  dirtyHours: 3,
  rolledUpBefore: 7_200_000_000,
  left,
});

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

/** Runs the job over the given outcomes; all pauses but the named ones last forever. */
function runJob(outcomes: (MetricRollupOutcome | Error | undefined)[], pauses: object) {
  const lines: { level: string; msg: string }[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as { level: string; msg: string }) };
  const metrics = createMetrics({ processMetrics: false });
  const finished = new Promise<void>((resolve) => {
    const job = startMetricRollupJob({
      rollup: {
        run: () => {
          const outcome = outcomes.shift();
          if (outcomes.length === 0) setImmediate(resolve);
          return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
        },
      },
      logger: createLogger({ level: 'debug', pretty: false, destination }),
      observer: createMetricRollupObserver(metrics),
      pauses: { usual: NEVER_MS, waiting: NEVER_MS, short: NEVER_MS, first: 1, ...pauses },
    });
    stop = () => job.stop();
  });
  return { finished, lines, exposed: async () => (await metrics.expose()).body };
}

test('goes on at once while there is more to do, and tells what was done', async () => {
  const job = runJob([rolledUp('at-once', 4), rolledUp('at-once', 2), rolledUp('nothing')], { short: 1 });
  await job.finished;
  const exposed = await job.exposed();
  expect(exposed).toContain('sluice_metric_rollup_hours_total 6');
  expect(exposed).toContain('sluice_metric_rollup_dirty_hours 3');
  expect(exposed).toContain('sluice_metric_rollup_before_timestamp_seconds 7200');
  expect(exposed).toContain('sluice_metric_rollup_failures_total 0');
  expect(job.lines).toEqual([]);
});

test('a failure is counted, told once, and tried again', async () => {
  const lost = () => Object.assign(new Error('lost'), { code: 'ECONNRESET' });
  const job = runJob([lost(), lost(), rolledUp('waiting'), undefined], { waiting: 1 });
  await job.finished;
  expect(await job.exposed()).toContain('sluice_metric_rollup_failures_total 2');
  expect(job.lines.map(({ level, msg }) => `${level}: ${msg}`)).toEqual([
    expect.stringMatching(/^warn: rolling up hours of metrics failed/),
    expect.stringMatching(/^info: rolling up hours of metrics works again/),
  ]);
});

test('a run that is given up at the end is no failure', async () => {
  let begin: (() => void) | undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const metrics = createMetrics({ processMetrics: false });
  const job = startMetricRollupJob({
    rollup: {
      run: (signal) => {
        begin?.();
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))));
      },
    },
    logger: createLogger({ level: 'debug', pretty: false, destination: { write: () => undefined } }),
    observer: createMetricRollupObserver(metrics),
    pauses: { first: 1, usual: 1, waiting: 1, short: 1 },
  });
  await begun;
  await job.stop();
  expect((await metrics.expose()).body).toContain('sluice_metric_rollup_failures_total 0');
});
