import { setTimeout as sleep } from 'node:timers/promises';
import { type Brokers, type LogEnd, logEnds } from '@sluice/testbed/servers';
import type { Client } from 'pg';
import type { ClusterDatabase } from '../cluster/cluster-database';

/** Stores every move of every committed offset; part of the test's database, not of the product. */
const INSTALL = `
  create schema chaos;
  create table chaos.moves (
    number bigint generated always as identity primary key,
    topic text not null, epoch integer not null, "partition" integer not null,
    moved_from bigint not null, moved_to bigint not null
  );
  create function chaos.keep_move() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
  begin
    insert into chaos.moves (topic, epoch, "partition", moved_from, moved_to)
    values (new.topic, new.epoch, new."partition", old.next_offset, new.next_offset);
    return null;
  end $$;
  create trigger keep_move after update on sluice.ingest_offset for each row execute function chaos.keep_move();`;

/**
 * Moves that go back, stay, or do not begin at the end of the previous one. Numbers follow the order of moves, because each holds the lock
 * of its row.
 */
const WRONG_MOVES = `
  select topic, "partition", moved_from, moved_to, began from (
    select *, lag(moved_to, 1, 0::bigint) over (partition by topic, epoch, "partition" order by number) as began
    from chaos.moves) m
  where moved_to <= moved_from or moved_from <> began order by number limit 20`;

const POLL_MS = 250;

/** Committed offsets and ends of the partitions. */
export class Positions {
  readonly #database: Pick<ClusterDatabase, 'query'>;
  readonly #brokers: Brokers;
  readonly #topics: readonly string[];

  constructor(parts: {
    readonly database: Pick<ClusterDatabase, 'query'>;
    /** Addresses without proxies. */
    readonly brokers: Brokers;
    /** Names of the topics on the brokers. */
    readonly topics: readonly string[];
  }) {
    this.#database = parts.database;
    this.#brokers = parts.brokers;
    this.#topics = parts.topics;
  }

  /** Creates table and trigger, before the first record is stored. */
  async install(): Promise<void> {
    await this.#database.query((sql) => sql.query(INSTALL));
  }

  /**
   * Waits until the committed offsets have passed everything that the log contains now.
   * @returns milliseconds from `since`; undefined where it took longer than `patienceMs`
   */
  async untilCaughtUp(since: number, patienceMs: number): Promise<number | undefined> {
    let ends: readonly LogEnd[] | undefined;
    for (;;) {
      ends ??= await logEnds(this.#brokers, this.#topics).catch(() => undefined);
      if (ends !== undefined && (await this.#behind(ends).catch(() => undefined))?.length === 0) {
        return performance.now() - since;
      }
      if (performance.now() - since > patienceMs) return undefined;
      await sleep(POLL_MS);
    }
  }

  /** Returns one sentence for each partition whose committed offset is not the end of the log. */
  async differences(): Promise<string[]> {
    const ends = await logEnds(this.#brokers, this.#topics);
    const stored = await this.#database.query(storedOffsets);
    return ends.flatMap(({ topic, partition, end }) => {
      const position = stored.get(`${topic}/${partition}`) ?? 0;
      return position === end ? [] : [`${topic}/${partition} stands at ${position}, its log ends at ${end}`];
    });
  }

  /**
   * Returns the number of records in the log that are not stored, as a difference of offsets. @throws Error while brokers or database do
   * not answer
   */
  async waiting(): Promise<number> {
    const ends = await logEnds(this.#brokers, this.#topics);
    const stored = await this.#database.query(storedOffsets);
    return ends.reduce((sum, { topic, partition, end }) => sum + end - (stored.get(`${topic}/${partition}`) ?? 0), 0);
  }

  /** Returns one sentence for each move of a committed offset that does not continue the previous move. */
  async wrongMoves(): Promise<string[]> {
    const { rows } = await this.#database.query((sql) =>
      sql.query<{ topic: string; partition: number; moved_from: string; moved_to: string; began: string }>(WRONG_MOVES),
    );
    return rows.map(
      (row) =>
        `${row.topic}/${row.partition} stood at ${row.began} and was moved from ${row.moved_from} to ${row.moved_to}`,
    );
  }

  async #behind(ends: readonly LogEnd[]): Promise<LogEnd[]> {
    const stored = await this.#database.query(storedOffsets);
    return ends.filter(({ topic, partition, end }) => (stored.get(`${topic}/${partition}`) ?? 0) < end);
  }
}

async function storedOffsets(sql: Client): Promise<Map<string, number>> {
  const { rows } = await sql.query<{ log_partition: string; next_offset: string }>(
    `select distinct on (topic, "partition") topic || '/' || "partition" as log_partition, next_offset
     from sluice.ingest_offset order by topic, "partition", epoch desc`,
  );
  return new Map(
    rows.map(({ log_partition: logPartition, next_offset: nextOffset }) => [logPartition, Number(nextOffset)]),
  );
}
