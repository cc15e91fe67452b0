import { setTimeout as sleep } from 'node:timers/promises';
import { type Query, waitForIndex } from '../check/wait-for-index';
import { queryDatabase } from '../cluster/query-database';
import type { CommandContext } from '../command/command';
import { temporaryFolder } from '../command/temporary-folder';
import { GrpcExporter } from '../load/grpc-exporter';
import { createHttpClient } from '../load/http-client';
import { endEmbeddedDatabase, findEmbeddedDatabase } from '../product/embedded-database';
import { AUTHORIZED, type Product, startProduct } from '../product/product';
import { PROJECTS, PROJECT_SETTINGS } from '../product/projects';
import { createRandom } from '../random-source';
import { formatCount, formatMilliseconds } from '../report/table';
import type { ResendingClient } from './client';
import { makeClients } from './clients';
import { History } from './history';
import type { FaultRun } from './fault-run';
import { acknowledgedOverGrpc } from './report';
import { verifyItems } from './verify';

/** Limits of the time under load after which the product is killed. */
const LOAD_MS = { least: 500, most: 4_000 } as const;
const TIMEOUT_MS = 10_000;
/** Duration of the load after the last restart; the clients then repeat unacknowledged requests for `FINISH_MS`. */
const LAST_LOAD_MS = 500;
const FINISH_MS = 30_000;

export interface OneProcessOptions {
  readonly seed: number;
  readonly rounds: number;
  /** Also kills the first process of the database each time. */
  readonly killPostgres: boolean;
  /** `INGEST_THREADS` of the product. */
  readonly ingestThreads: number;
}

/** Kills the product under load repeatedly, while its clients continue. Compares everything after each restart. */
export async function killOneProcess(
  { seed, rounds, killPostgres, ingestThreads }: OneProcessOptions,
  context: CommandContext,
): Promise<FaultRun> {
  const { closers, signal, print } = context;
  const dataDir = await temporaryFolder(context);
  closers.add('embedded database of a killed product', () => endEmbeddedDatabase(dataDir));
  const onDatabase: Query = async (work) => queryDatabase((await findEmbeddedDatabase(dataDir)).url, work);
  const settings = { ...PROJECT_SETTINGS, INGEST_THREADS: String(ingestThreads) };
  const started = { dataDir, settings };
  const random = createRandom(seed);
  const history = new History(seed);
  let product: Product | undefined;
  const gateways = {
    urls: () => (product === undefined ? [] : [product.baseUrl]),
    grpcAddresses: () => (product === undefined ? [] : [product.grpcAddress]),
  };
  const grpc = new GrpcExporter({ timeoutMs: TIMEOUT_MS });
  closers.add('exporter of gRPC', () => grpc.close());
  const clients = makeClients({ seed, history, grpc, gateways, pauseMs: 0, projects: PROJECTS });
  const http = createHttpClient({ baseUrl: 'http://127.0.0.1', headers: AUTHORIZED, timeoutMs: TIMEOUT_MS });
  closers.add('http client', () => http.close());
  const violations: string[] = [];

  for (let round = 1; round <= rounds; round += 1) {
    const running = (product ??= await startProduct(started, context));
    const loadMs = LOAD_MS.least + random.below(LOAD_MS.most - LOAD_MS.least);
    let over = false;
    const isOver = (): boolean => over;
    const sending = Promise.all(clients.map((client) => client.run(http, { isOver, giveUp: isOver })));
    await sleep(loadMs, undefined, { signal });
    over = true;
    if (killPostgres) process.kill((await findEmbeddedDatabase(dataDir)).pid, 'SIGKILL');
    await running.kill();
    await sending;

    // Kills one restart in three too, during recovery.
    const interrupted = random.below(3) === 0;
    if (interrupted) {
      const killAfterMs = random.below(600);
      await startProduct({ ...started, killAfterMs }, context).then(
        (late) => late.kill(),
        () => undefined,
      );
    }
    product = await startProduct(started, context);
    const restart = `${interrupted ? 'killed while starting, then ' : ''}ready after ${formatMilliseconds(product.readyAfterMs)}`;
    print(`round ${round}: killed after ${formatMilliseconds(loadMs)}, ${restart}`);
    violations.push(...(await compare(dataDir, product, clients, context)));
  }

  const lastLoadEnds = performance.now() + LAST_LOAD_MS;
  await Promise.all(
    clients.map((client) =>
      client.run(http, {
        isOver: () => performance.now() > lastLoadEnds,
        giveUp: () => performance.now() > lastLoadEnds + FINISH_MS,
      }),
    ),
  );
  if (product !== undefined) {
    violations.push(...(await waitForIndex(onDatabase, FINISH_MS)));
    violations.push(...(await compare(dataDir, product, clients, context)));
    await product.stop();
  }
  const overGrpc = acknowledgedOverGrpc(clients);
  if (overGrpc === 0) violations.push('no request was acknowledged over gRPC');
  await history.close({ isKept: violations.length > 0 });
  const sentAgain = clients.reduce((sum, client) => sum + client.sentAgain, 0);
  const { ok, fail, unknown } = history.counts;
  const attempts = `attempts: ${formatCount(ok)} answered 200, ${formatCount(fail)} certainly not done, ${formatCount(unknown)} anything else`;
  const report = `${attempts}; ${formatCount(sentAgain)} acknowledged requests were sent again; ${formatCount(overGrpc)} were acknowledged over gRPC`;
  return { violations, report, historyPath: history.path };
}

/** Compares everything stored, and the answers, with what the clients sent. @returns violations */
async function compare(
  dataDir: string,
  { baseUrl }: Product,
  clients: readonly ResendingClient[],
  { signal, print }: CommandContext,
): Promise<readonly string[]> {
  signal.throwIfAborted();
  const reads = createHttpClient({ baseUrl, headers: AUTHORIZED, timeoutMs: TIMEOUT_MS });
  try {
    const { stored, violations } = await queryDatabase((await findEmbeddedDatabase(dataDir)).url, (sql) =>
      verifyItems(sql, { reads, projects: PROJECTS, deadLetters: 0 }, clients),
    );
    const counts = `${formatCount(stored.acknowledged)} items acknowledged, ${formatCount(stored.items)} stored`;
    print(`  ${counts}: ${violations.length === 0 ? 'right' : 'WRONG'}`);
    return violations;
  } finally {
    reads.close();
  }
}
