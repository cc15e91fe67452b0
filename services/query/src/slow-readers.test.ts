import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { type Listener, TransferRates, createApp, createCredentials, listen } from '@sluice/http';
import { createLogger, createMetrics } from '@sluice/runtime';
import type { ReadStore } from '@sluice/store/read';
import { createAnswers } from './answers';
import { queryRoutes } from './routes';

const PIECE = 'x'.repeat(100_000);
const lines: string[] = [];
let listener: Listener;
afterEach(() => listener.close(0));

/**
 * Serves one response of `count` names.
 * @param pauseMs before each of them
 */
async function serve(count: number, pauseMs = 0): Promise<void> {
  async function* names() {
    for (let n = 0; n < count; n += 1) {
      await setTimeout(pauseMs);
      yield [PIECE];
    }
  }
  const metricNames = () => Promise.resolve({ names: names(), heldBytes: 1 });
  const metrics = createMetrics({ processMetrics: false });
  const routes = queryRoutes({
    store: { of: () => ({ metricNames }) } as unknown as ReadStore,
    answers: createAnswers({
      maxBytes: 1000,
      rates: new TransferRates({ leastBytesPerSecond: 2 ** 40, windowSeconds: 2 }),
      ...{ metrics, edition: '1' },
    }),
    ...{ listed: () => undefined, searched: () => undefined, searchMs: 1000 },
    clock: { now: () => 0 },
    projectId: 'default',
    ...{ readWaitMs: 0, receiptWaitMs: 0 },
  });
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ level: 'info', pretty: false, destination });
  const credentials = createCredentials({ bearerTokens: ['t'], keyPairs: [] });
  listener = await listen(createApp({ logger, metrics, credentials, routes }), { host: '127.0.0.1', port: 0 });
}

const request = (): Socket => {
  const socket = connect({ port: listener.port, host: '127.0.0.1' });
  const header = 'Host: x\r\nAuthorization: Bearer t\r\nConnection: close\r\n\r\n';
  socket.write(`GET /api/public/metrics/names HTTP/1.1\r\n${header}`);
  return socket;
};

const END = '\r\n0\r\n\r\n';

test('an answer is cut whose client takes less than the least rate of it, though it never stalls', async () => {
  await serve(1000);
  const socket = request().pause();
  const trickle = setInterval(() => socket.read(1000), 50);
  while (!lines.some((line) => line.includes('the client read its answer at less than'))) await setTimeout(20);
  clearInterval(trickle);
  expect((await text(socket)).endsWith(END)).toBe(false);
});

test('an answer is not cut while its client waits for it', async () => {
  await serve(10, 500);
  const socket = request();
  await once(socket, 'connect');
  expect((await text(socket)).endsWith(END)).toBe(true);
});
