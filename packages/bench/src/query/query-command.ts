import type { Command, CommandContext } from '../command/command';
import { type Options, readOptions } from '../command/options';
import { temporaryFolder } from '../command/temporary-folder';
import { createHttpClient } from '../load/http-client';
import type { HttpClient } from '../load/http-client';
import { startProduct } from '../product/product';
import { startDatabase } from '../product/start-database';
import { Distribution } from '../report/distribution';
import { formatCount, formatMilliseconds, formatTable } from '../report/table';
import { seedDatabase } from '../seed/seed-database';
import { measure } from './measure';
import { SINGLE_REQUESTS, aggregateRequests, detailPath, listRequests } from './requests';

const TIMEOUT_MS = 120_000;
const DAYS = 30;
const DETAILS = 200;

/** How fast lists, details and aggregates are answered on seeded data, one request at a time. */
export const queryCommand: Command = {
  name: 'query',
  usage: '[--data-dir <seeded folder> | --database-url <seeded database>] [--quick] [--traces 10000] [--runs 5]',
  run: async (args, context) => {
    const options = readOptions(args, { values: ['data-dir', 'database-url', 'traces', 'runs'], flags: ['quick'] });
    const runs = options.integer('runs', { default: options.flag('quick') ? 1 : 5, min: 1, max: 1000 });
    const databaseUrl = options.text('database-url');
    const dataDir = options.text('data-dir') ?? (await temporaryFolder(context));
    if (databaseUrl === undefined && options.text('data-dir') === undefined) await seedSmall(dataDir, options, context);
    const { baseUrl, headers } = await startProduct({ dataDir, databaseUrl }, context);
    const http = createHttpClient({ baseUrl, headers, timeoutMs: TIMEOUT_MS });
    const newest = await newestTimestamp(http);
    await measureLists(http, newest, runs, context);
    await measureOthers(http, newest, runs, context);
    http.close();
    return 0;
  },
};

async function seedSmall(dataDir: string, options: Options, context: CommandContext): Promise<void> {
  const traces = options.integer('traces', { default: 10_000, min: 1, max: 1_000_000 });
  context.print(`seeding ${formatCount(traces)} traces, since no seeded database was given`);
  const database = await startDatabase(dataDir, context);
  await seedDatabase({
    databaseUrl: database.url,
    traces,
    observationsPerTrace: 10,
    days: DAYS,
    now: Date.now() * 1000,
    seed: 1,
    signal: context.signal,
    progress: () => undefined,
  });
  await database.stop();
}

interface ListAnswer {
  readonly data: readonly { readonly id: string; readonly timestamp: string }[];
}

async function newestTimestamp(http: HttpClient): Promise<Date> {
  const { body } = await http.get('/api/public/traces?limit=1&fields=core');
  const [newest] = (JSON.parse(body.toString()) as ListAnswer).data;
  if (newest === undefined) throw new Error('the database has no traces: seed it first');
  return new Date(newest.timestamp);
}

/** One line a filter, over all orders, and one line an order, over all filters. */
async function measureLists(http: HttpClient, newest: Date, runs: number, context: CommandContext): Promise<void> {
  const all = new Distribution();
  const orders = new Map<string, Distribution>();
  const byFilter: string[][] = [['list of 50 by filter, all orders', 'matches', 'p50', 'p95', 'slowest', 'order']];
  for (const { name, byOrder } of listRequests(newest)) {
    const filtered = new Distribution();
    let matches: number | undefined;
    let slowest = { p50: -1, order: '' };
    for (const { name: order, path } of byOrder) {
      const { durations, totalItems } = await measure(http, path, runs, context.signal);
      matches = totalItems;
      const p50 = durations.quantile(0.5);
      if (p50 > slowest.p50) slowest = { p50, order };
      const ordered = orders.get(order) ?? new Distribution();
      orders.set(order, ordered);
      for (const to of [all, filtered, ordered]) to.addAll(durations);
    }
    byFilter.push([
      name,
      formatCount(matches ?? NaN),
      ...quantiles(filtered),
      formatMilliseconds(slowest.p50),
      slowest.order,
    ]);
  }
  byFilter.push(['all lists', '', ...quantiles(all)]);
  context.print(formatTable(byFilter));
  context.print('');
  context.print(
    formatTable([
      ['list of 50 by order, all filters', 'p50', 'p95'],
      ...Array.from(orders, ([order, durations]) => [order, ...quantiles(durations)]),
    ]),
  );
  context.print('');
}

async function measureOthers(http: HttpClient, newest: Date, runs: number, context: CommandContext): Promise<void> {
  const rows: string[][] = [['parts of a list, details, aggregates', 'bytes', 'p50', 'p95']];
  const details = await measureDetails(http, context.signal);
  rows.push(['detail of a trace with 10 observations', formatCount(details.bytes), ...quantiles(details.durations)]);
  for (const { name, path } of [...SINGLE_REQUESTS, ...aggregateRequests(newest, DAYS)]) {
    const { durations, bytes } = await measure(http, path, Math.max(runs, 3), context.signal);
    rows.push([name, formatCount(bytes), ...quantiles(durations)]);
  }
  context.print(formatTable(rows));
}

/** Reads traces from all over the time, each once: what is read is not in memory because it was read before. */
async function measureDetails(
  http: HttpClient,
  signal: AbortSignal,
): Promise<{ durations: Distribution; bytes: number }> {
  const { body } = await http.get(`/api/public/traces?limit=${DETAILS}&fields=core&orderBy=id.asc`);
  const durations = new Distribution();
  let bytes = 0;
  for (const { id } of (JSON.parse(body.toString()) as ListAnswer).data) {
    signal.throwIfAborted();
    const begin = performance.now();
    const answer = await http.get(detailPath(id));
    durations.add(performance.now() - begin);
    if (answer.status !== 200) throw new Error(`trace ${id} is answered ${answer.status}`);
    bytes = answer.body.length;
  }
  return { durations, bytes };
}

function quantiles(durations: Distribution): string[] {
  return [0.5, 0.95].map((share) => formatMilliseconds(durations.quantile(share)));
}
