import { join } from 'node:path';
import { forkSource } from '@sluice/testbed/machine';
import { Closers, createLogger } from '@sluice/runtime';
import { findInconsistencies } from '../check/consistency';
import { WORKLOAD_NAMES } from '../load/workloads';
import { FIGURES } from './figures';
import { forkFromSource } from './fork-source.testing';
import { measureLoad } from './measure-load';
import { measureRawCopy } from './raw-copy';
import { type Testbed, startTestbed } from './testbed';
import { compareStored, countStored } from './count-stored-items';

const STANDALONE = join(__dirname, '../../../../services/standalone/src/main.ts');

/** `npm run bench -- ingest` measures speed; this test sends every workload once and checks all counts. */
describe('a product that takes every workload for a moment', () => {
  const closers = new Closers({ logger: createLogger({ level: 'silent', pretty: false }) });
  const { signal } = new AbortController();
  let testbed: Testbed;

  beforeAll(async () => {
    const run = (env: NodeJS.ProcessEnv) =>
      forkSource(STANDALONE, [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    testbed = await startTestbed({ run, fork: forkFromSource }, { closers, signal, print: () => undefined });
  });
  afterAll(() => closers.close(20_000));

  test.each(WORKLOAD_NAMES)('%s: all that was acknowledged is stored, once', async (workload) => {
    // A connection sends runs of agents, of up to 15 MB each, to their ends.
    const connections = /^(openinference|openllmetry)-/.test(workload) ? 1 : 3;
    const { load, stored, problems, indexing } = await measureLoad(
      testbed,
      { workload, connections, seconds: 0.3 },
      signal,
    );
    expect(problems).toEqual([]);
    // A product without processor time for all of it answers 503; it may refuse with no other status, and store nothing that it refused.
    expect([...load.failures.keys()].filter((kind) => kind !== '503')).toEqual([]);
    expect(stored).toBe(load.spansAcknowledged);
    expect(load.spansAcknowledged).toBeGreaterThan(0);
    expect(indexing.log.bytes).toBeGreaterThan(indexing.log.fullPageBytes);
    expect(load.generatorSeconds).toBeGreaterThan(0);
  });

  test('a rate that is asked for is not exceeded', async () => {
    const { load } = await measureLoad(testbed, { workload: 'one', connections: 3, seconds: 0.5, rate: 40 }, signal);
    // The first request is due at once; ramp and window are 0.55 s.
    expect(load.spansSent).toBeLessThanOrEqual(40 * 0.55 + 1);
  });

  test('the rows of raw COPY are those of one load, in a table like theirs', async () => {
    const since = new Date();
    const { stored } = await measureLoad(testbed, { workload: 'headline', connections: 1, seconds: 0.2 }, signal);
    const { rows, rowsPerSecond } = await measureRawCopy(testbed.sql, since);
    expect(rows).toBeGreaterThanOrEqual(stored);
    expect(rows).toBeLessThan(50_000);
    expect(rowsPerSecond).toBeGreaterThan(0);
  });

  test('afterwards all sums are those of the rows', async () => {
    expect(await findInconsistencies(testbed.sql)).toEqual([]);
  });

  test.each([1, -1])('a count that is wrong by %d is found out', async (wrong) => {
    const stored = (await countStored(testbed.sql, 'observations')) + wrong;
    const { problems } = await compareStored(testbed.sql, { acknowledged: stored, sent: stored });
    expect(problems).toHaveLength(1);
  });
});

test('figures have names of their own', () => {
  expect(new Set(FIGURES.map(({ name }) => name)).size).toBe(FIGURES.length);
});
