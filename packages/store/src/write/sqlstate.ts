import { TEXT_IS_MISSING } from '../packs/packed-text';
import { OffsetConflictError } from './port';

/**
 * Meaning of an error of a write for the batch.
 * - `data`: Postgres refuses the content of a record; only that record is at fault.
 * - `retry`: contention, a lost connection, a full disk, a server that restarts: the same batch can succeed later.
 * - `halt`: a fault of the deployment (missing right, missing table) or of this program: retrying cannot help.
 */
export type FailureClass = 'data' | 'retry' | 'halt';

/**
 * SQLSTATEs of refused data. P0001 is raised by triggers of the operator. A trace whose packs are missing refuses what has to be merged with
 * their text, and must not stop the records of other traces.
 */
const DATA_CODES = new Set(['23502', '23503', '23505', '23514', '21000', '54000', '54001', 'P0001', TEXT_IS_MISSING]);
const RETRY_CLASSES = new Set(['08', '40', '53', '55', '57', '58', '25']);
const RETRY_CODES = new Set(['26000', '0A000']);
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Returns the SQLSTATE of a Postgres error, otherwise the code of a network error; undefined without either. */
export function errorCode(error: unknown): string | undefined {
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** The work has failed, and the same batch can be retried. */
export class TryAgainError extends Error {
  override readonly name: string = 'TryAgainError';
}

/** A record that is refused by a rule that Postgres does not know. It becomes a dead letter, like a record that Postgres refuses. */
export class RefusedRecordError extends Error {
  override readonly name = 'RefusedRecordError';
  /** SQLSTATE of the violation that is most like it. */
  readonly code: string;

  constructor(code: '22003' | '23505' | '54000', message: string) {
    super(message);
    this.code = code;
  }
}

/** The work was cancelled because it exceeded its time limit. */
export class TookTooLongError extends TryAgainError {
  override readonly name = 'TookTooLongError';
}

/** SQLSTATEs of the server's time-outs: a statement, a transaction that was idle, a transaction. */
const TIME_OUTS = new Set(['57014', '25P03', '25P04']);

/** Returns whether less work at once may succeed: the same work would exceed the time limit again. */
export function tookTooLong(error: unknown): boolean {
  return error instanceof TookTooLongError || TIME_OUTS.has(errorCode(error) ?? '');
}

/** Classifies an error by its code; only a cut connection has none in node-postgres, and is recognized by its message. */
export function classifyFailure(error: unknown): FailureClass {
  if (error instanceof TryAgainError) return 'retry';
  const code = errorCode(error);
  if (code === undefined) return isConnectionLoss(error) ? 'retry' : 'halt';
  if (NETWORK.has(code)) return 'retry';
  if (code === '23514' && noPartition(error)) return 'retry';
  if (DATA_CODES.has(code) || code.startsWith('22')) return 'data';
  return RETRY_CODES.has(code) || RETRY_CLASSES.has(code.slice(0, 2)) ? 'retry' : 'halt';
}

/** SQLSTATE classes of rollbacks by the server, locks of others, and missing resources; and the code of a cancelled statement. */
const CONTENTION_CLASSES = new Set(['40', '55', '53']);
const CANCELLED = '57014';

/**
 * Returns whether a failure has ended a transaction and nothing else, so that its connection can be used again. False for a lost
 * connection, a server that stops or has become read-only, and work that is still running.
 */
export function leavesConnection(error: unknown): boolean {
  if (error instanceof TookTooLongError) return false;
  if (error instanceof TryAgainError || error instanceof OffsetConflictError) return true;
  const code = errorCode(error);
  return code === CANCELLED || (code?.length === 5 && CONTENTION_CLASSES.has(code.slice(0, 2)));
}

/**
 * Returns whether an error is `no partition of relation found for row`, which has the code of a check violation although no record is at
 * fault. A violated check names its constraint; a missing partition has none.
 */
function noPartition(error: unknown): boolean {
  return !(typeof error === 'object' && error !== null && 'constraint' in error && error.constraint !== undefined);
}

const CONNECTION_LOSS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded|timeout expired|Query read)/;

function isConnectionLoss(error: unknown): boolean {
  return error instanceof Error && CONNECTION_LOSS.test(error.message);
}
