import { mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { databaseAccount } from './account';
import { locateBinaries } from './binaries';
import { ensureCluster, USER } from './cluster';
import { renderConfiguration } from './configuration';
import type { Settings } from './configuration';
import { EmbeddedPostgresError } from './embedded-postgres-error';
import { openHome, reachableBinaries } from './home';
import { boundLog } from './log-file';
import { silent } from './logger';
import type { Logger } from './logger';
import { launch } from './postmaster';

export interface EmbeddedPostgres {
  /** Leads to the database `postgres` as its superuser; holds the password. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

export async function startEmbeddedPostgres(options: {
  readonly dataDir: string;
  readonly logger?: Logger;
  readonly settings?: Settings;
  readonly ephemeral?: boolean;
}): Promise<EmbeddedPostgres> {
  const { logger = silent, settings = {}, ephemeral = false } = options;
  const native = locateBinaries();
  await mkdir(resolve(options.dataDir), { recursive: true, mode: 0o700 });
  const dataDir = await realpath(options.dataDir);
  const account = await databaseAccount(join(dataDir, 'postgres', 'data'));
  const home = await openHome({ dataDir, account, logger });
  const binaries = await reachableBinaries(native, home, account);
  const password = await ensureCluster({ home, binaries, account, ephemeral });
  await boundLog(home.log);
  const port = await freePort();
  await writeFile(join(home.data, 'postgresql.conf'), renderConfiguration({ port, ephemeral, settings }));
  const server = await launch({ home, binaries, account });
  if ('log' in server) throw new EmbeddedPostgresError(`the database in ${home.data} does not start: ${server.log}`);
  return {
    url: `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`,
    port,
    stop: async () => {
      await server.stop(ephemeral ? 'immediate' : 'fast');
      if (ephemeral) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  return new Promise((resolve_, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve_(address.port) : reject(new Error('no port')),
      );
    });
  });
}
