import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@sluice/embedded-postgres';
import type { TcpProxy } from '@sluice/network';
import { migrate } from '@sluice/store/migrate';
import type { Client } from 'pg';
import type { CommandContext } from '../command/command';
import { runProgram } from '../command/run-program';
import { findEmbeddedDatabase } from '../product/embedded-database';
import { ClusterStandby } from './cluster-standby';
import { queryDatabase } from './query-database';

const RETRY_MS = 100;
const COPY_MS = 300_000;
/** Of the folder that a standby has, while the database has the other one. */
const OTHER = '-other';

/** The database of a run: it can be killed and comes back on the same data; the services reach it through proxies. */
export class ClusterDatabase {
  #dataDir: string;
  readonly #proxies: readonly TcpProxy[];
  #server: EmbeddedPostgres;
  #standby: ClusterStandby | undefined;

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

  /** Past the proxies; another one after each restart. */
  get url(): string {
    return this.#server.url;
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

  /** Makes a standby of a copy of its folder, which follows it from there on; one that it had is removed. */
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

  /** Resolves when the standby has all that is stored now. @throws where that takes too long */
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

  /** From now on nothing of what is stored reaches the standby. */
  cutOffStandby(): void {
    this.#standby?.cutOff();
  }

  /**
   * It is lost with all that it holds, and its standby takes its place.
   * @returns how many records it had stored at least that the standby lacks
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

/** By the positions of all partitions. */
async function storedRecords(sql: Client): Promise<number> {
  const { rows } = await sql.query<{ sum: string | null }>('select sum(next_offset) from sluice.ingest_offset');
  return Number(rows[0]?.sum ?? 0);
}

/** With its owners, which `fs.cp` does not keep. */
async function copy(from: string, to: string): Promise<void> {
  if ((await lstat(join(from, 'postgres'))).isSymbolicLink()) throw new Error(`the database of ${from} lies elsewhere`);
  await rm(to, { recursive: true, force: true });
  await runProgram('cp', ['-a', from, to], { timeoutMs: COPY_MS });
}
