import { once } from 'node:events';
import type { Server } from 'node:net';

/** Starts a server of a test on a free port of the loopback interface. @returns the port */
export async function listenLocally(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen on a port');
  return address.port;
}
