import { Client } from 'pg';
import type { Command } from '../command/command';
import { readOptions } from '../command/options';
import { temporaryFolder } from '../command/temporary-folder';
import { createHttpClient } from '../load/http-client';
import { findEmbeddedDatabase } from '../product/embedded-database';
import { startProduct } from '../product/product';
import { formatCount, formatMegabytes, formatMicroseconds, formatMilliseconds, formatTable } from '../report/table';
import { watchUsage } from './watch-usage';
import type { Usage } from './watch-usage';
import { type LoadResult, failuresOf, runLoad, spansPerSecond } from './load';
import { ingestOverKafka } from './over-kafka';
import { measureRawCopy } from './raw-copy';
import type { RawCopy } from './raw-copy';
import { compareStored } from './stored';
import { readLog, untilFolded } from './written-log';

const TRACES_PER_REQUEST = 10;
const SPANS_PER_TRACE = 10;
const TIMEOUT_MS = 30_000;

/** How fast the product takes LLM spans, beside what Postgres alone takes on the same machine at the same time. */
export const ingestCommand: Command = {
  name: 'ingest',
  usage:
    '[--quick] [--seconds 15] [--connections 32] [--span-bytes 1800] [--json] | --over-kafka [--seconds 15] [--connections 16] [--outage 120]',
  run: async (args, context) => {
    if (args.includes('--over-kafka')) return ingestOverKafka(args, context);
    const options = readOptions(args, { values: ['seconds', 'connections', 'span-bytes'], flags: ['quick', 'json'] });
    const seconds = options.integer('seconds', { default: options.flag('quick') ? 4 : 15, min: 1, max: 3600 });
    const connections = options.integer('connections', { default: 32, min: 1, max: 1000 });
    const bytesPerSpan = options.integer('span-bytes', { default: 1800, min: 700, max: 100_000 });

    const dataDir = await temporaryFolder(context);
    const product = await startProduct({ dataDir }, context);
    const database = await findEmbeddedDatabase(dataDir);
    const client = createHttpClient({ baseUrl: product.baseUrl, headers: product.headers, timeoutMs: TIMEOUT_MS });
    const sql = new Client({ connectionString: database.url });
    await sql.connect();
    context.closers.add('database connection', () => sql.end());
    const logBefore = await readLog(sql);
    const watch = await watchUsage({ product: product.pid, postgres: database.pid }, context.closers);
    const load = await runLoad({
      client,
      connections,
      warmUpMs: Math.min(3_000, seconds * 500),
      windowMs: seconds * 1000,
      template: { traces: TRACES_PER_REQUEST, spansPerTrace: SPANS_PER_TRACE, bytesPerSpan },
      signal: context.signal,
    });
    const cost = async (): Promise<Cost> => ({ ...(await watch()), logBytes: (await readLog(sql)) - logBefore });
    const usage = await cost();
    await untilFolded(sql, context.signal);
    const folded = await cost();
    client.close();

    const { stored, problems } = await compareStored(sql, {
      acknowledged: load.spansAcknowledged,
      sent: load.spansSent,
    });
    const copy = await measureRawCopy(sql);

    const results = { load, stored, copy, usage, folded, connections, bytesPerSpan };
    context.print(options.flag('json') ? toJson(results, problems) : toTable(results));
    for (const problem of problems) context.print(`WRONG: ${problem}`);
    return problems.length === 0 ? 0 : 1;
  },
};

/** What the run took up to a moment: of both processes, and bytes of Postgres's log of changes (WAL). */
type Cost = Readonly<Record<'product' | 'postgres', Usage>> & { readonly logBytes: number };

interface Results {
  readonly load: LoadResult;
  readonly stored: number;
  readonly copy: RawCopy;
  /** When the last span was acknowledged. */
  readonly usage: Cost;
  /** When all that came was folded, for fast reads. */
  readonly folded: Cost;
  readonly connections: number;
  readonly bytesPerSpan: number;
}

function toTable({ load, stored, copy, usage, folded, connections, bytesPerSpan }: Results): string {
  const perSecond = spansPerSecond(load);
  const costs = (when: string, { product, postgres, logBytes }: Cost): string[][] => [
    [`processor time of the product a span${when}`, formatMicroseconds(product.cpuSeconds / load.spansAcknowledged)],
    [`processor time of Postgres a span${when}`, formatMicroseconds(postgres.cpuSeconds / load.spansAcknowledged)],
    [`bytes of WAL a span${when}`, formatCount(logBytes / load.spansAcknowledged)],
  ];
  return formatTable([
    [
      'load',
      `${TRACES_PER_REQUEST * SPANS_PER_TRACE} spans of ${bytesPerSpan} bytes a request, ${connections} connections`,
    ],
    ['timed window', `${load.windowMs / 1000} s`],
    ['spans acknowledged per second', formatCount(perSecond)],
    ['bytes taken per second', formatMegabytes((perSecond / TRACES_PER_REQUEST / SPANS_PER_TRACE) * load.bodyBytes)],
    ...[0.5, 0.95, 0.99].map((share) => [
      `acknowledgement p${share * 100}`,
      formatMilliseconds(load.acknowledgement.quantile(share)),
    ]),
    ['not acknowledged', failuresOf(load)],
    ['acknowledged / stored spans', `${formatCount(load.spansAcknowledged)} / ${formatCount(stored)}`],
    ['memory of the product, peak', formatMegabytes(usage.product.peakBytes)],
    ['memory of Postgres, peak', formatMegabytes(usage.postgres.peakBytes)],
    ...costs('', usage),
    ...costs(', all folded', folded),
    ['load generator, share of a core', `${Math.round(load.generatorCpu * 100)} %`],
    ['raw COPY of the same rows per second', formatCount(copy.rowsPerSecond)],
    ['bytes of such a row', formatCount(copy.bytes / copy.rows)],
    ['ratio to raw COPY', (perSecond / copy.rowsPerSecond).toFixed(2)],
  ]);
}

function toJson(
  { load, stored, copy, usage, folded, connections, bytesPerSpan }: Results,
  problems: readonly string[],
): string {
  const quantile = (share: number): number => load.acknowledgement.quantile(share);
  return JSON.stringify({
    connections,
    bytesPerSpan,
    windowMs: load.windowMs,
    spansPerSecond: spansPerSecond(load),
    acknowledgementMs: { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) },
    failures: Object.fromEntries(load.failures),
    spansAcknowledged: load.spansAcknowledged,
    spansStored: stored,
    usage,
    folded,
    generatorCpu: load.generatorCpu,
    rawCopy: copy,
    ratioToRawCopy: spansPerSecond(load) / copy.rowsPerSecond,
    problems,
  });
}
