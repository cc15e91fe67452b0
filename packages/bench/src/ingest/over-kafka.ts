import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandContext } from '../command/command';
import { mode } from '../command/modes';
import { choice, integer } from '../command/options';
import { plainDecodeMicros } from './plain-decode';
import { type HttpClient, createHttpClient } from '../load/http-client';
import { WORKLOADS, WORKLOAD_NAMES, type WorkloadName } from '../load/workloads';
import { AUTHORIZED } from '../product/product';
import { conclude } from '../report/conclude';
import { formatCount, formatMilliseconds, formatTable } from '../report/table';
import { formatFigure } from './figures';
import { type Generator, startGenerator } from './generator';
import { type LoadResult, failuresOf, spansPerSecond } from './load';
import { probeVisibility } from './probe';
import { measureRawCopy } from './raw-copy';
import { compareStored } from './count-stored-items';
import { type Tier, startTier } from './tier';
import type { TierUsage } from './tier-usage';

const PARTITIONS = 12;
const TIMEOUT_MS = 30_000;
const WARM_UP_MS = 3_000;
const CALM_SPANS = 1_000;

/** A gateway on the cores of everything else takes no more with more connections. */
const MOST_CONNECTIONS = 16;

const OPTIONS = {
  workload: choice(WORKLOAD_NAMES.filter((name) => WORKLOADS[name].table === 'observations')),
  /** Only the first measurement. */
  only: choice(['limit']),
  seconds: integer({ default: 15, min: 1, max: 3600 }),
  connections: integer({ form: '<16, or fewer of the workload>', min: 1, max: 1000 }),
  outage: integer({ default: 120, min: 1, max: 3600 }),
};

/** Measures the product as several processes over Kafka, and its writes while Postgres is stopped. */
export const overKafka = mode('over-kafka', OPTIONS, async (options, context) => {
  const { workload = 'headline', only, seconds, outage } = options;
  const { connections = Math.min(MOST_CONNECTIONS, WORKLOADS[workload].connections) } = options;
  const tier = await startTier(PARTITIONS, context);
  const connect = (baseUrl: string): HttpClient => {
    const client = createHttpClient({ baseUrl, headers: AUTHORIZED, timeoutMs: TIMEOUT_MS });
    context.closers.add('http client', () => client.close());
    return client;
  };
  const bench = new TierBench({
    tier,
    generator: startGenerator(context),
    gateway: connect(tier.gateway.url),
    query: connect(tier.query.url),
    workload,
    seconds,
    connections,
    context,
  });
  await tier.startWriters(1);
  const most = await bench.most();
  if (only === undefined) {
    await bench.half(most / 2);
    await bench.backlog(1);
    await bench.backlog(3);
    await bench.outage(outage);
  }
  return conclude(await bench.problems(), {}, context);
});

interface TierBenchDependencies {
  readonly tier: Tier;
  readonly generator: Generator;
  readonly gateway: HttpClient;
  readonly query: HttpClient;
  readonly workload: WorkloadName;
  readonly seconds: number;
  readonly connections: number;
  readonly context: CommandContext;
}

class TierBench {
  readonly #dependencies: TierBenchDependencies;
  #acknowledged = 0;
  #sent = 0;

  constructor(dependencies: TierBenchDependencies) {
    this.#dependencies = dependencies;
  }

