import { readFile, writeFile } from 'node:fs/promises';
import { type RequestListener, createServer, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeIn, comesTrue, eventually, temporaryFolder } from '@sluice/testbed/machine';
import { freePorts, listenLocally } from '@sluice/testbed/network';
import { createTestDatabase, testDatabaseUrl } from '@sluice/testbed/servers';
import { endAll, run, works } from './process.testing';
import { type Product, startProduct } from './product.testing';

const TOKEN = 'self-token';
/** Id of a sender's own trace, as in the header `traceparent`. */
const SENDER = '4bf92f35-77b3-4da6-a3ce-929d0e0e4736';
/** Id of the trace of `works`. */
const TRACE = '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e';
const AUTHORIZATION = 'Authorization=Bearer%20test-token';
const EVERY_MS = 50;

const folder = temporaryFolder('self-traces', afterAll);
afterEach(endAll);
const later = closeIn(afterEach);

/** Starts a Sluice that receives the traces of others. */
async function startReceiver(): Promise<Product> {
  const receiver = await startProduct({ DATABASE_URL: await createTestDatabase('migrated') });
  later(() => receiver.close());
  return receiver;
}

/** Starts a server that counts its requests. */
async function startServer(answer: RequestListener): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  const server = createServer((incoming, response) => {
    requests += 1;
    answer(incoming, response);
  });
  later(() => server.close().closeAllConnections());
  return { url: `http://127.0.0.1:${await listenLocally(server)}`, requests: () => requests };
}

interface Stored {
  readonly id: string;
  readonly name: string;
}
interface StoredTrace extends Stored {
  readonly observations: readonly (Stored & { readonly parentObservationId: string | null; readonly level: string })[];
}

const tracesOf = async (product: Product): Promise<readonly Stored[]> =>
  ((await product.get('/api/public/traces?limit=100')).body as { readonly data: readonly Stored[] }).data;

/**
 * Returns the name of a trace's root span, and the sorted names below it: the library has start times in ms, so the order of two within one
 * is chance.
 */
async function treeOf(product: Product, { id }: Stored): Promise<[string, readonly string[]]> {
  const { observations } = (await product.get(`/api/public/traces/${id}`)).body as unknown as StoredTrace;
  const root = observations.find((each) => each.parentObservationId === null);
  const below = observations.filter((each) => each.parentObservationId === root?.id);
  expect(below).toHaveLength(observations.length - 1);
  return [root?.name ?? '', below.map(({ name }) => name).sort()];
}

test('a process sends what it did for requests and batches to another Sluice, and nothing of what they carried', async () => {
  const receiver = await startReceiver();
  const started = run({
    DATABASE_URL: testDatabaseUrl(),
    API_BEARER_TOKEN: TOKEN,
    SELF_TRACES: 'true',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/api/public/otel`,
    OTEL_EXPORTER_OTLP_HEADERS: AUTHORIZATION,
    OTEL_SERVICE_NAME: 'sluice-of-ada',
    OTEL_BSP_SCHEDULE_DELAY: String(EVERY_MS),
  });
  await works(started, TOKEN);
  const headers = {
    Authorization: `Bearer ${TOKEN}`,
    traceparent: `00-${SENDER.replaceAll('-', '')}-00f067aa0ba902b7-01`,
  };
  await fetch(`${await started.url('Sluice is ready at')}/api/public/projects`, { headers });
  const trees = async () =>
    Object.fromEntries(await Promise.all((await tracesOf(receiver)).map((each) => treeOf(receiver, each)))) as Record<
      string,
      readonly string[]
    >;
  await comesTrue(async () =>
    expect(await trees()).toEqual({
      'POST /v1/l/batch': ['decode', 'publish sluice.traces.v1', 'receive body'],
      'process sluice.traces.v1': ['store'],
      'GET /api/public/traces/:traceId': expect.arrayContaining(['getTrace']),
      'GET /api/public/projects': [],
    }),
  );
  const all = JSON.stringify(
    await Promise.all((await tracesOf(receiver)).map(async ({ id }) => receiver.get(`/api/public/traces/${id}`))),
  );
  expect(all).toContain('sluice-of-ada');
  // The trace of the sender is linked, and not continued here.
  expect(all.split(SENDER)).toHaveLength(2);
  expect((await receiver.get(`/api/public/traces/${SENDER}`)).status).toBe(404);
  expect(all).not.toMatch(new RegExp(`${TRACE}|${TOKEN}|test-token`));
});

test.each([
  ['off', 'false', false],
  ['on', 'true', true],
])('the library is in memory only where they are on: %s', async (name, selfTraces, isLoaded) => {
  const preload = join(folder, 'preload.cjs');
  const loaded = join(folder, `${name}.json`);
  // The metrics library has the interface of OpenTelemetry, without an implementation.
  const listing = `Object.keys(require.cache).filter((file) => /\\/node_modules\\/@opentelemetry\\/(?!api\\/)/.test(file))`;
  const write = `require('node:fs').writeFileSync(${JSON.stringify(loaded)}, JSON.stringify(${listing}))`;
  await writeFile(preload, `process.on('exit', () => ${write});`);
  const receiver = await startServer((request, response) => request.pipe(response));
  const started = run({
    DATABASE_URL: testDatabaseUrl(),
    API_BEARER_TOKEN: TOKEN,
    NODE_OPTIONS: `--require ${preload}`,
    SELF_TRACES: selfTraces,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: '60000',
  });
  await works(started, TOKEN);
  expect(receiver.requests()).toBe(0);
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
  expect(receiver.requests()).toBe(isLoaded ? 1 : 0); // spans that were not sent before
  const files = JSON.parse(await readFile(loaded, 'utf8')) as string[];
  expect(files.some((file) => file.includes('/sdk-trace/'))).toBe(isLoaded);
  expect(files.length > 0).toBe(isLoaded);
});

test('one whose receiver is away works and ends as any other', async () => {
  const [nobody] = await freePorts(1);
  const started = run({
    DATABASE_URL: testDatabaseUrl(),
    API_BEARER_TOKEN: TOKEN,
    SELF_TRACES: 'true',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${nobody}`,
    OTEL_BSP_SCHEDULE_DELAY: String(EVERY_MS),
  });
  await works(started, TOKEN);
  await started.line('traces of this process cannot be sent: they are lost');
  await works(started, TOKEN);
  started.child.kill('SIGTERM');
  expect(await started.ended).toBe(0);
  expect(started.lines().at(-1)).toMatchObject({ msg: 'stopped', clean: true });
});

