import { DatabaseError } from 'pg';

/** The database is away, overloaded or too slow: nothing is known about the data. The message is meant for the client. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** No connection became free in time: others' statements take too long, or there are too many of them. */
export class StoreBusyError extends StoreUnavailableError {
  constructor(cause: unknown) {
    super('no connection to the database became free in time: try again, or raise READ_CONNECTIONS', { cause });
  }
}

const AWAY = 'the database is not available: try again';
const TOO_SLOW = 'the query did not finish in time: ask for a shorter time range or a more selective filter';
const NO_RIGHT = 'a right is missing in the database: the log names it';
const TOO_LARGE = 'the query needs more room than it may take: ask for a shorter time range or a more selective filter';

/** A statement, or all those of a read together, have reached their time limit. */
export function tooSlow(cause?: unknown): StoreUnavailableError {
  return new StoreUnavailableError(TOO_SLOW, { cause });
}

/** A page or a trace that retention drops while it is read: what is left of it must not look like all of it. */
export function removedMeanwhile(): StoreUnavailableError {
  return new StoreUnavailableError('what was being read has just been removed: ask again');
}

const QUERY_CANCELED = '57014';
const FORBIDDEN = '42501'; // until `migrate` puts the rights right, as after a backup was restored
const OVER_LIMIT = '53400'; // of temporary files, which bounds what a query may put on disk
const SERIALIZATION_FAILURE = '40001'; // a replica cancels queries that stand in the way of its replay

/** Connection, authorization, resources, operator intervention, system. */
const UNAVAILABLE_CLASSES = new Set(['08', '28', '3D', '53', '57', '58']);

/** Who is not let in, whatever the reason, has no database. */
export function notConnected(thrown: unknown): unknown {
  return thrown instanceof DatabaseError ? new StoreUnavailableError(AWAY, { cause: thrown }) : toStoreError(thrown);
}

/** Says which failures of a statement are the database's and not a bug; decided by SQLSTATE, never by text. */
export function toStoreError(thrown: unknown): unknown {
  if (thrown instanceof DatabaseError) {
    const { code = '' } = thrown;
    if (code === QUERY_CANCELED) return tooSlow(thrown);
    if (code === FORBIDDEN) return new StoreUnavailableError(NO_RIGHT, { cause: thrown });
    if (code === OVER_LIMIT) return new StoreUnavailableError(TOO_LARGE, { cause: thrown });
    const away = code === SERIALIZATION_FAILURE || UNAVAILABLE_CLASSES.has(code.slice(0, 2));
    return away ? new StoreUnavailableError(AWAY, { cause: thrown }) : thrown;
  }
  // What the driver throws without a SQLSTATE is the connection's, programming errors excepted.
  if (thrown instanceof TypeError || thrown instanceof RangeError) return thrown;
  return new StoreUnavailableError(AWAY, { cause: thrown });
}
