import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import { type Http2Server, connect, createServer as createHttp2Server } from 'node:http2';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { WRITES_BESIDE_READS } from '@sluice/api';
import { comesTrue } from '@sluice/testbed/machine';
import { freePorts, listenLocally } from '@sluice/testbed/network';
import { productRoutes } from './routes.testing';

const CADDYFILE = join(__dirname, '../../../deploy/entry/Caddyfile');
/** Program of Caddy, where it is not on the path. */
const { CADDY = 'caddy' } = process.env;
const withCaddy = spawnSync(CADDY, ['version']).status === 0 ? describe : describe.skip;

interface Heard {
  readonly by: 'gateway' | 'query' | 'OTLP/HTTP';
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

withCaddy('the proxy of the composition', () => {
  const servers: Server[] = [];
  let grpc: Http2Server;
  let heard: Heard[] = [];
  let caddy: ChildProcess;
  let entry: string;
  let otlpHttp: string;
  let otlpGrpc: string;

  /** Starts a server that records its requests, instead of a service. */
  async function service(by: Heard['by']): Promise<string> {
    const server = createServer((request, response) => {
      void buffer(request).then((body) => {
        heard.push({ by, request, body });
        response.end(by);
      });
    });
    servers.push(server);
    return `127.0.0.1:${await listenLocally(server)}`;
  }

  /** Starts a server of HTTP/2 without TLS that answers as gRPC does: its status is in the trailers. */
  async function grpcService(): Promise<string> {
    grpc = createHttp2Server((request, response) => {
      void buffer(request).then((body) => {
        response.setHeader('path', request.headers[':path'] ?? '');
        response.addTrailers({ 'grpc-status': '0', 'sluice-receipt': String(request.headers['authorization']) });
        response.end(body);
      });
    });
    return `127.0.0.1:${await listenLocally(grpc)}`;
  }

  beforeAll(async () => {
    const [port, httpPort, grpcPort] = await freePorts(3);
    [entry, otlpHttp, otlpGrpc] = [port, httpPort, grpcPort].map((each) => `http://127.0.0.1:${each}`) as [
      string,
      string,
      string,
    ];
    const env = {
      PORT: String(port),
      GATEWAY: await service('gateway'),
      QUERY: await service('query'),
      OTLP_HTTP_PORT: String(httpPort),
      OTLP_HTTP: await service('OTLP/HTTP'),
      OTLP_GRPC_PORT: String(grpcPort),
      OTLP_GRPC: await grpcService(),
    };
    const args = ['run', '--config', CADDYFILE, '--adapter', 'caddyfile'];
    caddy = spawn(CADDY, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
    await comesTrue(() => fetch(entry).then(() => undefined));
  });
  beforeEach(() => {
    heard = [];
  });
  afterAll(async () => {
    caddy.kill();
    await once(caddy, 'close');
    for (const server of servers) server.close().closeAllConnections();
    grpc.close();
  });

  test('leads each route to the service that has it, whatever the method', async () => {
    const { gateway, query } = await productRoutes();
    const forwarded = new Set(WRITES_BESIDE_READS.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
    const own = gateway.filter((route) => !forwarded.has(route));
    for (const [by, routes] of Object.entries({ gateway: own, query: [...query, ...forwarded] })) {
      for (const route of routes) {
        const [method = '', path = ''] = route.split(' ');
        for (const each of [method, method === 'GET' ? 'POST' : 'GET']) {
          const response = await fetch(entry + path.replace(/\{\w+\}/, 'a%2Fb'), { method: each });
          expect([each, path, await response.text()]).toEqual([each, path, by]);
        }
      }
    }
  });

  test('changes neither body, path nor credentials', async () => {
    const body = gzipSync(Buffer.alloc(5_000_000, 'of a trace'));
    const headers = { authorization: 'Bearer token', 'content-encoding': 'gzip', 'content-type': 'application/json' };
    await fetch(`${entry}/v1/traces?a=%2F%3F`, { method: 'POST', headers, body });
    const [{ request, body: arrived } = { request: undefined, body: undefined }] = heard;
    expect(arrived?.equals(body)).toBe(true);
    expect(request).toMatchObject({ url: '/v1/traces?a=%2F%3F', headers });
    expect(request?.headers.host).toBe(new URL(entry).host);
  });

  test('has the port of OTLP/HTTP', async () => {
    expect(await (await fetch(`${otlpHttp}/v1/traces`, { method: 'POST', body: '{}' })).text()).toBe('OTLP/HTTP');
    expect(heard).toEqual([expect.objectContaining({ by: 'OTLP/HTTP', body: Buffer.from('{}') })]);
  });

  test('has the port of OTLP/gRPC: HTTP/2 without TLS, with the trailers of an answer', async () => {
    const session = connect(otlpGrpc);
    const path = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
    const headers = { ':method': 'POST', ':path': path, te: 'trailers', authorization: 'Bearer token' };
    const stream = session.request({ ...headers, 'content-type': 'application/grpc' });
    const body = Buffer.alloc(300_000, 'of an export');
    stream.end(body);
    const answered = once(stream, 'response');
    const trailed = once(stream, 'trailers');
    const received = await buffer(stream);
    expect(received.equals(body)).toBe(true);
    expect((await answered)[0]).toMatchObject({ ':status': 200, path });
    expect((await trailed)[0]).toMatchObject({ 'grpc-status': '0', 'sluice-receipt': 'Bearer token' });
    session.close();
  });
});
