import { Client } from 'pg';
import type { Command, CommandContext } from '../command/command';
import { type Options, readOptions } from '../command/options';
import { temporaryFolder } from '../command/temporary-folder';
import { createHttpClient } from '../load/http-client';
import type { HttpClient } from '../load/http-client';
import { startGenerator } from '../ingest/generator';
import { findEmbeddedDatabase } from '../product/embedded-database';
import { startProduct } from '../product/product';
import { startDatabase } from '../product/start-database';
import { Distribution } from '../report/distribution';
import { formatCount, formatMilliseconds, formatTable } from '../report/table';
import { indexAll } from '../seed/index-all';
import { seedDatabase } from '../seed/seed-database';
import { LONG_TRACES } from '../seed/seed-shape';
import { bareSql } from './bare-sql';
import { type KnownIds, furtherRequests } from './further-requests';
import { measureLists } from './lists';
import { type Measured, measure } from './measure';
import { STATEMENT_SETTINGS, watchPostgres } from './postgres-work';
import {
  DETAIL_OF_TEN_MS,
  FIRST_BYTE_MS,
  type NamedRequest,
  SINGLE_REQUESTS,
  aggregateRequests,
  detailPath,
} from './requests';
import { measureUnderLoad } from './measure-under-load';

const TIMEOUT_MS = 120_000;
const DAYS = 30;
const DETAILS = 200;

/** Measures lists, details and aggregates on seeded data, one request at a time. */
export const queryCommand: Command = {
  name: 'query',
  usage:
    '[--data-dir <seeded folder> | --database-url <seeded database>] [--quick] [--traces 10000] [--runs 5] [--only lists|others] [--named <part of a name>] [--with-ingest [--pause 1000] [--seconds 15] [--rate <spans a second>] [--profile]]',
  run: async (args, context) => {
    const options = readOptions(args, {
      values: ['data-dir', 'database-url', 'traces', 'runs', 'only', 'named', 'pause', 'seconds', 'rate'],
      flags: ['quick', 'with-ingest', 'profile'],
    });
    const runs = options.integer('runs', { default: options.flag('quick') ? 1 : 5, min: 1, max: 1000 });
    const only = options.choice('only', ['lists', 'others']);
    const dataDir = options.text('data-dir') ?? (await temporaryFolder(context));
    const databaseUrl =
      options.text('database-url') ??
      (await startDatabase(dataDir, context, options.flag('profile') ? STATEMENT_SETTINGS : {})).url;
    if (options.text('database-url') === undefined && options.text('data-dir') === undefined) {
      await seedSmall(databaseUrl, options, context);
    }
    await indexAll(databaseUrl, context.signal);
    const { baseUrl, headers } = await startProduct({ dataDir, databaseUrl }, context);
    const http = createHttpClient({ baseUrl, headers, timeoutMs: TIMEOUT_MS });
    const newest = await newestTimestamp(http);
    if (options.flag('with-ingest')) {
      const sql = await connect(databaseUrl, context);
      const pid = options.flag('profile') ? (await findEmbeddedDatabase(dataDir)).pid : undefined;
      const rate = options.integer('rate', { default: 0, min: 0, max: 1_000_000 });
      await measureUnderLoad(
        http,
        {
          newest,
          days: DAYS,
          generator: startGenerator(context),
          baseUrl,
          windowMs: options.integer('seconds', { default: 15, min: 1, max: 3600 }) * 1000,
          pauseMs: options.integer('pause', { default: 1000, min: 0, max: 60_000 }),
          rate: rate === 0 ? undefined : rate,
          watch: pid === undefined ? undefined : () => watchPostgres(sql, pid),
        },
        context,
      );
      http.close();
      return 0;
    }
    if (only !== 'others') {
      await measureLists(http, bareSql(await connect(databaseUrl, context)), { newest, runs }, context);
    }
    if (only !== 'lists') await measureOthers(http, { newest, runs, named: options.text('named') ?? '' }, context);
    http.close();
    return 0;
  },
};

async function connect(databaseUrl: string, { closers }: CommandContext): Promise<Client> {
  const sql = new Client({ connectionString: databaseUrl, application_name: 'bench' });
  await sql.connect();
  closers.add('database connection', () => sql.end());
  return sql;
}

