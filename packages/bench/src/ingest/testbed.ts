import type { ChildProcess } from 'node:child_process';
import { Client } from 'pg';
import type { CommandContext } from '../command/command';
import { temporaryFolder } from '../command/temporary-folder';
import { findEmbeddedDatabase } from '../product/embedded-database';
import { type Product, startProduct } from '../product/product';
import { type Fork, startGenerator } from './generator';
import type { LoadOptions, LoadResult } from './load';

/** A product with its database, and what loads and watches it. */
export interface Testbed {
  readonly product: Product;
  /** The process id of the postmaster. */
  readonly postgres: number;
  /** As the superuser. */
  readonly sql: Client;
  /** Sends to the product; one load at a time. @throws as `Generator` does */
  readonly load: (options: Omit<LoadOptions, 'baseUrl' | 'authorization'>) => Promise<LoadResult>;
}

export interface TestbedOptions {
  /** Holds the database; by default an empty one. */
  readonly dataDir?: string | undefined;
  /** Another product than that of this build. */
  readonly run?: ((env: NodeJS.ProcessEnv) => ChildProcess) | undefined;
  /** Another generator than that of this build. */
  readonly fork?: Fork | undefined;
}

/** Starts all of it; it ends with the command. */
export async function startTestbed({ dataDir, run, fork }: TestbedOptions, context: CommandContext): Promise<Testbed> {
  const folder = dataDir ?? (await temporaryFolder(context));
  const product = await startProduct({ dataDir: folder, ...(run && { run }) }, context);
  const database = await findEmbeddedDatabase(folder);
  const sql = new Client({ connectionString: database.url });
  await sql.connect();
  context.closers.add('database connection', () => sql.end());
  const generator = startGenerator(context, fork);
  return {
    product,
    postgres: database.pid,
    sql,
    load: (options) => generator.load({ baseUrl: product.baseUrl, ...product.headers, ...options }),
  };
}
