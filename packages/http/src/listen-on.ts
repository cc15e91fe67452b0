import { createServer } from 'node:net';
import { type ListenAddress, SettingsError } from '@sluice/runtime';
import type { Listener } from './listen';

/** Advice for the operator, by the code of the system's error. */
const FAILURES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken: end the program that uses it, or choose another port',
  EADDRNOTAVAIL: 'is no address of this machine',
  EACCES: 'may not be used by this account: choose a port above 1023',
  ENOTFOUND: 'is not known to the resolver',
  EAI_AGAIN: 'cannot be looked up: the resolver does not answer',
};

/**
 * Listens, or names the setting to change.
 * @param setting the variable that has the port
 * @param start makes the listener
 * @throws SettingsError if the system refuses the address
 */
export async function listenOn(
  setting: string,
  address: ListenAddress,
  start: () => Promise<Listener>,
): Promise<Listener> {
  try {
    return await start();
  } catch (error) {
    throw new SettingsError([explained(setting, address, error)]);
  }
}

/**
 * Checks before anything else is started whether a service can listen on all of its addresses, so that the operator learns of all conflicts
 * at once.
 * @param addresses by the variable that has the port
 * @throws SettingsError with a sentence for each address that the system refuses
 */
export async function checkListenAddresses(addresses: Readonly<Record<string, ListenAddress>>): Promise<void> {
  const problems: string[] = [];
  for (const [setting, address] of Object.entries(addresses)) {
    try {
      await occupy(address);
    } catch (error) {
      problems.push(explained(setting, address, error));
    }
  }
  if (problems.length > 0) throw new SettingsError(problems);
}

/** Listens on an address and closes the listener at once. */
async function occupy({ host, port }: ListenAddress): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}

/** @throws the error itself if it is not about address and port */
function explained(setting: string, { host, port }: ListenAddress, error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? '';
  const failure = FAILURES[code];
  if (failure === undefined) throw error;
  return `${setting}: ${host}:${port} ${failure}`;
}
