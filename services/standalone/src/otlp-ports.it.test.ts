import { createServer } from 'node:net';
import { join } from 'node:path';
import { closeIn, temporaryFolder } from '@sluice/testbed/machine';
import { GRPC_PATHS, RawGrpc, beginUpload, framed, listenLocally } from '@sluice/testbed/network';
import { otlpProtobuf } from '@sluice/testbed/samples';
import { createTestDatabase } from '@sluice/testbed/servers';
import { type Run, endAll, run, works } from './process.testing';
import { type Product, startProduct } from './product.testing';

const TOKEN = 'token-of-otlp-ports';

afterEach(endAll);
const later = closeIn(afterEach);

const start = (env: NodeJS.ProcessEnv): Run =>
  run({ DATA_DIR: join(temporaryFolder('otlp-ports', later), 'data'), API_BEARER_TOKEN: TOKEN, ...env });

/** Takes a port; resolves also when another program has it. */
async function take(port: number): Promise<void> {
  const server = createServer();
  await new Promise((resolve) => server.once('error', resolve).listen(port, '127.0.0.1', () => resolve(undefined)));
  later(() => void server.close());
}

describe('the ports of OTLP', () => {
  test('of which a default one is taken are named in the first line, and the product works', async () => {
    await take(4317);
    const DATABASE_URL = await createTestDatabase('migrated');
    const started = start({ DATABASE_URL, OTLP_GRPC_PORT: undefined, OTLP_HTTP_PORT: '0' });
    await works(started, TOKEN);
    expect(await started.line(/^Sluice is ready at/)).toMatchObject({
      otlpGrpc: expect.stringMatching(/^not open: OTLP_GRPC_PORT: 127\.0\.0\.1:4317 is taken/) as string,
      otlpHttp: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
    });
  });

  test.each(['OTLP_HTTP_PORT', 'OTLP_GRPC_PORT'])('that were set and are taken end the start: %s', async (name) => {
    const server = createServer();
    later(() => void server.close());
    const port = await listenLocally(server);
    const refused = start({ [name]: String(port) });
    expect(await refused.ended).toBe(78);
    expect(refused.output()).toContain(`sluice: cannot start:\n  ${name}: 127.0.0.1:${port} is taken`);
  });

  test('that contradict other settings end the start', async () => {
    const refused = start({ PORT: '3999', OTLP_HTTP_PORT: '3999', OTLP_WITHOUT_CREDENTIALS: 'true', HOST: '0.0.0.0' });
    expect(await refused.ended).toBe(78);
    expect(refused.output()).toContain('OTLP_HTTP_PORT, PORT: expected two different ports');
    expect(refused.output()).toContain('OTLP_WITHOUT_CREDENTIALS: expected false unless HOST is a loopback address');
  });
});

describe('the port of OTLP/HTTP', () => {
  test('serves the signals and /healthz alone', async () => {
    const product = await startProduct();
    later(() => product.close());
    const status = async (method: string, path: string) =>
      (await fetch(`${product.otlp.http}${path}`, { method, headers: { Authorization: 'Bearer test-token' } })).status;
    expect(await status('GET', '/healthz')).toBe(200);
    for (const path of ['/v1/traces', '/v1/metrics', '/v1/logs']) {
      expect([path, await status('POST', path)]).toEqual([path, 400]);
      expect([path, await status('GET', path)]).toEqual([path, 404]);
    }
    const others = ['/v1/l/batch', '/v1/metrics/batch', '/api/public/otel/v1/traces', '/ui/', '/metrics', '/readyz'];
    for (const path of [...others, '/api/public/traces', '/api/public/openapi.json', '/']) {
      expect([path, await status('POST', path), await status('GET', path)]).toEqual([path, 404, 404]);
    }
  });
});

