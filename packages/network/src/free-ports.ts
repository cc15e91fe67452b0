import { createServer } from 'node:net';

/** Ports of the loopback interface that nobody listens on now, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => portOf(server.address()));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** The port of a listening TCP server. */
export function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen on a port');
  return address.port;
}
