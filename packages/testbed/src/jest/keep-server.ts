import { once } from 'node:events';
import { MissingBrokerError } from '../servers';

export type Answer = { readonly address: string } | { readonly missing: string };

/**
 * Starts a server and keeps it until Jest releases it or has ended for any reason; the only task of a process that `holdServer` started.
 */
export async function keepServer(start: () => Promise<{ address: string; stop: () => Promise<void> }>): Promise<void> {
  const released = once(process, 'disconnect');
  // Ctrl-C ends Jest; this process notices that end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  try {
    const { address, stop } = await start();
    process.send?.({ address } satisfies Answer);
    await released;
    await stop();
  } catch (error) {
    if (!(error instanceof MissingBrokerError)) throw error;
    process.send?.({ missing: error.message } satisfies Answer);
    await released;
  }
}
