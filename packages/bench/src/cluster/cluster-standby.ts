import { chown, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@sluice/embedded-postgres';
import { TcpProxy } from '@sluice/testbed/network';
import { queryDatabase } from './query-database';

const PROMOTION_S = 60;

/** Server that follows another one by asynchronous streaming replication. */
export class ClusterStandby {
  readonly dataDir: string;
  readonly server: EmbeddedPostgres;
  readonly #link: TcpProxy;

  /** @param dataDir contains a copy of the primary, made while the primary was stopped */
  static async start(dataDir: string, primary: Pick<EmbeddedPostgres, 'url' | 'port'>): Promise<ClusterStandby> {
    const data = join(dataDir, 'postgres', 'data');
    const signal = join(data, 'standby.signal');
    await writeFile(signal, '');
    const { uid, gid } = await stat(data);
    await chown(signal, uid, gid);
    const link = await TcpProxy.listen();
    link.setTarget(primary.port);
    const { username, password } = new URL(primary.url);
    const follow = { host: '127.0.0.1', port: link.port, user: username, password: decodeURIComponent(password) };
    const settings = {
      primary_conninfo: Object.entries(follow)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
    };
    try {
      return new ClusterStandby(dataDir, await startEmbeddedPostgres({ dataDir, settings }), link);
    } catch (error) {
      await link.close();
      throw error;
    }
  }

  private constructor(dataDir: string, server: EmbeddedPostgres, link: TcpProxy) {
    this.dataDir = dataDir;
    this.server = server;
    this.#link = link;
  }

  /** Stops replication. */
  cutOff(): void {
    this.#link.refuse();
  }

  /** Promotes the standby with what it has received. Resolves when it accepts writes. */
  async promote(): Promise<void> {
    await queryDatabase(this.server.url, (sql) => sql.query('select pg_promote(true, $1)', [PROMOTION_S]));
    await this.#link.close().catch(() => undefined);
  }

  /** Stops the server and deletes its data. */
  async remove(): Promise<void> {
    await this.server.stop();
    await this.#link.close().catch(() => undefined);
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}
