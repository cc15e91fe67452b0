import { createLogger, createMetrics } from '@sluice/runtime';
import type { Retention, RetentionLimits, RetentionOutcome } from '@sluice/store/write';
import { startRetentionJob } from './retention-job';
import { createRetentionObserver } from './retention-metrics';

const DAY = 86_400_000_000;
const NOW = Date.UTC(2026, 10, 20) * 1000;
const NOTHING: RetentionOutcome = { dropped: { metricDays: 0 }, floor: 0, heldBack: false, complete: true };
const NEVER_MS = 3_600_000;
const coded = (code: string) => Object.assign(new Error(code), { code });

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

/** Run that ends when it is aborted. */
const ENDLESS = Symbol('endless');

/** Runs the job over the given outcomes; later runs are not recorded. */
function runJob(
  outcomes: (RetentionOutcome | Error | typeof ENDLESS | undefined)[],
  {
    retentionDays,
    retentionDaysOf = new Map(),
    databaseTime = NOW,
  }: { retentionDays?: number; retentionDaysOf?: ReadonlyMap<string, number>; databaseTime?: number } = {},
) {
  const limits: RetentionLimits[] = [];
  const signals: AbortSignal[] = [];
  const lines: { level: string; msg: string }[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as { level: string; msg: string }) };
  const metrics = createMetrics({ processMetrics: false });
  const finished = new Promise<void>((resolve) => {
    const retention: Retention = {
      run: async (limitsAt, signal) => {
        signals.push(signal);
        const outcome = outcomes.shift();
        if (outcomes.length === 0) setImmediate(resolve);
        limits.push(limitsAt(databaseTime));
        if (outcome === ENDLESS) {
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('given up'))));
        }
        return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
      },
    };
    const job = startRetentionJob({
      retention,
      retentionDays,
      retentionDaysOf: () => retentionDaysOf,
      receiptDays: 2,
      clock: { now: () => NOW },
      logger: createLogger({ level: 'debug', pretty: false, destination }),
      observer: createRetentionObserver(metrics),
      pauses: { first: 1, short: 1, usual: NEVER_MS },
    });
    stop = () => job.stop();
  });
  return { finished, limits, signals, lines, exposed: async () => (await metrics.expose()).body };
}

test('what goes counts back from now; without a time only receipts and positions go', async () => {
  const ten = runJob([NOTHING], { retentionDays: 10 });
  await ten.finished;
  const always = { dataBeforeOf: new Map(), receiptsBefore: NOW - 2 * DAY, positionsBefore: NOW - 30 * DAY };
  expect(ten.limits).toEqual([{ dataBefore: NOW - 10 * DAY, ...always }]);
  await stop?.();
  const forEver = runJob([NOTHING]);
  await forEver.finished;
  expect(forEver.limits).toEqual([{ dataBefore: undefined, ...always }]);
});

test('what goes of projects that keep it for another time counts back from now, too', async () => {
  const job = runJob([NOTHING], {
    retentionDaysOf: new Map([
      ['acme', 7],
      ['other', 90],
    ]),
  });
  await job.finished;
  const dataBeforeOf = new Map([
    ['acme', NOW - 7 * DAY],
    ['other', NOW - 90 * DAY],
  ]);
  expect(job.limits).toMatchObject([{ dataBefore: undefined, dataBeforeOf }]);
});

test('what goes counts back from the earlier clock of process and database', async () => {
  for (const databaseTime of [NOW - 60_000_000, NOW + 60_000_000]) {
    const job = runJob([NOTHING], { retentionDays: 30, databaseTime });
    await job.finished;
    expect(job.limits).toMatchObject([{ dataBefore: Math.min(NOW, databaseTime) - 30 * DAY }]);
    await stop?.();
  }
});

test('nothing goes while the clocks are more than an hour apart, and that is told once', async () => {
  for (const databaseTime of [NOW - 3_600_000_001, NOW + 3_600_000_001]) {
    const job = runJob([NOTHING, NOTHING, NOTHING], { retentionDays: 30, databaseTime });
    await job.finished;
    expect(job.limits).toEqual([]);
    const message = expect.stringMatching(/this process has 2026-11-20T00:00.* and the database 2026-11-/) as string;
    expect(job.lines).toMatchObject([{ level: 'error', err: { code: 'CLOCKS_DIFFER', message } }]);
    expect(await job.exposed()).toContain('sluice_retention_failures_total 3\n');
    await stop?.();
  }
});

test('that nothing newer is stored than what has expired is told once', async () => {
  const heldBack = { ...NOTHING, heldBack: true, complete: false };
  const job = runJob([heldBack, heldBack, NOTHING]);
  await job.finished;
  expect(job.lines).toMatchObject([{ level: 'warn', msg: expect.stringContaining('until something newer') as string }]);
});

test('a run that failed, or has left something, is followed by the next one soon, any other an hour later', async () => {
  const job = runJob([new Error('lost'), { ...NOTHING, complete: false }, NOTHING, NOTHING]);
  while (job.limits.length < 3) await new Promise((resolve) => setTimeout(resolve, 1));
  // A fourth run would follow after a millisecond, as the others did.
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(job.limits).toHaveLength(3);
});

test('a run of another process is none of ours, and no failure', async () => {
  const job = runJob([undefined]);
  await job.finished;
  expect(await job.exposed()).toContain('sluice_retention_last_success_timestamp_seconds 0\n');
  expect(await job.exposed()).toContain('sluice_retention_failures_total 0\n');
});

test('log and metrics tell what was dropped and how far', async () => {
  const floor = NOW - 5 * DAY;
  const job = runJob([
    coded('57P01'),
    coded('57P01'),
    coded('42501'),
    { ...NOTHING, dropped: { traces: 7, metricDays: 3 }, floor },
  ]);
  await job.finished;
  expect(job.lines).toMatchObject([
    { level: 'warn', msg: expect.stringContaining('is retried') as string },
    { level: 'error', msg: expect.stringContaining('is retried') as string },
    { level: 'info', msg: expect.stringContaining('works again') as string },
    { level: 'info', traces: 7, metricDays: 3, tracesFrom: '2026-11-15T00:00:00.000Z' },
  ]);
  const exposed = await job.exposed();
  expect(exposed).toContain('sluice_retention_dropped_total{kind="traces"} 7\n');
  expect(exposed).toContain('sluice_retention_dropped_total{kind="metric_days"} 3\n');
  expect(exposed).toContain('sluice_retention_failures_total 3\n');
  expect(exposed).toContain(`sluice_retention_floor_timestamp_seconds ${floor / 1e6}\n`);
});

test('a run that drops nothing says nothing', async () => {
  const job = runJob([NOTHING]);
  await job.finished;
  expect(job.lines).toEqual([]);
});

test('a stop gives up the run under way and is no failure', async () => {
  const job = runJob([ENDLESS]);
  await job.finished;
  await stop?.();
  expect(job.signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(job.lines).toEqual([]);
  expect(await job.exposed()).toContain('sluice_retention_failures_total 0\n');
});
