import { createServer } from 'node:net';
import { closeIn } from '@sluice/testbed/machine';
import { freePorts, listenLocally } from '@sluice/testbed/network';
import { listen } from './listen';
import { checkListenAddresses, listenOn } from './listen-on';

const HOST = '127.0.0.1';
const later = closeIn(afterEach);

async function takenPort(): Promise<number> {
  const server = createServer();
  later(() => server.close());
  return listenLocally(server);
}

describe('checkListenAddresses', () => {
  it('names all listen addresses that cannot be used together', async () => {
    const [first, second] = [await takenPort(), await takenPort()];
    const addresses = {
      PORT: { host: HOST, port: first },
      ADMIN_PORT: { host: HOST, port: second },
      OTHER_PORT: { host: '192.0.2.1', port: 0 },
    };
    await expect(checkListenAddresses(addresses)).rejects.toMatchObject({
      problems: [
        `PORT: ${HOST}:${first} is taken: end the program that uses it, or choose another port`,
        `ADMIN_PORT: ${HOST}:${second} is taken: end the program that uses it, or choose another port`,
        'OTHER_PORT: 192.0.2.1:0 is no address of this machine',
      ],
    });
  });

  it('leaves free listen addresses free', async () => {
    const [port = 0] = await freePorts(1);
    await checkListenAddresses({ PORT: { host: HOST, port }, ADMIN_PORT: { host: HOST, port: 0 } });
    const listener = await listenOn('PORT', { host: HOST, port }, () => listen(() => undefined, { host: HOST, port }));
    await listener.close(0);
  });
});

test('a listen address that was taken since it was checked is named by its setting too', async () => {
  const port = await takenPort();
  await expect(
    listenOn('PORT', { host: HOST, port }, () => listen(() => undefined, { host: HOST, port })),
  ).rejects.toMatchObject({
    problems: [`PORT: ${HOST}:${port} is taken: end the program that uses it, or choose another port`],
  });
});
