import type { ClientBase, CustomTypesConfig, Pool, PoolClient } from 'pg';
import { StoreBusyError, notConnected, toStoreError } from './store-error';

/** A statement with its values for `$1`, `$2`, … */
export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Runs statements. The caller states the row's type; columns arrive by `columnTypes`. */
export interface Queries {
  readonly query: <Row extends object>(statement: Statement) => Promise<Row[]>;
}

export interface Database extends Queries {
  /** Runs several statements on one snapshot of the data. */
  readonly snapshot: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>;
}

const BOOLEAN = 16;
const NUMBERS = new Set([20, 21, 23, 700, 701, 1700]);

/**
 * How columns become values: numbers and booleans; everything else stays the text that Postgres sent. The
 * driver's own parsers would rebuild JSON and cut microseconds. Numbers are doubles: statements give times and counts
 * as integers below 2^53, and money is answered as a double anyway.
 */
const columnTypes: CustomTypesConfig = {
  getTypeParser(oid: number) {
    if (NUMBERS.has(oid)) return Number;
    if (oid === BOOLEAN) return (text: string) => text === 't';
    return (text: string) => text;
  },
};

/** Makes the reading side's access to a pool, which stays the caller's to close. */
export function createDatabase(pool: Pool): Database {
  return {
    query: (statement) => onConnection(pool, (client) => run(client, statement)),
    snapshot: (work) =>
      onConnection(pool, async (client) => {
        await run(client, { text: 'begin isolation level repeatable read read only' });
        const result = await work({ query: (statement) => run(client, statement) });
        await run(client, { text: 'commit' });
        return result;
      }),
  };
}

/** How often a wait for a connection is begun again for an answer that has begun. */
const ATTEMPTS = 10;

/**
 * The same database for the portions of an answer: they wait longer for a connection than a new request may, because
 * an answer that has begun can only be cut.
 */
export function patiently(database: Database): Database {
  const again = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof StoreBusyError) || attempt === ATTEMPTS) throw error;
      }
    }
  };
  return {
    query: (statement) => again(() => database.query(statement)),
    snapshot: (work) => again(() => database.snapshot(work)),
  };
}

async function onConnection<T>(pool: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await connect(pool);
  let failure: Error | undefined;
  // A client that loses its connection emits `error` besides failing its statement; unheard it ends the process.
  const heard = (error: Error): void => void (failure = error);
  client.on('error', heard);
  try {
    return await work(client);
  } catch (error) {
    // The connection's state is unknown: it is closed, not reused.
    failure = error instanceof Error ? error : new Error('not an Error');
    throw error;
  } finally {
    client.off('error', heard);
    client.release(failure);
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  const mustWait = pool.idleCount === 0 && pool.totalCount >= pool.options.max;
  try {
    return await pool.connect();
  } catch (error) {
    // What the wait for another's connection ends with has no code and no cause; what a connection fails with has one.
    const waited = mustWait && error instanceof Error && !('code' in error) && error.cause === undefined;
    throw waited ? new StoreBusyError(error) : notConnected(error);
  }
}

async function run<Row extends object>(on: ClientBase, { text, values = [] }: Statement): Promise<Row[]> {
  const { rows } = await on.query<Row>({ text, values: [...values], types: columnTypes }).catch(rethrow);
  return rows;
}

function rethrow(thrown: unknown): never {
  throw toStoreError(thrown);
}

/** Collects the values of one statement while its text is built. */
export interface Values {
  readonly values: readonly unknown[];
  /** Adds a value and gives its placeholder. */
  readonly add: (value: unknown) => string;
}

export function collectValues(): Values {
  const values: unknown[] = [];
  return { values, add: (value) => `$${values.push(value)}` };
}

/** SQL: a timestamptz as integer microseconds since the epoch, exact. */
export function microsOf(column: string): string {
  return `(extract(epoch from ${column}) * 1000000)::bigint`;
}
