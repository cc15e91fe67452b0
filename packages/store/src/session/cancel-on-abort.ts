import { Client, type PoolClient, type PoolConfig } from 'pg';

/** The driver's own, which its types leave out. */
interface Internals {
  readonly processID: number;
  readonly secretKey: number;
  readonly connection: { startup: () => void; readonly cancel: (processID: number, secretKey: number) => void };
}

/** The server ends the connection of a cancel request at once. */
const ANSWER_MS = 5000;

/**
 * Runs a statement, and has the server cancel it when the signal aborts. The connection stays taken until the server has ended the
 * statement, so that requests that are broken off one after the other never have more statements than connections. After an abort the
 * connection must not be used again: a late cancel request would end the statement of another.
 * @param config of the connection
 * @throws the signal's reason once it is aborted, also where the statement has ended before
 */
export async function cancelOnAbort<T>(
  client: PoolClient,
  config: PoolConfig,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  let cancelling: Promise<void> | undefined;
  const cancel = (): void => void (cancelling = requestCancel(client, config));
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await run();
  } finally {
    signal.removeEventListener('abort', cancel);
    await cancelling;
    signal.throwIfAborted();
  }
}

/**
 * Sends a cancel request (Postgres: Canceling Requests in Progress) on a connection of its own, with TLS where the other has it. One that
 * fails leaves the statement to its time limit.
 */
async function requestCancel(client: PoolClient, config: PoolConfig): Promise<void> {
  const { processID, secretKey } = client as unknown as Internals;
  const canceller = new Client({ ...config, connectionTimeoutMillis: ANSWER_MS });
  const { connection } = canceller as unknown as Internals;
  connection.startup = () => connection.cancel(processID, secretKey);
  canceller.on('error', () => undefined);
  await canceller.connect().catch(() => undefined); // ended without an answer, as the protocol has it
}
