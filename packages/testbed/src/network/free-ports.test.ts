import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePorts } from './free-ports';

test('gives ports that are free, all different, and none that an outgoing connection may take', async () => {
  const ports = await freePorts(200);
  expect(new Set(ports).size).toBe(200);
  // The lowest of IANA's dynamic ports, and of Linux'.
  expect(Math.max(...ports)).toBeLessThan(32_768);
  const server = createServer();
  server.listen(ports[0], '127.0.0.1');
  await once(server, 'listening');
  await new Promise((resolve) => server.close(resolve));
});
