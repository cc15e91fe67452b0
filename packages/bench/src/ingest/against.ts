import { spawn } from 'node:child_process';
import { Closers, createLogger } from '@sluice/runtime';
import type { CommandContext } from '../command/command';
import { LackingError } from '../command/lacking-error';
import { type MedianInterval, medianInterval } from '../report/median-interval';
import { formatTable } from '../report/table';
import { buildRelease } from '../upgrade/build-release';
import { spansPerSecond } from './load';
import { type IngestOptions, type IngestResult, measureIngest } from './measure-ingest';

/** A figure of a run. Those of processors, memory, WAL and faults are taken when all is folded. */
interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly of: (result: IngestResult) => number;
}

const perSpan = (of: (result: IngestResult) => number) => (result: IngestResult) =>
  of(result) / result.load.spansAcknowledged;

const FIGURES: readonly Figure[] = [
  { name: 'spans acknowledged', unit: '/s', of: ({ load }) => spansPerSecond(load) },
  { name: 'ratio to raw COPY', unit: '', of: ({ load, copy }) => spansPerSecond(load) / copy.rowsPerSecond },
  { name: 'acknowledgement p50', unit: 'ms', of: ({ load }) => load.acknowledgement.quantile(0.5) },
  { name: 'acknowledgement p99', unit: 'ms', of: ({ load }) => load.acknowledgement.quantile(0.99) },
  { name: 'CPU of the product a span', unit: 'µs', of: perSpan(({ folded }) => folded.product.cpuSeconds * 1e6) },
  { name: 'CPU of Postgres a span', unit: 'µs', of: perSpan(({ folded }) => folded.postgres.cpuSeconds * 1e6) },
  {
    name: 'CPU of both a span',
    unit: 'µs',
    of: perSpan(({ folded }) => (folded.product.cpuSeconds + folded.postgres.cpuSeconds) * 1e6),
  },
  {
    name: 'CPU of the generator a span',
    unit: 'µs',
    of: ({ load }) => (load.generatorCpu * 1e6) / spansPerSecond(load),
  },
  { name: 'WAL a span', unit: 'B', of: perSpan(({ folded }) => folded.logBytes) },
  { name: 'minor faults of the product a span', unit: '', of: perSpan(({ folded }) => folded.product.minorFaults) },
  { name: 'peak memory of the product', unit: 'MB', of: ({ folded }) => folded.product.peakBytes / 1e6 },
  { name: 'peak memory of Postgres', unit: 'MB', of: ({ folded }) => folded.postgres.peakBytes / 1e6 },
  {
    name: 'garbage collection, share of the CPU',
    unit: '%',
    of: ({ folded }) => (folded.collectorSeconds / folded.product.cpuSeconds) * 100,
  },
];

const CLOSE_MS = 60_000;

/** Two products, each measured once right after the other. */
export interface IngestPair {
  readonly before: IngestResult;
  readonly now: IngestResult;
}

/** A figure of both: the medians, and the ratio now/before within each pair. */
export interface Comparison {
  readonly figure: string;
  readonly unit: string;
  readonly before: number;
  readonly now: number;
  readonly ratio: MedianInterval;
}

/** Measures two products by turns: before, now, now, before, … So what a machine does meanwhile meets both alike. */
export async function measurePairs(
  count: number,
  products: Readonly<Record<keyof IngestPair, (context: CommandContext) => Promise<IngestResult>>>,
  context: CommandContext,
): Promise<readonly IngestPair[]> {
  const pairs: IngestPair[] = [];
  for (let pair = 0; pair < count; pair += 1) {
    const measure = (name: keyof IngestPair) => alone(products[name], context);
    if (pair % 2 === 0) {
      const before = await measure('before');
      pairs.push({ before, now: await measure('now') });
    } else {
      const now = await measure('now');
      pairs.push({ before: await measure('before'), now });
    }
  }
  return pairs;
}

/** Each run with processes and a folder of its own, which are gone before the next one begins. */
async function alone<T>(run: (context: CommandContext) => Promise<T>, context: CommandContext): Promise<T> {
  context.signal.throwIfAborted();
  const closers = new Closers({ logger: createLogger({ level: 'warn', pretty: false }) });
  context.closers.add('run', async (deadlineMs) => {
    await closers.close(deadlineMs);
  });
  try {
    return await run({ ...context, closers });
  } finally {
    await closers.close(CLOSE_MS);
  }
}

export function comparePairs(pairs: readonly IngestPair[]): readonly Comparison[] {
  return FIGURES.map(({ name, unit, of }) => ({
    figure: name,
    unit,
    before: medianInterval(pairs.map(({ before }) => of(before))).median,
    now: medianInterval(pairs.map(({ now }) => of(now))).median,
    ratio: medianInterval(pairs.map(({ before, now }) => of(now) / of(before))),
  }));
}

export interface AgainstOptions extends Omit<IngestOptions, 'run'> {
  /** A revision as git takes it. */
  readonly against: string;
  readonly pairs: number;
  readonly isJson: boolean;
}

/** This build beside that of another revision, under the same load. @returns the exit code: 1 where spans were lost or doubled */
export async function ingestAgainst(options: AgainstOptions, context: CommandContext): Promise<number> {
  const { against, pairs: count, isJson, ...load } = options;
  const print = isJson ? () => undefined : context.print;
  const release = await buildRelease(
    { revision: against, option: 'against', parts: ['standalone'] },
    { ...context, print },
  );
  const run = (env: NodeJS.ProcessEnv) =>
    spawn(process.execPath, [release.main('standalone')], { stdio: ['ignore', 'pipe', 'pipe'], env });
  const pairs = await measurePairs(
    count,
    {
      before: (alone) => measured({ ...load, run }, alone),
      now: (alone) => measured(load, alone),
    },
    context,
  );
  const comparisons = comparePairs(pairs);
  const problems = [...new Set(pairs.flatMap(({ before, now }) => [...before.problems, ...now.problems]))];
  const { commit } = release;
  context.print(
    isJson
      ? JSON.stringify({ against: commit, pairs: count, ...load, comparisons, problems })
      : toTable(comparisons, commit),
  );
  for (const problem of problems) context.print(`WRONG: ${problem}`);
  return problems.length === 0 ? 0 : 1;
}

async function measured(options: IngestOptions, context: CommandContext): Promise<IngestResult> {
  const result = await measureIngest(options, context);
  if (result.load.spansInWindow > 0) return result;
  throw new LackingError(
    `no span was acknowledged within ${options.seconds} s: the machine has too much else to do, give more --seconds`,
  );
}

function toTable(comparisons: readonly Comparison[], commit: string): string {
  const { confidence = NaN } = comparisons[0]?.ratio ?? {};
  return formatTable([
    ['', commit.slice(0, 12), 'now', 'ratio', `${(confidence * 100).toFixed(1)} % of it`],
    ...comparisons.map(({ figure, unit, before, now, ratio: { median, low, high } }) => [
      figure,
      withUnit(before, unit),
      withUnit(now, unit),
      median.toFixed(3),
      `${low.toFixed(3)} to ${high.toFixed(3)}`,
    ]),
  ]);
}

/** Three digits at least. */
function withUnit(value: number, unit: string): string {
  return `${value.toLocaleString('en-US', { maximumSignificantDigits: value < 1000 ? 3 : 5 })} ${unit}`.trimEnd();
}
