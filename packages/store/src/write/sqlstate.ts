import { OffsetConflictError } from './port';

/**
 * What an error of a write means for the batch.
 * - `data`: one of the records holds something that Postgres refuses; only that record is at fault.
 * - `retry`: contention, a lost connection, a full disk, a server that restarts: the same batch can succeed later.
 * - `halt`: a fault of the deployment (missing right, missing table) or of this program: trying again cannot help.
 */
export type FailureClass = 'data' | 'retry' | 'halt';

/** P0001 is what a trigger of the operator's raises. */
const DATA_CODES = new Set(['23502', '23503', '23505', '23514', '21000', '54000', '54001', 'P0001']);
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

/** The SQLSTATE of a Postgres error, else the code of a network error; undefined without either. */
export function errorCode(error: unknown): string | undefined {
  const code: unknown = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** The work did not get through, and the same batch can be tried again. */
export class TryAgainError extends Error {
  override readonly name: string = 'TryAgainError';
}

/** A record that is refused for what it is, by a rule that Postgres does not know. It becomes a dead letter, as one that Postgres refuses. */
export class RefusedRecordError extends Error {
  override readonly name = 'RefusedRecordError';
  /** The SQLSTATE of a violation that is most like it. */
  readonly code: string;

  constructor(code: '23505' | '54000', message: string) {
    super(message);
    this.code = code;
  }
}

/** The work was given up after the time that it may take. */
export class TookTooLongError extends TryAgainError {
  override readonly name = 'TookTooLongError';
}

/** Of the server's own: a statement, a transaction, and one that waited for its client, that took too long. */
const TIME_OUTS = new Set(['57014', '25P03', '25P04']);

/** Whether less work at once may succeed where this failed: the same work would take as long again. */
export function tookTooLong(error: unknown): boolean {
  return error instanceof TookTooLongError || TIME_OUTS.has(errorCode(error) ?? '');
}

/** Decides by code; only a cut connection has none in node-postgres, and is known by its message. */
export function classifyFailure(error: unknown): FailureClass {
  if (error instanceof TryAgainError) return 'retry';
  const code = errorCode(error);
  if (code === undefined) return isConnectionLoss(error) ? 'retry' : 'halt';
  if (NETWORK.has(code)) return 'retry';
  if (code === '23514' && noPartition(error)) return 'retry';
  if (DATA_CODES.has(code) || code.startsWith('22')) return 'data';
  return RETRY_CODES.has(code) || RETRY_CLASSES.has(code.slice(0, 2)) ? 'retry' : 'halt';
}

/** Rollbacks that the server asks for, locks that others hold, what it is short of; and a statement that it has cancelled. */
const CONTENTION_CLASSES = new Set(['40', '55', '53']);
const CANCELLED = '57014';

/**
 * Whether a failure has ended a transaction and nothing else, so that its connection is worth keeping. Of one that was
 * lost, whose server is about to stop or has become read-only, or whose work still goes on, nothing good can come.
 */
export function leavesConnection(error: unknown): boolean {
  if (error instanceof TookTooLongError) return false;
  if (error instanceof TryAgainError || error instanceof OffsetConflictError) return true;
  const code = errorCode(error);
  return code === CANCELLED || (code?.length === 5 && CONTENTION_CLASSES.has(code.slice(0, 2)));
}

/**
 * `no partition of relation found for row` comes as a check violation, but no record is at fault. A violated check
 * names its constraint; a missing partition has none.
 */
function noPartition(error: unknown): boolean {
  return !(typeof error === 'object' && error !== null && 'constraint' in error && error.constraint !== undefined);
}

const CONNECTION_LOSS =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded|timeout expired|Query read)/;

function isConnectionLoss(error: unknown): boolean {
  return error instanceof Error && CONNECTION_LOSS.test(error.message);
}
