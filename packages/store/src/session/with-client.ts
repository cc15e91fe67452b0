import { Client, type ClientConfig, type PoolClient } from 'pg';

interface ClientOptions {
  /** Returns whether the connection is as it was before the work that failed: then it stays open. Absent: it is ended. */
  readonly isClean?: (client: PoolClient, error: unknown) => Promise<boolean>;
  /** Aborted: the connection is ended, whatever it is waiting for, so that the work fails. */
  readonly signal?: AbortSignal;
}

/**
 * Runs work on a connection of a pool and releases it. After a failure the connection is ended, and with it its transaction and its locks.
 * @param connecting promise of `pool.connect()`
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
  /** Ends the connection. In a pipeline the driver alone would wait for the results of all statements. */
  const end = (): void => {
    release();
    client.connection.stream.destroy();
  };
  const stop = (): void => {
    broken ??= new Error('the work was given up');
    end();
  };
  // A client that loses its connection emits `error` in addition to failing its query; without a listener that ends the process.
  const hear = (error: Error): void => void (broken = error);
  client.on('error', hear);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted(); // the signal may have aborted during the connect
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

/** Runs work on a connection of its own, which ends with the work. @throws the errors of the work and of the connection */
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
 * Queries a database on a connection of its own.
 * @throws the driver's error if the database cannot be reached within some seconds, or refuses the user
 */
export function askDatabase<T>(
  databaseUrl: string,
  applicationName: string,
  ask: (client: Client) => Promise<T>,
): Promise<T> {
  const config = { connectionString: databaseUrl, application_name: applicationName };
  return withOwnClient({ ...config, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS }, ask);
}
