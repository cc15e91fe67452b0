import { once } from 'node:events';
import { MissingBrokerError } from '../servers';

export type Answer = Address | { readonly missing: string };

interface Address {
  readonly address: string;
  /** Folder of the data of a product. */
  readonly dataDir?: string;
}

/**
 * Starts a server and keeps it until Jest releases it or has ended for any reason; the only task of a process that `holdServer` started.
 */
export async function keepServer(start: () => Promise<Address & { stop: () => Promise<void> }>): Promise<void> {
  const released = once(process, 'disconnect');
  // Ctrl-C ends Jest; this process notices that end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  try {
    const { stop, ...answer } = await start();
    process.send?.(answer satisfies Answer);
    await released;
    await stop();
  } catch (error) {
    if (!(error instanceof MissingBrokerError)) throw error;
    process.send?.({ missing: error.message } satisfies Answer);
    await released;
  }
}
