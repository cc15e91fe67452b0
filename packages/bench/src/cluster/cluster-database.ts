import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@sluice/embedded-postgres';
import type { TcpProxy } from '@sluice/testbed/network';
import { migrate } from '@sluice/store/migrate';
import type { Client } from 'pg';
import type { CommandContext } from '../command/command';
import { runProgram } from '../command/run-program';
import { findEmbeddedDatabase } from '../product/embedded-database';
import { ClusterStandby } from './cluster-standby';
import { queryDatabase } from './query-database';

const RETRY_MS = 100;
const COPY_MS = 300_000;
/** Suffix of the second data folder: primary and standby alternate between the two folders. */
const OTHER = '-other';

/** Database of a run: it can be killed and restarts on the same data; the services connect through proxies. */
export class ClusterDatabase {
  #dataDir: string;
  readonly #proxies: readonly TcpProxy[];
  #server: EmbeddedPostgres;
  #standby: ClusterStandby | undefined;

  /** Starts and migrates a database; it ends with the command. */
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
    closers.add('database', () => database.#end());
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

  /** Connection string without proxies; changes with each restart. */
  get url(): string {
    return this.#server.url;
  }

  /** Connection string through a proxy; does not change during the run. */
  urlThrough(proxy: TcpProxy): string {
    const url = new URL(this.#server.url);
    url.port = String(proxy.port);
    return url.href;
  }

  /** Migrates the schema to this release while others use it. */
  migrate(): Promise<unknown> {
    return migrate(this.#server.url);
  }

  /** Runs work on a new connection without proxies. @throws Error while the database does not accept connections */
  query<T>(work: (sql: Client) => Promise<T>): Promise<T> {
    return queryDatabase(this.#server.url, work);
  }

  /** Kills the postmaster (SIGKILL); resolves when it has ended. Its sessions end when they notice. */
  async crash(): Promise<void> {
    const { pid } = await findEmbeddedDatabase(this.#dataDir);
    process.kill(pid, 'SIGKILL');
    await this.#server.ended;
  }

  /** Stops Postgres as an operator does. */
  stop(): Promise<void> {
    return this.#server.stop();
  }

  /** Starts Postgres after `crash`, including its recovery, or after `stop`. */
  async restart(): Promise<void> {
    await this.#server.stop();
    this.#server = await startEmbeddedPostgres({ dataDir: this.#dataDir });
    this.#pointProxies();
  }

  /** Copies the stopped database's folder, as the page for operators describes. */
  async backUp(): Promise<void> {
    await this.stop();
    try {
      await copy(this.#dataDir, this.#backup);
    } finally {
      await this.restart();
    }
  }

  /** Deletes the database and starts it from the copy. */
  async restoreBackup(): Promise<void> {
    await this.crash();
    await rm(this.#dataDir, { recursive: true, maxRetries: 3 });
    await copy(this.#backup, this.#dataDir);
    await this.restart();
  }

  /** Makes a standby from a copy of the folder, which follows the database from then on; replaces the previous standby. */
  async follow(): Promise<void> {
    await this.#standby?.remove();
    this.#standby = undefined;
    const dataDir = this.#dataDir.endsWith(OTHER) ? this.#dataDir.slice(0, -OTHER.length) : `${this.#dataDir}${OTHER}`;
    await this.stop();
    try {
      await copy(this.#dataDir, dataDir);
    } finally {
      await this.restart();
    }
    this.#standby = await ClusterStandby.start(dataDir, this.#server);
  }

  /** Resolves when the standby has everything that is stored now. @throws Error when it takes too long */
  async untilStandbyHasAll(): Promise<void> {
    const deadline = performance.now() + COPY_MS;
    const has = (sql: Client, now: string) =>
      sql.query<{ all: boolean }>('select replay_lsn >= $1 as all from pg_stat_replication', [now]);
    await this.query(async (sql) => {
      const { rows } = await sql.query<{ now: string }>('select pg_current_wal_lsn() as now');
      while ((await has(sql, rows[0]?.now ?? '')).rows[0]?.all !== true) {
        if (performance.now() > deadline) throw new Error('the standby does not follow');
        await sleep(RETRY_MS);
      }
    });
  }

  /** Stops replication to the standby. */
  cutOffStandby(): void {
    this.#standby?.cutOff();
  }

  /**
   * Deletes the database and promotes its standby.
   * @returns least number of stored records that the standby lacks
   */
  async failOver(): Promise<number> {
    const standby = this.#standby;
    if (standby === undefined) throw new Error('there is no standby to fail over to');
    const stored = await this.query(storedRecords);
    await this.crash();
    await this.stop();
    await rm(this.#dataDir, { recursive: true, maxRetries: 3 });
    await standby.promote();
    this.#standby = undefined;
    this.#dataDir = standby.dataDir;
    this.#server = standby.server;
    this.#pointProxies();
    return stored - (await this.query(storedRecords));
  }

  /**
   * Kills one session of the writers (SIGKILL), upon which Postgres ends all sessions and recovers by itself. @returns whether there was
   * one
   */
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

  /** Resolves when Postgres accepts queries. */
  async untilBack(): Promise<void> {
    while (!(await this.query((sql) => sql.query('select 1')).catch(() => undefined))) await sleep(RETRY_MS);
  }

  async #end(): Promise<void> {
    await this.#standby?.remove();
    await this.#server.stop();
  }

  get #backup(): string {
    return `${this.#dataDir}-backup`;
  }

  #pointProxies(): void {
    for (const proxy of this.#proxies) proxy.setTarget(this.#server.port);
  }
}

/** Returns the number of stored records, from the committed offsets of all partitions. */
async function storedRecords(sql: Client): Promise<number> {
  const { rows } = await sql.query<{ sum: string | null }>('select sum(next_offset) from sluice.ingest_offset');
  return Number(rows[0]?.sum ?? 0);
}

/** Copies a folder with the owners of its files, which `fs.cp` does not keep. */
async function copy(from: string, to: string): Promise<void> {
  if ((await lstat(join(from, 'postgres'))).isSymbolicLink()) throw new Error(`the database of ${from} lies elsewhere`);
  await rm(to, { recursive: true, force: true });
  await runProgram('cp', ['-a', from, to], { timeoutMs: COPY_MS });
}
