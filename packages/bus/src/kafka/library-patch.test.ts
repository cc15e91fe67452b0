import { type Socket, connect } from 'node:net';
import { Kafka, logLevel } from 'kafkajs';

/** Nobody listens there, and nobody but the system may. */
const REFUSING_PORT = 1;

test('a connection that was refused keeps no listener of each time that it is closed', async () => {
  const sockets: Socket[] = [];
  const client = new Kafka({
    brokers: [`127.0.0.1:${REFUSING_PORT}`],
    logLevel: logLevel.NOTHING,
    retry: { retries: 0 },
    socketFactory: ({ host, port, onConnect }) => {
      const socket = connect({ host, port }, onConnect);
      sockets.push(socket);
      return socket;
    },
  });
  const admin = client.admin();
  await expect(admin.connect()).rejects.toThrow('ECONNREFUSED');
  for (let times = 0; times < 20; times += 1) await admin.disconnect();
  expect(sockets.map((socket) => socket.listenerCount('connect') <= 2)).toEqual([true]);
});
