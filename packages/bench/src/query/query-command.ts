import type { EmbeddedPostgresOptions } from '@sluice/embedded-postgres';
import type { CommandContext } from '../command/command';
import { commandOf, mode } from '../command/modes';
import { type Values, choice, flag, integer, text } from '../command/options';
import { temporaryFolder } from '../command/temporary-folder';
import { startGenerator } from '../ingest/generator';
import { type HttpClient, createHttpClient } from '../load/http-client';
import { connectDatabase } from '../product/connect-database';
import { findEmbeddedDatabase } from '../product/embedded-database';
import { startProduct } from '../product/product';
import { startDatabase } from '../product/start-database';
import { Distribution } from '../report/distribution';
import { formatCount, formatMilliseconds, formatTable } from '../report/table';
import { indexAll } from '../seed/index-all';
import { LONG_TRACES } from '../seed/seed-shape';
import { SEEDED_DAYS, startSeeded } from '../seed/start-seeded';
import { bareSql } from './bare-sql';
import { consoleMode } from './console/console-mode';
import { details } from './details-mode';
import { filters } from './filters/filters-mode';
import { type KnownIds, furtherRequests } from './further-requests';
import { measureLists } from './lists';
import { type Measured, type NamedOptions, measure, nameOf, verdict } from './measure';
import { STATEMENT_SETTINGS, watchPostgres } from './postgres-work';
import {
  DETAIL_OF_TEN_MS,
  FIRST_BYTE_MS,
  type NamedRequest,
  SINGLE_REQUESTS,
  aggregateRequests,
  detailPath,
} from './requests';
import { measureSteps } from './measure-steps';
import { measureUnderLoad } from './measure-under-load';

const TIMEOUT_MS = 120_000;
const DETAILS = 200;

/** Options of the data that are read; without a database a small one is seeded. */
const DATA = {
  'data-dir': text('<seeded folder>'),
  'database-url': text('<seeded database>'),
  traces: integer({ default: 10_000, min: 1, max: 1_000_000 }),
};

/** Measures reads of seeded data: one request at a time, clients beside ingest, generated filters, and the console in a browser. */
export const queryCommand = commandOf('query', [
  mode(
    '',
    {
      ...DATA,
      runs: integer({ default: 5, min: 1, max: 1000 }),
      only: choice(['lists', 'others', 'steps']),
      named: text('<part of a name>'),
    },
    async ({ runs, only, named = '', ...data }, context) => {
      const { http, newest, databaseUrl } = await startReads(data, {}, context);
      if (only === undefined || only === 'lists') {
        const bare = bareSql(await connectDatabase(databaseUrl, context));
        await measureLists(http, bare, { newest, runs }, context);
      }
      const rest = only === undefined ? ['others', 'steps'] : [only];
      if (rest.includes('others')) await measureOthers(http, { newest, runs, named }, context);
      if (rest.includes('steps')) await measureSteps(http, { newest, runs, named }, context);
      return 0;
    },
  ),
  mode(
    'with-ingest',
    {
      ...DATA,
      pause: integer({ default: 1000, min: 0, max: 60_000 }),
      seconds: integer({ default: 15, min: 1, max: 3600 }),
      rate: integer({ form: '<spans a second>', min: 1, max: 1_000_000 }),
      profile: flag,
    },
    async ({ pause: pauseMs, seconds, rate, profile, ...data }, context) => {
      const { http, newest, databaseUrl, dataDir, baseUrl } = await startReads(
        data,
        profile ? STATEMENT_SETTINGS : {},
        context,
      );
      const sql = await connectDatabase(databaseUrl, context);
      const pid = profile ? (await findEmbeddedDatabase(dataDir)).pid : undefined;
      const watch = pid === undefined ? undefined : () => watchPostgres(sql, pid);
      const generator = startGenerator(context);
      const load = { newest, days: SEEDED_DAYS, generator, baseUrl, windowMs: seconds * 1000, pauseMs, rate, watch };
      await measureUnderLoad(http, load, context);
      return 0;
    },
  ),
  details,
  filters,
  consoleMode,
]);

/** Starts the product on indexed data. @param settings of the database server */
async function startReads(
  { 'data-dir': seeded, 'database-url': url, traces }: Values<typeof DATA>,
  settings: EmbeddedPostgresOptions['settings'],
  context: CommandContext,
) {
  const dataDir = seeded ?? (await temporaryFolder(context));
  const startData = async (): Promise<string> =>
    seeded === undefined
      ? (await startSeeded({ dataDir, settings, traces }, context)).databaseUrl
      : (await startDatabase(dataDir, context, settings)).url;
  const databaseUrl = url ?? (await startData());
  await indexAll(databaseUrl, context.signal);
  const { baseUrl, headers } = await startProduct({ dataDir, databaseUrl }, context);
  const http = createHttpClient({ baseUrl, headers, timeoutMs: TIMEOUT_MS });
  context.closers.add('http client', () => http.close());
  return { dataDir, databaseUrl, baseUrl, http, newest: await newestTimestamp(http) };
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

async function measureOthers(http: HttpClient, options: NamedOptions, context: CommandContext): Promise<void> {
  const { newest, runs, named } = options;
  const rows: string[][] = [
    ['parts of a list, details, aggregates', 'bytes', 'p50', 'p95', 'target', 'first byte, p95', 'target'],
  ];
  const add = (
    { name, target, firstByteTarget }: Omit<NamedRequest, 'path'>,
    measured: Omit<Measured, 'totalItems'>,
  ): void => {
    const { bytes, durations, firstBytes } = measured;
    const [p95, first] = [durations, firstBytes].map((each) => each.quantile(0.95)) as [number, number];
    rows.push([
      nameOf(name, measured),
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
  const requests = [
    ...SINGLE_REQUESTS,
    ...aggregateRequests(newest, SEEDED_DAYS),
    ...furtherRequests(newest, SEEDED_DAYS, known),
  ];
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
