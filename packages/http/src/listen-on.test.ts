import { type Server, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { checkListenAddresses, listenOn } from './listen-on';

const HOST = '127.0.0.1';
const servers: Server[] = [];

async function takenPort(): Promise<number> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  return (server.address() as AddressInfo).port;
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

describe('checkPlaces', () => {
  it('tells of all places that cannot be used together', async () => {
    const [first, second] = [await takenPort(), await takenPort()];
    const places = {
      PORT: { host: HOST, port: first },
      ADMIN_PORT: { host: HOST, port: second },
      OTHER_PORT: { host: '192.0.2.1', port: 0 },
    };
    await expect(checkListenAddresses(places)).rejects.toMatchObject({
      problems: [
        `PORT: ${HOST}:${first} is taken: end the program that uses it, or choose another port`,
        `ADMIN_PORT: ${HOST}:${second} is taken: end the program that uses it, or choose another port`,
        'OTHER_PORT: 192.0.2.1:0 is no address of this machine',
      ],
    });
  });

  it('leaves free places free', async () => {
    const port = await takenPort();
    await new Promise((resolve) => servers.pop()?.close(resolve));
    await checkListenAddresses({ PORT: { host: HOST, port }, ADMIN_PORT: { host: HOST, port: 0 } });
    const listener = await listenOn('PORT', () => undefined, { host: HOST, port });
    await listener.close(0);
  });
});

test('a place that was taken since it was checked is told by its setting too', async () => {
  const port = await takenPort();
  await expect(listenOn('PORT', () => undefined, { host: HOST, port })).rejects.toMatchObject({
    problems: [`PORT: ${HOST}:${port} is taken: end the program that uses it, or choose another port`],
  });
});
