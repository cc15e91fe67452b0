import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Below it lie the ports of services that a machine may have. */
const LOWEST = 10_240;
/** Where outgoing connections begin to take ports on Linux; elsewhere later. */
const USUAL_FIRST_EPHEMERAL = 32_768;

/**
 * Ports of the loopback interface that nobody listens on now, all different. None of those that the system gives to outgoing connections:
 * one of these may be taken before a server has begun there, and again while it is restarted.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(LOWEST, firstEphemeral());
    if (!ports.has(port) && (await isFree(port))) ports.add(port);
  }
  return [...ports];
}

/** The port of a listening TCP server. */
export function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen on a port');
  return address.port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

function firstEphemeral(): number {
  try {
    const [first] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').trim().split(/\s+/);
    return Math.min(Math.max(Number(first), LOWEST + 1000), USUAL_FIRST_EPHEMERAL);
  } catch {
    return USUAL_FIRST_EPHEMERAL; // Linux alone says it there
  }
}
