import { Client, type ClientConfig, type PoolClient } from 'pg';

interface ClientOptions {
  /** Whether the connection is as it was before the work that failed: it stays then. Without, it is ended. */
  readonly isClean?: (client: PoolClient, error: unknown) => Promise<boolean>;
  /** Aborted: the connection is ended, whatever it is waiting for, so that the work fails. */
  readonly signal?: AbortSignal;
}

/**
 * Works on a connection of a pool and gives it back. After a failure it is ended, and with it its transaction and its locks.
 * @param connecting as `pool.connect()` gives it
 */
export async function withClient<T>(
  connecting: Promise<PoolClient>,
  work: (client: PoolClient) => Promise<T>,
  { isClean = () => Promise.resolve(false), signal }: ClientOptions = {},
): Promise<T> {
  const client = await connecting;
  let broken: Error | undefined;
  let isReleased = false;
  const release = (): void => {
    if (!isReleased) client.release(broken);
    isReleased = true;
  };
  /** Of a pipeline the driver ends the connection only when all that was sent is answered. */
  const end = (): void => {
    release();
    client.connection.stream.destroy();
  };
  const stop = (): void => {
    broken ??= new Error('the work was given up');
    end();
  };
  // A client that loses its connection emits `error` besides failing its query; unheard it ends the process.
  const hear = (error: Error): void => void (broken = error);
  client.on('error', hear);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted(); // it may have been while the connection was made
    return await work(client);
  } catch (error) {
    if (!(await isClean(client, error))) broken ??= error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    client.off('error', hear);
    if (broken === undefined) release();
    else end();
  }
}

/** Works on a connection of its own, which ends with the work. @throws what the work throws, or why there is no connection */
export async function withOwnClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config);
  client.on('error', () => undefined); // the failing query reports it
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const ANSWER_MS = 5_000;

/**
 * Asks a database on a connection of its own.
 * @throws the driver's error where it cannot be reached within some seconds, or refuses the user
 */
export function askDatabase<T>(
  databaseUrl: string,
  applicationName: string,
  ask: (client: Client) => Promise<T>,
): Promise<T> {
  const config = { connectionString: databaseUrl, application_name: applicationName };
  return withOwnClient({ ...config, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS }, ask);
}
