import { Client, type PoolClient, type PoolConfig } from 'pg';

/** Members of the driver that its types omit. */
interface Internals {
  readonly processID: number;
  readonly secretKey: number;
  readonly connection: { startup: () => void; readonly cancel: (processID: number, secretKey: number) => void };
}

/** Milliseconds to wait for the server, which ends the connection of a cancel request at once. */
const ANSWER_MS = 5000;

/**
 * Runs a statement, and makes the server cancel it when the signal aborts. The connection stays in use until the server has ended the
 * statement, so that a series of aborted requests never has more statements than connections. After an abort the connection must not be
 * used again: a late cancel request would end the statement of another.
 * @param config of the connection
 * @throws the signal's reason once it is aborted, even if the statement has ended before
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
 * Sends a cancel request (Postgres: Canceling Requests in Progress) on a connection of its own, with TLS if the other has it. If it fails,
 * the statement ends by its time limit.
 */
async function requestCancel(client: PoolClient, config: PoolConfig): Promise<void> {
  const { processID, secretKey } = client as unknown as Internals;
  const canceller = new Client({ ...config, connectionTimeoutMillis: ANSWER_MS });
  const { connection } = canceller as unknown as Internals;
  connection.startup = () => connection.cancel(processID, secretKey);
  canceller.on('error', () => undefined);
  await canceller.connect().catch(() => undefined); // the server closes it without an answer, by the protocol
}
