import { createRetention, retentionPoolConfig, type RetentionOutcome } from '@sluice/store/write';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import type { ClusterDatabase } from '../cluster/cluster-database';
import { queryDatabase } from '../cluster/query-database';
import { seedDatabase } from '../seed/seed-database';

const HOUR = 3_600_000_000;
const DAY = 24 * HOUR;
/** More than a bucket of positions of one project. */
const SEED = { traces: 10_000, observationsPerTrace: 2, longTraces: [], days: 20, seed: 1 };
/** Before the run: the day of its last points is over long enough for their partition to go at once. */
const ENDED = 4 * DAY;
const GONE_AFTER = 2 * DAY;
/** So much expires at once. */
const STEP = 2 * DAY;
/** The default project is so much ahead of the others: what has expired of it alone is hidden by a run, and removed by the next one. */
const AHEAD = { project: '', by: DAY } as const;
const AGAIN_MS = 500;

/**
 * Traces and points of three projects from the weeks before a run, as the writer would have stored them. They expire while it goes on, and
 * are gone at its end.
 */
export class AgedData {
  /** Everything below this part is of these data. */
  readonly below: number;
  /** Ids of traces of the default project that had expired before the run, some of them hidden and not removed yet. */
  readonly expiredTraces: readonly string[];
  readonly #database: Pick<ClusterDatabase, 'url'>;
  readonly #end: number;
  #expired: number;

  /** Stores them in a database that has nothing, and has the first of them expire. */
  static async store(database: Pick<ClusterDatabase, 'url'>, signal: AbortSignal): Promise<AgedData> {
    const now = Date.now() * 1000 - ENDED;
    await seedDatabase({ ...SEED, databaseUrl: database.url, now, signal, progress: () => undefined });
    const first = now - SEED.days * DAY + STEP;
    const aged = new AgedData(database, now, await tracesBefore(database, first + AHEAD.by));
    await aged.expireSome();
    return aged;
  }

  private constructor(database: Pick<ClusterDatabase, 'url'>, end: number, expiredTraces: readonly string[]) {
    this.#database = database;
    this.expiredTraces = expiredTraces;
    this.#end = end;
    this.#expired = end - SEED.days * DAY;
    this.below = Math.ceil((end + GONE_AFTER) / HOUR);
  }

  /** Has the next days expire, in one run of retention. @throws where that is cut off: the next one goes on from there */
  async expireSome(): Promise<void> {
    this.#expired = Math.min(this.#expired + STEP, this.#end + GONE_AFTER);
    await this.#run(this.#expired);
  }

  /** Has all of them expire. @returns whether they are gone within this time */
  async expireAll(patienceMs: number): Promise<boolean> {
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      if ((await this.#run(this.#end + GONE_AFTER).catch(() => undefined))?.complete === true) return true;
      await sleep(AGAIN_MS);
    }
    return false;
  }

  async #run(before: number): Promise<RetentionOutcome | undefined> {
    const pool = new Pool(retentionPoolConfig(this.#database.url));
    pool.on('error', () => undefined); // the run under way rejects
    try {
      return await createRetention({ pool, streams: [] }).run(
        () => ({
          dataBefore: before,
          dataBeforeOf: new Map([[AHEAD.project, before + AHEAD.by]]),
          receiptsBefore: 0,
          positionsBefore: 0,
        }),
        new AbortController().signal,
      );
    } finally {
      await pool.end();
    }
  }
}

/** Ids of the traces of the default project that were received before a time. */
async function tracesBefore({ url }: Pick<ClusterDatabase, 'url'>, before: number): Promise<readonly string[]> {
  const text = 'select id from sluice.traces where project = 0 and part < $1 order by part desc';
  return queryDatabase(url, async (sql) => {
    const { rows } = await sql.query<{ id: string }>(text, [Math.floor(before / HOUR)]);
    return rows.map(({ id }) => id);
  });
}