  /** Sends as much as one gateway accepts, after warm-up. @returns stored spans a second, including the time after the load */
  async most(): Promise<number> {
    const { tier } = this.#dependencies;
    await this.#load({ seconds: WARM_UP_MS / 1000 });
    await tier.untilStored();
    const since = new Date();
    const [before, logBefore] = [await tier.usage(), await tier.logBytes()];
    const begun = performance.now();
    const load = await this.#load({ seconds: this.#dependencies.seconds });
    const behindMs = await tier.untilStored();
    const storedPerSecond = (load.spansAcknowledged * 1000) / (performance.now() - begun);
    const after = await tier.usage();
    const logBytes = (await tier.logBytes()) - logBefore;
    const { rowsPerSecond } = await tier.database.query((client) => measureRawCopy(client, since));
    this.#print('as much as one gateway takes, one writer', [
      ...acknowledged(load),
      ['bytes in the log ÷ sent', formatFigure(logBytes / load.bytesAcknowledged, '')],
      ['all stored after the load', formatMilliseconds(behindMs)],
      ['stored per second', formatCount(storedPerSecond)],
      ['raw COPY, rows per second', formatCount(rowsPerSecond)],
      ['acknowledged ÷ raw COPY', formatFigure(spansPerSecond(load) / rowsPerSecond, '')],
      ['stored ÷ raw COPY', formatFigure(storedPerSecond / rowsPerSecond, '')],
      ...(await costs(before, after, load)),
    ]);
    return storedPerSecond;
  }

  /** Measures the time until a write is visible at this rate. */
  async half(spansPerSecond: number): Promise<void> {
    const { gateway, query, seconds } = this.#dependencies;
    let isOver = false;
    const probing = probeVisibility({ gateway, query, isOver: () => isOver });
    const load = await this.#load({ seconds, spansPerSecond });
    isOver = true;
    const visible = await probing;
    this.#print(`at half of that, ${formatCount(spansPerSecond)} spans a second`, [
      ...acknowledged(load),
      ...[0.5, 0.99].map((share) => [
        `from acknowledgement to visible p${share * 100}`,
        formatMilliseconds(visible.quantile(share)),
      ]),
      ['traces requested', formatCount(visible.count)],
    ]);
    await this.#dependencies.tier.untilStored();
  }

  /** Measures how fast `writers` writers store the backlog of a time without a writer. */
  async backlog(writers: number): Promise<void> {
    const { tier, seconds } = this.#dependencies;
    await tier.killWriters();
    const load = await this.#load({ seconds });
    await tier.startWriters(writers);
    const tookMs = await tier.untilStored();
    this.#print(`a backlog, ${writers} ${writers === 1 ? 'writer' : 'writers'}`, [
      ['spans that had gathered', formatCount(load.spansAcknowledged)],
      ['stored per second', formatCount((load.spansAcknowledged * 1000) / tookMs)],
    ]);
  }

  /** Measures writes while Postgres is stopped. */
  async outage(seconds: number): Promise<void> {
    const { tier } = this.#dependencies;
    await tier.killWriters();
    await tier.startWriters(3, { throughProxy: true });
    const sending = this.#load({ seconds: seconds + 10, spansPerSecond: CALM_SPANS });
    await sleep(5_000, undefined, { signal: this.#dependencies.context.signal });
    await tier.database.stop();
    await sleep(seconds * 1000, undefined, { signal: this.#dependencies.context.signal });
    await tier.database.restart();
    const back = performance.now();
    const load = await sending;
    await tier.untilStored();
    this.#print(`Postgres stopped for ${seconds} s at ${formatCount(CALM_SPANS)} spans a second`, [
      ...acknowledged(load),
      ['all stored after it was back', formatMilliseconds(performance.now() - back)],
    ]);
  }

  /** Checks that exactly the acknowledged spans are stored, each once, and that all sums are right. */
  async problems(): Promise<readonly string[]> {
    const { tier, context } = this.#dependencies;
    const { sentence, problems } = await tier.database.query((client) =>
      compareStored(client, { acknowledged: this.#acknowledged, sent: this.#sent }),
    );
    context.print(sentence);
    return problems;
  }

  async #load(options: { readonly seconds: number; readonly spansPerSecond?: number }): Promise<LoadResult> {
    const { tier, generator, workload, connections } = this.#dependencies;
    const load = await generator.load({
      baseUrl: tier.gateway.url,
      ...AUTHORIZED,
      workload,
      connections,
      warmUpMs: WARM_UP_MS,
      windowMs: options.seconds * 1000,
      spansPerSecond: options.spansPerSecond,
    });
    this.#acknowledged += load.spansAcknowledged;
    this.#sent += load.spansSent;
    return load;
  }

  #print(title: string, rows: readonly (readonly string[])[]): void {
    this.#dependencies.context.print(`${title}\n${formatTable(rows)}`);
  }
}

/** Returns the processor time of each process for a span, and as a multiple of a plain decoder's. */
async function costs(before: TierUsage, after: TierUsage, load: LoadResult): Promise<string[][]> {
  const names = Object.keys(before) as (keyof TierUsage)[];
  const parts = names.map((name) => [name, after[name] - before[name]] as const);
  const plain = await plainDecodeMicros();
  return [...parts, ['generator', load.generatorSeconds] as const].map(([name, seconds]) => {
    const micros = (seconds * 1e6) / load.spansAcknowledged;
    return [
      `CPU of ${name} a span, ÷ protobufjs`,
      `${formatFigure(micros, 'µs')}, ${formatFigure(micros / plain, '')}`,
    ];
  });
}

function acknowledged(load: LoadResult): string[][] {
  return [
    ['acknowledged per second', formatCount(spansPerSecond(load))],
    ['bytes acknowledged', formatFigure(load.bytesInWindow / load.windowMs / 1000, 'MB/s')],
    ['acknowledgement p50', formatMilliseconds(load.acknowledgement.quantile(0.5))],
    ['acknowledgement p99', formatMilliseconds(load.acknowledgement.quantile(0.99))],
    ['not acknowledged', failuresOf(load)],
  ];
}
