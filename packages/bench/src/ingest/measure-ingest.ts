import type { ChildProcess } from 'node:child_process';
import { Client } from 'pg';
import type { CommandContext } from '../command/command';
import { temporaryFolder } from '../command/temporary-folder';
import { createHttpClient } from '../load/http-client';
import { findEmbeddedDatabase } from '../product/embedded-database';
import { startProduct } from '../product/product';
import { collectorSeconds } from './collector-seconds';
import { type LoadResult, runLoad } from './load';
import { type RawCopy, measureRawCopy } from './raw-copy';
import { compareStored } from './stored';
import { type Usage, watchUsage } from './watch-usage';
import { readLog, untilFolded } from './written-log';

export const TRACES_PER_REQUEST = 10;
export const SPANS_PER_TRACE = 10;
const TIMEOUT_MS = 30_000;

export interface IngestOptions {
  readonly seconds: number;
  readonly connections: number;
  readonly bytesPerSpan: number;
  /** Another product than that of this build. Its sums are not computed anew: they may be others. */
  readonly run?: ((env: NodeJS.ProcessEnv) => ChildProcess) | undefined;
}

/** What the run took up to a moment: of both processes, and bytes of Postgres's log of changes (WAL). */
export type Cost = Readonly<Record<'product' | 'postgres', Usage>> & {
  readonly logBytes: number;
  /** For which the product collected garbage. */
  readonly collectorSeconds: number;
};

export interface IngestResult {
  readonly load: LoadResult;
  readonly stored: number;
  readonly copy: RawCopy;
  /** When the last span was acknowledged. */
  readonly usage: Cost;
  /** When all that came was folded, for fast reads. */
  readonly folded: Cost;
  readonly problems: readonly string[];
}

/** Starts a product with a database of its own, and loads it. Both end with the context's closers. */
export async function measureIngest(
  { seconds, connections, bytesPerSpan, run }: IngestOptions,
  context: CommandContext,
): Promise<IngestResult> {
  const dataDir = await temporaryFolder(context);
  const product = await startProduct({ dataDir, ...(run && { run }) }, context);
  const database = await findEmbeddedDatabase(dataDir);
  const client = createHttpClient({ baseUrl: product.baseUrl, headers: product.headers, timeoutMs: TIMEOUT_MS });
  const sql = new Client({ connectionString: database.url });
  await sql.connect();
  context.closers.add('database connection', () => sql.end());
  const logBefore = await readLog(sql);
  const collectorBefore = await collectorSeconds(product.adminUrl);
  const watch = await watchUsage({ product: product.pid, postgres: database.pid }, context.closers);
  const load = await runLoad({
    client,
    connections,
    warmUpMs: Math.min(3_000, seconds * 500),
    windowMs: seconds * 1000,
    template: { traces: TRACES_PER_REQUEST, spansPerTrace: SPANS_PER_TRACE, bytesPerSpan },
    signal: context.signal,
  });
  const cost = async (): Promise<Cost> => ({
    ...(await watch()),
    logBytes: (await readLog(sql)) - logBefore,
    collectorSeconds: (await collectorSeconds(product.adminUrl)) - collectorBefore,
  });
  const usage = await cost();
  await untilFolded(sql, context.signal);
  const folded = await cost();
  client.close();

  const spans = { acknowledged: load.spansAcknowledged, sent: load.spansSent };
  const { stored, problems } = await compareStored(sql, spans, { sums: run === undefined });
  return { load, stored, problems, copy: await measureRawCopy(sql), usage, folded };
}
