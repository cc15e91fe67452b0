import { createRetention, retentionPoolConfig, type RetentionOutcome } from '@sluice/store/write';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import type { ClusterDatabase } from '../cluster/cluster-database';
import { queryDatabase } from '../cluster/query-database';
import { seedDatabase } from '../seed/seed-database';

const HOUR = 3_600_000_000;
const DAY = 24 * HOUR;
/** More traces than one segment of one project's trace index has positions. */
const SEED = { traces: 10_000, observationsPerTrace: 2, longTraces: [], days: 20, seed: 1 };
/** Time before the run, in microseconds: the UTC day of the last points is then old enough for retention to drop its partition at once. */
const ENDED = 4 * DAY;
const GONE_AFTER = 2 * DAY;
/** Age of the data that expires by one step, in microseconds. */
const STEP = 2 * DAY;
/**
 * Lead of the default project's expiry over that of the others: one run of retention hides what expired only there, the next run deletes
 * it.
 */
const AHEAD = { project: '', by: DAY } as const;
const AGAIN_MS = 500;

/**
 * Traces and points of three projects from the weeks before a run, as the writer would have stored them. They expire during the run and are
 * deleted at its end.
 */
export class AgedData {
  /** Receipt hour below which all traces are aged data. */
  readonly below: number;
  /** Ids of traces of the default project that had expired before the run; some are hidden and not deleted yet. */
  readonly expiredTraces: readonly string[];
  readonly #database: Pick<ClusterDatabase, 'url'>;
  readonly #end: number;
  #expired: number;

  /** Stores the data in an empty database and expires the oldest of them. */
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

  /** Expires the data of the next 2 days in one run of retention. @throws Error when the run is interrupted: the next run continues */
  async expireSome(): Promise<void> {
    this.#expired = Math.min(this.#expired + STEP, this.#end + GONE_AFTER);
    await this.#run(this.#expired);
  }

  /** Expires all data. @returns whether retention has deleted them within `patienceMs` */
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
    pool.on('error', () => undefined); // the query under way rejects
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
