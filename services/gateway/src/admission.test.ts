import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { listen } from '@sluice/http';
import { closeIn } from '@sluice/testbed/machine';
import { testUuid } from '@sluice/testbed/samples';
import { AUTH, OTLP_PATHS, closeGateways, setUp } from './gateway.testing';

/* Bodies that only inflating or decoding can refuse: the status is 400 when that was done, 503 when the bus was checked before. */

afterAll(closeGateways);
const later = closeIn(afterEach);

const BATCH = JSON.stringify({ trace: { id: testUuid(1) } });
const BROKEN = Buffer.from('{"trace":{');
const BROKEN_GZIP = gzipSync(BATCH).fill(0xff, 12);
const LARGE = Buffer.alloc(2 * 2 ** 20, ' ');
const CASES: readonly (readonly [string, Buffer, Record<string, string>])[] = [
  ['JSON', BROKEN, {}],
  ['gzip', BROKEN_GZIP, { 'Content-Encoding': 'gzip' }],
  ['JSON above 1 MiB', LARGE, {}],
  ['gzip above 1 MiB', gzipSync(LARGE), { 'Content-Encoding': 'gzip' }],
];

/** Makes a gateway that listens, on a bus that accepts one record and then is full until `release` is called. */
async function fullGateway() {
  const { app, metrics, hold } = await setUp({}, { maxPendingBytes: 1, deadlineMs: 60_000 });
  const listener = await listen(app, { host: '127.0.0.1', port: 0 });
  later(() => listener.close(0));
  const post = (path: string, body: Buffer | string, headers: Record<string, string> = {}) =>
    fetch(listener.url + path, {
      method: 'POST',
      body: new Uint8Array(Buffer.from(body)),
      headers: { ...AUTH, 'Content-Type': 'application/json', ...headers },
    });
  const { release, begun } = hold();
  const first = post('/v1/l/batch', BATCH);
  await begun;
  const rejected = async (reason: string): Promise<number> => {
    const { body } = await metrics.expose();
    const found = new RegExp(`^sluice_gateway_rejected_total\\{source="native",reason="${reason}"\\} (\\d+)$`, 'm');
    return Number(found.exec(body)?.[1] ?? 0);
  };
  return { post, rejected, port: listener.port, release: async () => (release(), (await first).status) };
}

/** Returns the response to these lines of a header, without a body, until the connection ends or for a moment. */
async function answerTo(port: number, ...lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return chunk.toString();
}

test.each(CASES)('a full bus costs no decoding: %s', async (_, body, headers) => {
  const { post, rejected, release } = await fullGateway();
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('/v1/l/batch', body, headers)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(503));
  expect(new Set(answers.map((answer) => answer.headers.get('retry-after')))).toEqual(new Set(['1']));
  expect(await answers[0]?.json()).toEqual({
    message: 'too much is waiting to be stored: send again',
    code: 'SERVICE_UNAVAILABLE',
    data: null,
  });
  expect([await rejected('unavailable'), await rejected('invalid')]).toEqual([20, 0]);

  expect(await release()).toBe(200);
  expect((await post('/v1/l/batch', body, headers)).status).toBe(400);
  expect([await rejected('unavailable'), await rejected('invalid')]).toEqual([20, 1]);
  expect((await post('/v1/l/batch', BATCH)).status).toBe(200);
});

test.each(['/v1/metrics/batch', ...OTLP_PATHS.filter((path) => !path.endsWith('logs'))])(
  'every endpoint that stores asks the bus first: %s',
  async (path) => {
    const { post, release } = await fullGateway();
    expect((await post(path, BROKEN)).status).toBe(503);
    await release();
    expect((await post(path, BROKEN)).status).toBe(400);
  },
);

test('what stores nothing does not depend on the bus', async () => {
  const { post, release } = await fullGateway();
  expect((await post('/api/public/otel/v1/logs', '{}')).status).toBe(200);
  await release();
});

test('a body that is not small is refused before it is sent, a small one on a connection that stays', async () => {
  const { post, port, release } = await fullGateway();
  const head = ['POST /v1/l/batch HTTP/1.1', 'Host: x', 'Authorization: Bearer token'];
  expect(await answerTo(port, ...head, 'Content-Length: 100000')).toMatch(
    /^HTTP\/1.1 503 [^]*\r\nConnection: close\r\n/,
  );
  expect(await answerTo(port, ...head, 'Content-Length: 100000', 'Expect: 100-continue')).toMatch(/^HTTP\/1.1 503 /);
  const small = await post('/v1/l/batch', BROKEN);
  expect([small.status, small.headers.get('connection')]).toEqual([503, 'keep-alive']);
  await release();
});

test('a chunked body is refused as soon as it is not small any more', async () => {
  const { port, release } = await fullGateway();
  const socket = connect(port, '127.0.0.1');
  const answer = text(socket);
  socket.write(
    'POST /v1/l/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer token\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  for (let sent = 0; sent < 5; sent += 1) socket.write(`4000\r\n${'['.repeat(0x4000)}\r\n`);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  expect(chunk.toString()).toMatch(/^HTTP\/1.1 503 /);
  socket.write('0\r\n\r\n');
  await answer;
  await release();
});

test('after a store that fails in every partition only a try from time to time is decoded, and all again when one succeeds', async () => {
  const { app, state } = await setUp({}, { deadlineMs: 60_000 });
  const listener = await listen(app, { host: '127.0.0.1', port: 0 });
  later(() => listener.close(0));
  const post = (body: Buffer | string) =>
    fetch(`${listener.url}/v1/l/batch`, { method: 'POST', headers: AUTH, body: new Uint8Array(Buffer.from(body)) });
  state.away = true;
  expect((await post(BATCH)).status).toBe(503);
  const begun = performance.now();
  const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await post(BROKEN)).status));
  const most = 1 + (performance.now() - begun) / 500;
  expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(most);
  expect(new Set(statuses)).toContain(503);
  state.away = false;
  while ((await post(BATCH)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
  const after = await Promise.all(Array.from({ length: 50 }, async () => (await post(BROKEN)).status));
  expect(after).toEqual(Array(50).fill(400));
});
