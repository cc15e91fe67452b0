import { DatabaseError } from 'pg';
import { TEXT_IS_MISSING } from '../packs/packed-text';

/** The database is away, overloaded or too slow: nothing is known about the data. The message is meant for the client. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** No connection became free in time: statements of others last too long, or there are too many of them. */
export class StoreBusyError extends StoreUnavailableError {
  constructor(cause: unknown) {
    super('no connection to the database became free in time: try again, or raise READ_CONNECTIONS', { cause });
  }
}

const AWAY = 'the database is not available: try again';
const TOO_SLOW = 'the query did not finish in time: ask for a shorter time range or a more selective filter';
const NO_RIGHT = 'a right is missing in the database: the log names it';
const TOO_LARGE = 'the query needs more room than it may take: ask for a shorter time range or a more selective filter';

/** Returns the error for a statement, or all those of a read together, that exceeded the time limit. */
export function tooSlow(cause?: unknown): StoreUnavailableError {
  return new StoreUnavailableError(TOO_SLOW, { cause });
}

/** Returns the error for a page or a trace that retention drops while it is read: its remaining part must not look complete. */
export function removedMeanwhile(): StoreUnavailableError {
  return new StoreUnavailableError('what was being read has just been removed: ask again');
}

const QUERY_CANCELED = '57014';
const FORBIDDEN = '42501'; // until `migrate` has restored the rights, as after a backup was restored
const OVER_LIMIT = '53400'; // of temporary files, which bounds the disk space of a query
const SERIALIZATION_FAILURE = '40001'; // a replica cancels queries that block its replay

/** Connection, authorization, resources, operator intervention, system. */
const UNAVAILABLE_CLASSES = new Set(['08', '28', '3D', '53', '57', '58']);

/** Converts an error of connecting: a refused connection, for any reason, means that there is no database. */
export function notConnected(thrown: unknown): unknown {
  return thrown instanceof DatabaseError ? new StoreUnavailableError(AWAY, { cause: thrown }) : toStoreError(thrown);
}

/** Converts an error of a statement if it is the database's and not a bug; decided by SQLSTATE, never by text. */
export function toStoreError(thrown: unknown): unknown {
  if (thrown instanceof DatabaseError) {
    const { code = '' } = thrown;
    if (code === QUERY_CANCELED) return tooSlow(thrown);
    if (code === FORBIDDEN) return new StoreUnavailableError(NO_RIGHT, { cause: thrown });
    if (code === TEXT_IS_MISSING) return removedMeanwhile();
    if (code === OVER_LIMIT) return new StoreUnavailableError(TOO_LARGE, { cause: thrown });
    const away = code === SERIALIZATION_FAILURE || UNAVAILABLE_CLASSES.has(code.slice(0, 2));
    return away ? new StoreUnavailableError(AWAY, { cause: thrown }) : thrown;
  }
  // Errors of the driver without a SQLSTATE are those of the connection, programming errors excepted.
  if (thrown instanceof TypeError || thrown instanceof RangeError) return thrown;
  return new StoreUnavailableError(AWAY, { cause: thrown });
}
