import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** Lowest port: services of the machine may use the ports below it. */
const LOWEST = 10_240;
/** First port of outgoing connections on Linux; on other systems it is higher. */
const USUAL_FIRST_EPHEMERAL = 32_768;

/**
 * Returns free ports of the loopback interface, all different. They exclude the ports for outgoing connections: such a port may be in use
 * before a server has started on it, or while it restarts.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(LOWEST, firstEphemeral());
    if (!ports.has(port) && (await isFree(port))) ports.add(port);
  }
  return [...ports];
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
    return USUAL_FIRST_EPHEMERAL; // only Linux has this file
  }
}
