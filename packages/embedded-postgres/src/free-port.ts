import { createServer } from 'node:net';

/** Returns a free port of the loopback interface. Another process may use it before the caller does. */
export async function freePort(): Promise<number> {
  return listen(0);
}

/** Whether a process listens on the port of the loopback interface. */
export async function isTaken(port: number): Promise<boolean> {
  return listen(port).then(
    () => false,
    () => true,
  );
}

async function listen(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const chosen = typeof address === 'object' && address !== null ? address.port : port;
      server.close(() => resolve(chosen));
    });
  });
}
