import { join } from 'node:path';
import { forkSource } from '@sluice/testbed/machine';
import { Closers, createLogger } from '@sluice/runtime';
import type { CommandContext } from '../command/command';
import { forkFromSource } from './fork-source.testing';
import { FIGURES } from './figures';
import { type IngestResult, measureIngest } from './measure-ingest';
import { comparePairs, measurePairs } from './pairs';

const STANDALONE = join(__dirname, '../../../../services/standalone/src/main.ts');

const closers = new Closers({ logger: createLogger({ level: 'silent', pretty: false }) });
const context: CommandContext = { closers, signal: new AbortController().signal, print: () => undefined };
afterAll(() => closers.close(20_000));

test('two products are measured by turns, each gone before the next one starts, and every figure is compared', async () => {
  const events: string[] = [];
  let result: IngestResult | undefined;
  const measure = (name: string) => async (alone: CommandContext) => {
    alone.closers.add('end', () => void events.push(`${name} is gone`));
    events.push(name);
    const run = (env: NodeJS.ProcessEnv) =>
      forkSource(STANDALONE, [], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    // A single run of a product is the result of all measurements, because their values do not matter here.
    result ??= await measureIngest(
      { workload: 'headline', seconds: 1, connections: 2, run, fork: forkFromSource },
      alone,
    );
    return result;
  };
  const pairs = await measurePairs(2, { before: measure('before'), now: measure('now') }, context);
  expect(events).toEqual(['before', 'now', 'now', 'before'].flatMap((name) => [name, `${name} is gone`]));

  expect(pairs.flatMap(({ before, now }) => [...before.problems, ...now.problems])).toEqual([]);
  // On a busy machine nothing may be acknowledged within the timed second: this test ignores rates.
  const compared = new Map(comparePairs(pairs, FIGURES).map((comparison) => [comparison.figure, comparison]));
  for (const figure of ['CPU of both a span', 'WAL a span', 'minor faults of the product a span']) {
    const { before = NaN, ratio } = compared.get(figure) ?? {};
    expect([figure, before > 0, ratio]).toEqual([figure, true, { median: 1, low: 1, high: 1, confidence: 0.5 }]);
  }
});

test('the ratio is that of each pair', () => {
  const [slow, fast] = [1000, 2000].map(
    (spansInWindow) =>
      ({
        load: { spansInWindow, windowMs: 1000, spansAcknowledged: 1, acknowledgement: { quantile: () => 1 } },
        copy: {},
        indexing: { product: {}, postgres: {}, log: {} },
      }) as unknown as IngestResult,
  );
  if (slow === undefined || fast === undefined) throw new Error('no results');
  const [rate] = comparePairs(
    [
      { before: slow, now: fast },
      { before: fast, now: fast },
      { before: fast, now: slow },
    ],
    FIGURES,
  );
  expect(rate).toMatchObject({ figure: 'spans acknowledged', before: 2000, now: 2000 });
  expect(rate?.ratio).toEqual({ median: 1, low: 0.5, high: 2, confidence: 0.75 });
});
