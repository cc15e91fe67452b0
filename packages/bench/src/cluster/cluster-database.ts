import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@sluice/embedded-postgres';
import type { TcpProxy } from '@sluice/network';
import { migrate } from '@sluice/store/migrate';
import type { Client } from 'pg';
import type { CommandContext } from '../command/command';
import { runProgram } from '../command/run-program';
import { findEmbeddedDatabase } from '../product/embedded-database';
import { queryDatabase } from './query-database';

const RETRY_MS = 100;
const COPY_MS = 300_000;

/** The database of a run: it can be killed and comes back on the same data; the services reach it through proxies. */
export class ClusterDatabase {
  readonly #dataDir: string;
  readonly #proxies: readonly TcpProxy[];
  #server: EmbeddedPostgres;

  /** Migrated, by this release if by no other; ends with the command. */
  static async start(
    {
      dataDir,
      proxies,
      migrate: makeSchema = migrate,
    }: {
      readonly dataDir: string;
      readonly proxies: readonly TcpProxy[];
      readonly migrate?: ((databaseUrl: string) => Promise<unknown>) | undefined;
    },
    { closers, signal }: Pick<CommandContext, 'closers' | 'signal'>,
  ): Promise<ClusterDatabase> {
    const database = new ClusterDatabase(dataDir, proxies, await startEmbeddedPostgres({ dataDir }));
    closers.add('database', () => database.#server.stop());
    signal.throwIfAborted();
    await makeSchema(database.#server.url);
    return database;
  }

  private constructor(dataDir: string, proxies: readonly TcpProxy[], server: EmbeddedPostgres) {
    this.#dataDir = dataDir;
    this.#proxies = proxies;
    this.#server = server;
    this.#pointProxies();
  }

  /** Through a proxy; the same for the life of the run. */
  urlThrough(proxy: TcpProxy): string {
    const url = new URL(this.#server.url);
    url.port = String(proxy.port);
    return url.href;
  }

  /** Brings the schema to that of this release, while others work on it. */
  migrate(): Promise<unknown> {
    return migrate(this.#server.url);
  }

  /** Works on a new connection of its own, past the proxies. @throws while the database is away */
  query<T>(work: (sql: Client) => Promise<T>): Promise<T> {
    return queryDatabase(this.#server.url, work);
  }

  /** SIGKILL for the postmaster; resolves when it is gone. Its sessions end when they notice. */
  async crash(): Promise<void> {
    const { pid } = await findEmbeddedDatabase(this.#dataDir);
    process.kill(pid, 'SIGKILL');
    await this.#server.ended;
  }

  /** As an operator stops it. */
  stop(): Promise<void> {
    return this.#server.stop();
  }

  /** Starts it again after `crash`, which includes its recovery, or after `stop`. */
  async restart(): Promise<void> {
    await this.#server.stop();
    this.#server = await startEmbeddedPostgres({ dataDir: this.#dataDir });
    this.#pointProxies();
  }

  /** Copies its folder while it is stopped, as the page for operators has it. */
  async backUp(): Promise<void> {
    await this.stop();
    try {
      await copy(this.#dataDir, this.#backup);
    } finally {
      await this.restart();
    }
  }

  /** It is lost with all that it holds, and starts on the copy. */
  async restoreBackup(): Promise<void> {
    await this.crash();
    await rm(this.#dataDir, { recursive: true, maxRetries: 3 });
    await copy(this.#backup, this.#dataDir);
    await this.restart();
  }

  /** SIGKILL for one session of the writers, upon which Postgres ends all sessions and recovers by itself. @returns whether there was one */
  async killBackend(): Promise<boolean> {
    const pid = await this.query(async (sql) => {
      const { rows } = await sql.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'sluice-writer'
         order by state = 'active' desc, random() limit 1`,
      );
      return rows[0]?.pid;
    });
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    return pid !== undefined;
  }

  /** Resolves when it takes queries. */
  async untilBack(): Promise<void> {
    while (!(await this.query((sql) => sql.query('select 1')).catch(() => undefined))) await sleep(RETRY_MS);
  }

  get #backup(): string {
    return `${this.#dataDir}-backup`;
  }

  #pointProxies(): void {
    for (const proxy of this.#proxies) proxy.setTarget(this.#server.port);
  }
}

/** With its owners, which `fs.cp` does not keep. */
async function copy(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await runProgram('cp', ['-a', from, to], { timeoutMs: COPY_MS });
}