describe('OTLP_WITHOUT_CREDENTIALS', () => {
  const span = { traceId: 'c'.repeat(32), spanId: 'd'.repeat(16), name: 'anyone' };
  const traces = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
  const message = framed(otlpProtobuf(traces));
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ OTLP_WITHOUT_CREDENTIALS: 'true', PROJECT_ID: 'home' });
  });
  afterAll(() => product.close());

  const post = async (url: string, headers: Record<string, string> = {}) =>
    (
      await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(traces),
      })
    ).status;
  const call = async (metadata: Record<string, string> = {}, path: string = GRPC_PATHS.traces) => {
    const client = new RawGrpc(product.otlp.grpc, '');
    later(() => client.close());
    return (await client.call(message, { metadata, path })).status;
  };

  test('stores data of both ports in the project of PROJECT_ID', async () => {
    expect([await post(`${product.otlp.http}/v1/traces`), await call()]).toEqual([200, 0]);
    await product.sees(async () => {
      const { status, body } = await product.get(`/api/public/traces/${span.traceId}`);
      expect([status, body]).toMatchObject([200, { name: 'anyone', projectId: 'home' }]);
    });
  });

  test('is no credential of the API port, its native endpoints or reads', async () => {
    for (const path of ['/v1/traces', '/api/public/otel/v1/traces', '/v1/l/batch', '/v1/metrics/batch']) {
      expect([path, await post(`${product.url}${path}`)]).toEqual([path, 401]);
    }
    expect((await fetch(`${product.url}/api/public/traces`)).status).toBe(401);
    for (const path of ['/v1/l/batch', '/api/public/traces']) {
      expect([path, await post(`${product.otlp.http}${path}`)]).toEqual([path, 404]);
    }
  });

  test.each<[Record<string, string>, http: number, grpc: number]>([
    [{ origin: 'https://page.example' }, 403, 7],
    [{ origin: 'null' }, 403, 7],
    [{ 'sec-fetch-site': 'cross-site' }, 403, 7],
    [{ 'sec-fetch-site': 'same-site' }, 403, 7],
    [{ 'sec-fetch-site': 'none' }, 200, 0],
    [{ 'sec-fetch-site': 'same-origin' }, 200, 0],
    [{ authorization: 'Bearer wrong' }, 401, 16],
    [{ authorization: 'Basic wrong' }, 401, 16],
    [{ authorization: 'Bearer test-token', origin: 'https://page.example' }, 200, 0],
  ])('with %j is %i over HTTP and %i over gRPC', async (headers, http, grpc) => {
    expect([await post(`${product.otlp.http}/v1/traces`, headers), await call(headers)]).toEqual([http, grpc]);
  });
});

test('data without credentials has the quota of the default project', async () => {
  const quota = { itemsPerSecond: 1, bytesPerSecond: 1_000_000 };
  const product = await startProduct({
    OTLP_WITHOUT_CREDENTIALS: 'true',
    API_KEYS: JSON.stringify({
      projects: { default: { quota } },
      keys: [{ name: 'other', token: 'token-of-the-other', scopes: ['ingest'] }],
    }),
  });
  later(() => product.close());
  const spans = Array.from({ length: 60 }, (_, index) => ({
    traceId: 'e'.repeat(32),
    spanId: String(index + 1).padStart(16, '0'),
    name: 'many',
  }));
  const body = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
  const post = () =>
    fetch(`${product.otlp.http}/v1/traces`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
  expect((await post()).status).toBe(200);
  expect((await post()).status).toBe(429);
  const client = new RawGrpc(product.otlp.grpc, '');
  later(() => client.close());
  const message = otlpProtobuf({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
  expect((await client.call(framed(message))).status).toBe(8);
});

test('a connection of gRPC counts for MAX_CONNECTIONS with those of the API', async () => {
  const product = await startProduct({ MAX_CONNECTIONS: '1' });
  later(() => product.close());
  const body = JSON.stringify({ trace: { id: '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e' } });
  const authorization = 'Bearer test-token';
  const upload = await beginUpload(`${product.url}/v1/l/batch`, { authorization, body });
  const client = new RawGrpc(product.otlp.grpc, authorization);
  later(() => client.close());
  const spans = [{ traceId: 'f'.repeat(32), spanId: 'f'.repeat(16), name: 'a' }];
  const message = framed(otlpProtobuf({ resourceSpans: [{ scopeSpans: [{ spans }] }] }));
  expect(await client.call(message)).toMatchObject({
    status: 14,
    message: 'too many connections are open: try again, or raise MAX_CONNECTIONS',
  });
  expect((await upload.finish()).status).toBe(200);
  expect((await client.call(message)).status).toBe(0);
});