describe('one that sends to itself by a way that it cannot see', () => {
  /** Roots of the traces of `works`: two requests, and the batch. Each trace is sent completely. */
  const OWN = ['POST /v1/l/batch', 'GET /api/public/traces/:traceId', 'process sluice.traces.v1'];

  /** Starts a proxy that forwards requests with all headers but some; `sent` contains all bodies. */
  const startForwarder = async (port: number, lost: readonly string[]) => {
    let sent = '';
    const server = await startServer((incoming, answer) => {
      incoming.on('data', (chunk: Buffer) => (sent += chunk.toString('latin1')));
      const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([header]) => !lost.includes(header)));
      const path = incoming.url ?? '';
      const outgoing = request({ port, host: '127.0.0.1', method: 'POST', path, headers }, (response) => {
        answer.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(answer);
      });
      outgoing.on('error', () => answer.destroy());
      incoming.pipe(outgoing);
    });
    return { ...server, sent: () => sent };
  };

  test.each([
    ['a proxy', [], TOKEN, /outcome="sent"\} [1-9]/],
    ['a collector, which forgets headers', ['sluice-self-traces'], TOKEN, /outcome="sent"\} [1-9]/],
    ['a proxy, with credentials that are not accepted', [], 'another', /outcome="failed"\} [1-9]/],
  ])('makes no traces of its traces: %s', async (_, lost, token, counted) => {
    const authorization = `Authorization=Bearer%20${token}`;
    const [port = 0] = await freePorts(1);
    const forwarder = await startForwarder(port, lost);
    const started = run({
      DATABASE_URL: testDatabaseUrl(),
      API_BEARER_TOKEN: TOKEN,
      PORT: String(port),
      SELF_TRACES: 'true',
      OTEL_EXPORTER_OTLP_ENDPOINT: forwarder.url,
      OTEL_EXPORTER_OTLP_HEADERS: authorization,
      OTEL_BSP_SCHEDULE_DELAY: String(EVERY_MS),
    });
    await works(started, TOKEN);
    await eventually(() => OWN.every((name) => forwarder.sent().includes(name)));
    // Everything that one of them could cause is sent meanwhile.
    await sleep(40 * EVERY_MS);
    expect(forwarder.requests()).toBeLessThanOrEqual(OWN.length);
    const metrics = await started.url('Metrics');
    await eventually(async () => counted.test(await (await fetch(metrics)).text()));
  });
});

test('an address of its own is refused at the start', async () => {
  const [port] = await freePorts(1);
  const started = run({
    DATABASE_URL: testDatabaseUrl(),
    API_BEARER_TOKEN: TOKEN,
    PORT: String(port),
    SELF_TRACES: 'true',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://localhost:${port}/v1/traces`,
  });
  expect(await started.ended).toBe(78);
  expect(started.output()).toContain('SELF_TRACES: OTEL_EXPORTER_OTLP_ENDPOINT leads to PORT of this process');
});
