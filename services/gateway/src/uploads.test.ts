import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { listen } from '@sluice/http';
import { closeIn } from '@sluice/testbed/machine';
import { testUuid } from '@sluice/testbed/samples';
import { closeGateways, setUp } from './gateway.testing';

/* Many large uploads at once, by clients that read at different times: each of them gets a response and none a broken pipe, whether there
   is room for its body or not. */

const MIB = 2 ** 20;
const UPLOADS = 16;

afterAll(closeGateways);
const later = closeIn(afterEach);

async function startGateway(env: NodeJS.ProcessEnv = {}, maxPendingBytes = 1e9) {
  const { app, hold } = await setUp(env, { maxPendingBytes, deadlineMs: 120_000 });
  const listener = await listen(app, { host: '127.0.0.1', port: 0 });
  later(() => listener.close(0));
  return { url: `${listener.url}/v1/l/batch`, port: listener.port, hold };
}

const observations = Array.from({ length: 12 }, (_, n) => ({ id: testUuid(n + 1), input: 'v'.repeat(MIB) }));
/** Body of 12 MiB. */
const BODY = Buffer.from(JSON.stringify({ trace: { id: testUuid(1) }, observations }));
const HEADERS = { Authorization: 'Bearer token', 'Content-Type': 'application/json' };

interface Server {
  readonly url: string;
  readonly port: number;
}

/** @returns the status, or the code of the client's error */
async function byHttp({ url }: Server, headers: Record<string, string | number>, body: readonly Buffer[]) {
  const outgoing = request(url, { method: 'POST', headers: { ...HEADERS, ...headers } });
  const answered = (once(outgoing, 'response') as Promise<[IncomingMessage]>).then(
    async ([answer]) => (await text(answer), answer.statusCode),
    (error: unknown) => (error as NodeJS.ErrnoException).code,
  );
  outgoing.on('error', () => undefined); // after its response, when the gateway is closed
  if ('Expect' in headers) {
    // The body is sent after `100 Continue`, and not after a final response.
    outgoing.flushHeaders();
    const mayGoOn = await Promise.race([once(outgoing, 'continue').then(() => true), answered.then(() => false)]);
    if (!mayGoOn) {
      outgoing.destroy();
      return answered;
    }
  }
  for (const chunk of body) outgoing.write(chunk);
  outgoing.end();
  return answered;
}

const length = { 'Content-Length': BODY.length };
const chunks = Array.from({ length: Math.ceil(BODY.length / MIB) }, (_, n) => BODY.subarray(n * MIB, (n + 1) * MIB));

const CLIENTS: Readonly<Record<string, (server: Server) => Promise<unknown>>> = {
  'node:http': (server) => byHttp(server, length, [BODY]),
  'node:http in chunks': (server) => byHttp(server, {}, chunks),
  'node:http that expects 100-continue': (server) => byHttp(server, { ...length, Expect: '100-continue' }, [BODY]),
  fetch: async ({ url }) => {
    try {
      const answer = await fetch(url, { method: 'POST', headers: HEADERS, body: new Uint8Array(BODY) });
      await answer.json();
      return answer.status;
    } catch (error) {
      return (error as { cause?: { code?: string } }).cause?.code ?? String(error);
    }
  },
  /** Like clients in Python, which send everything before they read. */
  'one that writes all before it reads': async ({ port }) => {
    const socket = connect(port, '127.0.0.1');
    const failed = once(socket, 'error').then(([error]) => (error as NodeJS.ErrnoException).code);
    failed.catch(() => undefined);
    socket.pause();
    const lines = Object.entries({ Host: 'x', ...HEADERS, ...length }).map(([name, value]) => `${name}: ${value}`);
    socket.write(['POST /v1/l/batch HTTP/1.1', ...lines, 'Connection: close', '', ''].join('\r\n'));
    const sent = new Promise<void>((resolve) => socket.write(BODY, () => resolve()));
    const answered = sent.then(async () => Number((await text(socket)).slice(9, 12)));
    answered.catch(() => undefined);
    return Promise.race([answered, failed]);
  },
};

const tally = (outcomes: readonly unknown[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[String(outcome)] = (counts[String(outcome)] ?? 0) + 1;
  return counts;
};

describe.each(Object.entries(CLIENTS))('%s', (_, upload) => {
  test('is told by each of 16 uploads at once that nothing is taken', async () => {
    const { hold, ...server } = await startGateway({}, 1);
    const { release, begun } = hold();
    const first = fetch(server.url, { method: 'POST', headers: HEADERS, body: `{"trace":{"id":"${testUuid(1)}"}}` });
    await begun;
    for (let round = 0; round < 2; round += 1) {
      expect(tally(await Promise.all(Array.from({ length: UPLOADS }, () => upload(server))))).toEqual({ 503: UPLOADS });
    }
    release();
    expect((await first).status).toBe(200);
  });

  test('is answered each of 16 uploads at once for which there is not enough room', async () => {
    const { hold: _hold, ...server } = await startGateway({ MAX_INFLIGHT_BYTES: '64MiB' });
    const counts = tally(await Promise.all(Array.from({ length: UPLOADS }, () => upload(server))));
    expect(Object.keys(counts).sort()).toEqual(['200', '503']);
  });
});
