import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { comesTrue } from '@sluice/testbed/machine';
import { freePorts, listenLocally } from '@sluice/testbed/network';
import { productRoutes } from './routes.testing';

const CADDYFILE = join(__dirname, '../../../deploy/entry/Caddyfile');
/** Program of Caddy, where it is not on the path. */
const { CADDY = 'caddy' } = process.env;
const withCaddy = spawnSync(CADDY, ['version']).status === 0 ? describe : describe.skip;

interface Heard {
  readonly by: 'gateway' | 'query';
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

withCaddy('the proxy of the composition', () => {
  const servers: Server[] = [];
  let heard: Heard[] = [];
  let caddy: ChildProcess;
  let entry: string;

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

  beforeAll(async () => {
    const [port] = await freePorts(1);
    entry = `http://127.0.0.1:${port}`;
    const env = { PORT: String(port), GATEWAY: await service('gateway'), QUERY: await service('query') };
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
  });

  test('leads each route to the service that has it, whatever the method', async () => {
    const { gateway, query } = await productRoutes();
    for (const [by, routes] of Object.entries({ gateway, query })) {
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
});
