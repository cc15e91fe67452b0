import { type Micros, formatMicros } from '@sluice/record';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { ANSWERED, rowsOf } from '../session/column-types';
import { cancelOnAbort } from '../session/cancel-on-abort';
import { withClient } from '../session/with-client';
import { StoreBusyError, notConnected, toStoreError } from './store-error';

/** Statement with the values of `$1`, `$2`, … */
export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Runs statements. The caller states the type of a row; columns have the types of `ANSWERED`. */
export interface Queries {
  readonly query: <Row extends object>(statement: Statement) => Promise<Row[]>;
}

export interface Database extends Queries {
  /** Runs several statements on one snapshot of the data. */
  readonly snapshot: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>;
}

const NEVER = new AbortController().signal;

/**
 * Gives the reading side access to a pool, which the caller closes.
 * @param signal cancels the running statement, ends a wait for a connection, and prevents further statements; all reject with its reason
 */
export function createDatabase(pool: Pool, signal: AbortSignal = NEVER): Database {
  const onClient = <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => withClient(connect(pool, signal), work);
  const runOn = <Row extends object>(client: PoolClient, statement: Statement): Promise<Row[]> =>
    cancelOnAbort(client, pool.options, signal, () => run<Row>(client, statement));
  return {
    query: (statement) => onClient((client) => runOn(client, statement)),
    snapshot: (work) =>
      onClient(async (client) => {
        await runOn(client, { text: 'begin isolation level repeatable read read only' });
        const result = await work({ query: (statement) => runOn(client, statement) });
        await runOn(client, { text: 'commit' });
        return result;
      }),
  };
}

/** Wrapper of each statement, or snapshot, of a read with this name. */
export type DuringRead = <T>(read: string, work: () => Promise<T>) => Promise<T>;

/** Returns the same database with a wrapper around all statements. */
export function watched({ query, snapshot }: Database, read: string, during: DuringRead): Database {
  return {
    query: (statement) => during(read, () => query(statement)),
    snapshot: (work) => during(read, () => snapshot(work)),
  };
}

/** Waits for a connection, in succession, within an answer that has begun. */
const ATTEMPTS = 10;

/**
 * Returns the same database for the portions of an answer: they wait longer for a connection than a new request may, because an answer that
 * has begun can only be cut off.
 */
export function patiently<D extends Pick<Database, 'query' | 'snapshot'>>(database: D): D {
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
    ...database,
    query: (statement: Statement) => again(() => database.query(statement)),
    snapshot: (work: Parameters<D['snapshot']>[0]) => again(() => database.snapshot(work)),
  };
}

async function connect(pool: Pool, signal: AbortSignal): Promise<PoolClient> {
  signal.throwIfAborted();
  const mustWait = pool.idleCount === 0 && pool.totalCount >= pool.options.max;
  try {
    return await unlessAborted(signal, pool.connect());
  } catch (error) {
    signal.throwIfAborted();
    // The time-out of a wait for a connection has no code and no cause; a failed connection has one of them.
    const waited = mustWait && error instanceof Error && !('code' in error) && error.cause === undefined;
    throw waited ? new StoreBusyError(error) : notConnected(error);
  }
}

/**
 * Returns the connection; a connection that arrives after the signal returns to its pool.
 * @throws the reason of the signal, without a wait
 */
function unlessAborted(signal: AbortSignal, connecting: Promise<PoolClient>): Promise<PoolClient> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error);
      connecting.then((client) => client.release()).catch(() => undefined);
    };
    signal.addEventListener('abort', abort, { once: true });
    const settle = (): void => signal.removeEventListener('abort', abort);
    connecting.finally(settle).then(resolve, reject);
  });
}

function run<Row extends object>(on: ClientBase, { text, values = [] }: Statement): Promise<Row[]> {
  return rowsOf<Row>(on, text, values, ANSWERED).catch((error: unknown) => {
    throw toStoreError(error);
  });
}

/** Collects the values of one statement while its text is built. */
export interface Values {
  readonly values: readonly unknown[];
  /** Adds a value and returns its placeholder. */
  readonly add: (value: unknown) => string;
}

/** Collects values. @param given values that the text already contains */
export function collectValues(given: readonly unknown[] = []): Values {
  const values: unknown[] = [...given];
  return { values, add: (value) => `$${values.push(value)}` };
}

/** Adds a time to the values of a statement. @returns SQL: the time */
export const addTime = ({ add }: Pick<Values, 'add'>, micros: Micros): string =>
  `${add(formatMicros(micros))}::timestamptz`;

/** SQL: a timestamptz as integer microseconds since the epoch, exact. */
export function microsOf(column: string): string {
  return `(extract(epoch from ${column}) * 1000000)::bigint`;
}

/**
 * SQL: an interval as integer microseconds, in a third of the time of `microsOf`, for statements that read many rows. Exact up to 68 years,
 * beyond that to a microsecond: seconds in answers are doubles, which are no finer there.
 */
export function microsOfSpan(interval: string): string {
  return `round(date_part('epoch', ${interval}) * 1000000)::bigint`;
}
