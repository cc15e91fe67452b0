import type { ChildProcess } from 'node:child_process';
import type { Client } from 'pg';
import type { CommandContext } from '../command/command';
import { temporaryFolder } from '../command/temporary-folder';
import { connectDatabase } from '../product/connect-database';
import { findEmbeddedDatabase } from '../product/embedded-database';
import { type Product, startProduct } from '../product/product';
import { type Fork, startGenerator } from './generator';
import type { LoadOptions, LoadResult } from './load';

/** Product with its database, its load generator and its watch. */
export interface Testbed {
  readonly product: Product;
  /** Process id of the postmaster. */
  readonly postgres: number;
  /** Connection as the superuser. */
  readonly sql: Client;
  /** Sends a load to the product; one at a time. @throws as `Generator` does */
  readonly load: (options: Omit<LoadOptions, 'baseUrl' | 'authorization'>) => Promise<LoadResult>;
}

export interface TestbedOptions {
  /** Data folder of the database; default: an empty one. */
  readonly dataDir?: string | undefined;
  /** Starts another product than that of this build. */
  readonly run?: ((env: NodeJS.ProcessEnv) => ChildProcess) | undefined;
  /** Starts another generator than that of this build. */
  readonly fork?: Fork | undefined;
}

/** Starts the testbed; it ends with the command. */
export async function startTestbed({ dataDir, run, fork }: TestbedOptions, context: CommandContext): Promise<Testbed> {
  const folder = dataDir ?? (await temporaryFolder(context));
  const product = await startProduct({ dataDir: folder, ...(run && { run }) }, context);
  const database = await findEmbeddedDatabase(folder);
  const sql = await connectDatabase(database.url, context);
  const generator = startGenerator(context, fork);
  return {
    product,
    postgres: database.pid,
    sql,
    load: (options) => generator.load({ baseUrl: product.baseUrl, ...product.headers, ...options }),
  };
}
