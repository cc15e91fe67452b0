import type { ChildProcess, ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { forkSource } from '@sluice/testbed/machine';

/** Embedded Postgres that another process has started and holds. */
export interface HeldPostgres {
  readonly holder: ChildProcess;
  readonly url: string;
  /** Sends the holder a message to stop the server and waits for the holder's end. */
  stop(): Promise<void>;
  /** Kills the holder, not the server, and waits for the holder's end. */
  kill(): Promise<void>;
}

/** Starts an embedded Postgres in another process. Rejects with the message of its failure. */
export async function holdPostgres(dataDir: string, options: ForkOptions = {}): Promise<HeldPostgres> {
  const holder = forkSource(join(__dirname, 'hold-postgres.testing.ts'), [dataDir], { ...options, stdio: 'ignore' });
  const exit = once(holder, 'exit');
  const [message] = (await Promise.race([once(holder, 'message'), exit])) as [unknown];
  if (typeof message !== 'object' || message === null || !('url' in message) || typeof message.url !== 'string') {
    throw new Error(
      typeof message === 'object' && message !== null && 'error' in message
        ? String(message.error)
        : `the holder ended: ${String(message)}`,
    );
  }
  return {
    holder,
    url: message.url,
    stop: async () => {
      holder.send('stop');
      await exit;
    },
    kill: async () => {
      holder.kill('SIGKILL');
      await exit;
    },
  };
}
