import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { counted } from '@sluice/runtime';
import { Client } from 'pg';
import { findInconsistencies } from '../check/consistency';
import type { Command, CommandContext } from '../command/command';
import { readOptions } from '../command/options';
import { temporaryFolder } from '../command/temporary-folder';
import { createHttpClient } from '../load/http-client';
import type { HttpClient } from '../load/http-client';
import { endEmbeddedDatabase, findEmbeddedDatabase } from '../product/embedded-database';
import { startProduct } from '../product/product';
import type { Product } from '../product/product';
import { createRandom } from '../random';
import type { Random } from '../random';
import { formatCount, formatMilliseconds } from '../report/table';
import { metricWorkload } from '../workload/metric-workload';
import { nativeWorkload } from '../workload/native-workload';
import { otlpWorkload } from '../workload/otlp-workload';
import { verifyAnswers } from '../workload/verify-answers';
import { verifyStored } from '../workload/verify-stored';
import { KillTestClient } from './client';

const OTLP_CLIENTS = 12;
const NATIVE_CLIENTS = 4;
const METRIC_CLIENTS = 4;

/** The product is killed after a time between these two under load. */
const LOAD_MS = { least: 500, most: 4_000 } as const;

const TIMEOUT_MS = 10_000;
const FINISH_MS = 30_000;

/** Kills the product under load again and again, and looks whether anything that it acknowledged is lost or doubled. */
export const killTestCommand: Command = {
  name: 'kill-test',
  usage: '[--rounds 10] [--seed <number>] [--kill-postgres]',
  run: async (args, context) => {
    const options = readOptions(args, { values: ['rounds', 'seed'], flags: ['kill-postgres'] });
    const rounds = options.integer('rounds', { default: 10, min: 1, max: 1000 });
    const seed = options.integer('seed', { default: Date.now() % 1_000_000, min: 0, max: 2 ** 31 });
    const dataDir = await temporaryFolder(context);
    context.closers.add('embedded database of a killed product', () => endEmbeddedDatabase(dataDir));
    const test = new KillTest(
      { dataDir, random: createRandom(seed), killPostgres: options.flag('kill-postgres') },
      context,
    );
    context.print(`killing the product ${rounds} times with -9; the moments are those of --seed ${seed}`);
    let violations = 0;
    for (let round = 1; round <= rounds; round += 1) violations += await test.round(`round ${round}`);
    violations += await test.end();
    context.print(
      violations === 0
        ? 'RIGHT: everything acknowledged is stored once, nothing else is, and every sum agrees'
        : `WRONG: ${counted(violations, 'violation')}`,
    );
    return violations === 0 ? 0 : 1;
  },
};

interface KillTestOptions {
  readonly dataDir: string;
  readonly random: Random;
  /** Also kill the database's first process each time. */
  readonly killPostgres: boolean;
}

/** The product under test, from one kill to the next, and its clients, which outlive all of them. */
class KillTest {
  readonly #options: KillTestOptions;
  readonly #context: CommandContext;
  readonly #clients: readonly KillTestClient[];
  #product: Product | undefined;

  constructor(options: KillTestOptions, context: CommandContext) {
    this.#options = options;
    this.#context = context;
    const identity = { run: randomBytes(8).toString('hex'), start: Date.now() * 1000 };
    const numbered = <T>(count: number, make: (number: number) => T): T[] =>
      Array.from({ length: count }, (_, number) => make(number));
    this.#clients = [
      ...numbered(OTLP_CLIENTS, (number) => otlpWorkload({ number, ...identity })),
      ...numbered(NATIVE_CLIENTS, (number) => nativeWorkload({ number, ...identity })),
      ...numbered(METRIC_CLIENTS, (number) => metricWorkload({ number, ...identity })),
    ].map((workload) => new KillTestClient(workload));
  }

  /** Load, kill, restart, comparison. @returns how much is wrong */
  async round(name: string): Promise<number> {
    const { random, killPostgres, dataDir } = this.#options;
    const product = (this.#product ??= await startProduct({ dataDir }, this.#context));
    const loadMs = LOAD_MS.least + random.below(LOAD_MS.most - LOAD_MS.least);
    let isOver = false;
    const sending = this.#withHttp(product, (http) =>
      Promise.all(this.#clients.map((client) => client.run(http, () => isOver))),
    );
    await sleep(loadMs, undefined, { signal: this.#context.signal });
    isOver = true;
    const { pid } = await findEmbeddedDatabase(dataDir);
    if (killPostgres) process.kill(pid, 'SIGKILL');
    await product.kill();
    await sending;

    // One restart in three is killed too, while the product is still putting things right.
    const interrupted = random.below(3) === 0;
    if (interrupted) await this.#interruptedStart(random.below(600));
    this.#product = await startProduct({ dataDir }, this.#context);
    const restart = `${interrupted ? 'killed while starting, then ' : ''}ready after ${formatMilliseconds(this.#product.readyAfterMs)}`;
    return this.#compare(name, this.#product, `killed after ${formatMilliseconds(loadMs)}, ${restart}`);
  }

  /** Lets every client finish what it has begun and compares a last time. @returns how much is wrong */
  async end(): Promise<number> {
    const product = this.#product;
    if (product === undefined) return 0;
    const deadline = Date.now() + FINISH_MS;
    await this.#withHttp(product, (http) =>
      Promise.all(this.#clients.map((client) => client.finish(http, () => Date.now() > deadline))),
    );
    const wrong = await this.#compare('at the end', product, 'every client has finished');
    await product.stop();
    return wrong;
  }

  async #interruptedStart(afterMs: number): Promise<void> {
    await startProduct({ dataDir: this.#options.dataDir, killAfterMs: afterMs }, this.#context).then(
      (product) => product.kill(),
      () => undefined,
    );
  }

  async #compare(name: string, product: Product, happened: string): Promise<number> {
    this.#context.signal.throwIfAborted();
    const { url } = await findEmbeddedDatabase(this.#options.dataDir);
    const sql = new Client({ connectionString: url });
    await sql.connect();
    try {
      const stored = await verifyStored(sql, this.#clients);
      const violations = [
        ...stored.violations,
        ...(await findInconsistencies(sql)),
        ...(await this.#withHttp(product, (http) => verifyAnswers(sql, http))),
        ...this.#clients.flatMap((client) => client.wrongAnswers.splice(0)),
      ];
      const retries = this.#clients.reduce((sum, client) => sum + client.retries, 0);
      this.#context.print(
        `${name}: ${happened}; ${formatCount(stored.acknowledged)} items acknowledged, ${formatCount(stored.items)} stored, ` +
          `${formatCount(retries)} requests repeated so far: ${violations.length === 0 ? 'right' : 'WRONG'}`,
      );
      for (const violation of violations) this.#context.print(`  ${violation}`);
      return violations.length;
    } finally {
      await sql.end();
    }
  }

  async #withHttp<T>({ baseUrl, headers }: Product, work: (http: HttpClient) => Promise<T>): Promise<T> {
    const http = createHttpClient({ baseUrl, headers, timeoutMs: TIMEOUT_MS });
    try {
      return await work(http);
    } finally {
      http.close();
    }
  }
}