async function seedSmall(databaseUrl: string, options: Options, context: CommandContext): Promise<void> {
  const traces = options.integer('traces', { default: 10_000, min: 1, max: 1_000_000 });
  context.print(`seeding ${formatCount(traces)} traces, since no seeded database was given`);
  await seedDatabase({
    databaseUrl,
    traces,
    observationsPerTrace: 10,
    days: DAYS,
    now: Date.now() * 1000,
    seed: 1,
    signal: context.signal,
    progress: () => undefined,
  });
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

interface OthersOptions {
  readonly newest: Date;
  readonly runs: number;
  /** Text that the names of the measured requests contain. */
  readonly named: string;
}

async function measureOthers(http: HttpClient, options: OthersOptions, context: CommandContext): Promise<void> {
  const { newest, runs, named } = options;
  const rows: string[][] = [
    ['parts of a list, details, aggregates', 'bytes', 'p50', 'p95', 'target', 'first byte, p95', 'target'],
  ];
  const add = (
    { name, target, firstByteTarget }: Omit<NamedRequest, 'path'>,
    { bytes, durations, firstBytes, refused }: Omit<Measured, 'totalItems'>,
  ): void => {
    const [p95, first] = [durations, firstBytes].map((each) => each.quantile(0.95)) as [number, number];
    rows.push([
      refused === 0 ? name : `${name} (503: ${refused} of ${durations.count})`,
      formatCount(bytes),
      formatMilliseconds(durations.quantile(0.5)),
      formatMilliseconds(p95),
      verdict(p95, target),
      formatMilliseconds(first),
      verdict(first, firstByteTarget),
    ]);
  };
  const ofTen = { name: 'detail of 10 observations', target: DETAIL_OF_TEN_MS, firstByteTarget: FIRST_BYTE_MS };
  if (ofTen.name.includes(named)) add(ofTen, await measureDetails(http, context.signal));
  const known = await knownIds(http);
  const requests = [...SINGLE_REQUESTS, ...aggregateRequests(newest, DAYS), ...furtherRequests(newest, DAYS, known)];
  for (const request of requests.filter(({ name }) => name.includes(named))) {
    add(request, await measure(http, request.path, { ...request, runs: Math.max(runs, 3), signal: context.signal }));
  }
  context.print(formatTable(rows));
}

/** Returns ids of the smallest of the long traces, and of the newest session. */
async function knownIds(http: HttpClient): Promise<KnownIds> {
  const traceId = LONG_TRACES[0]?.id ?? '';
  const { body } = await http.get(`${detailPath(traceId)}?observationFields=core`);
  const { observations } = JSON.parse(body.toString()) as { readonly observations: readonly { readonly id: string }[] };
  const sessions = JSON.parse((await http.get('/api/public/sessions?limit=1')).body.toString()) as {
    readonly data: readonly { readonly id: string }[];
  };
  return { traceId, sessionId: sessions.data[0]?.id ?? '', ids: observations.map(({ id }) => id) };
}

function verdict(milliseconds: number, target: number | undefined): string {
  return target === undefined ? '' : `${milliseconds <= target ? '' : 'NOT '}${target} ms`;
}

/** Reads traces of the whole time range, each once, so that no trace is in memory from an earlier read. */
async function measureDetails(http: HttpClient, signal: AbortSignal): Promise<Omit<Measured, 'totalItems'>> {
  const { body } = await http.get(`/api/public/traces?limit=${DETAILS}&fields=core&orderBy=id.asc`);
  const durations = new Distribution();
  const firstBytes = new Distribution();
  let bytes = 0;
  for (const { id } of (JSON.parse(body.toString()) as ListAnswer).data) {
    signal.throwIfAborted();
    const begin = performance.now();
    const answer = await http.get(detailPath(id));
    durations.add(performance.now() - begin);
    firstBytes.add(answer.beganAt - begin);
    if (answer.status !== 200) throw new Error(`trace ${id} is answered ${answer.status}`);
    bytes = answer.body.length;
  }
  return { durations, firstBytes, bytes, refused: 0 };
}
