import { type Scope, secretDigest } from '@sluice/credentials';
import { createLogger, createMetrics } from '@sluice/runtime';
import type { Logger, Metrics } from '@sluice/runtime';
import request from 'supertest';
import type { Response } from 'supertest';
import { tooLarge, unavailable } from './api-error';
import { createApp } from './app';
import type { ApiOptions, OpenRoute, Route } from './app';
import { createCredentials } from './credentials';
import { senderOf } from './request-context';
import { sendJson } from './send-json';

const AUTH = 'Bearer token';

const OPEN: OpenRoute = { method: 'get', path: '/open', handle: (_request, response) => sendJson(response, 200, '{}') };

const ROUTES: readonly Route[] = [
  {
    method: 'get',
    path: '/api/things/:id',
    scope: 'read',
    handle: ({ params, query }, response) => sendJson(response, 200, JSON.stringify({ params, query })),
  },
  {
    method: 'post',
    path: '/v1/things',
    scope: 'ingest',
    handle: (_request, response) => sendJson(response, 200, JSON.stringify({ sender: senderOf(response).id })),
  },
  {
    method: 'get',
    path: '/bug',
    scope: 'read',
    handle: async () => {
      await Promise.resolve();
      throw new Error('the secret detail');
    },
  },
  {
    method: 'get',
    path: '/late-bug',
    scope: 'read',
    handle: (_request, response) => {
      response.write('{"data":[');
      throw new Error('too late');
    },
  },
  { method: 'get', path: '/any', scope: 'any', handle: (_request, response) => sendJson(response, 200, '{}') },
  { method: 'get', path: '/overload', scope: 'read', handle: () => Promise.reject(unavailable('try again')) },
  { method: 'get', path: '/large', scope: 'read', handle: () => Promise.reject(tooLarge('body: at most 20 MiB')) },
  {
    method: 'get',
    path: '/parser',
    scope: 'read',
    handle: () => Promise.reject(Object.assign(new Error('Unexpected token in "hunter2"'), { status: 415 })),
  },
];

interface Parts {
  readonly lines: string[];
  readonly logger: Logger;
  readonly metrics: Metrics;
}

function parts(): Parts {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ level: 'info', pretty: false, destination });
  return { lines, logger, metrics: createMetrics({ processMetrics: false }) };
}

function client(options: Partial<ApiOptions> = {}): ReturnType<typeof request> {
  const credentials = createCredentials({
    bearerTokens: ['token'],
    keyPairs: [{ publicKey: 'pk', secretKey: 'sk' }],
  });
  return request(createApp({ ...parts(), credentials, routes: ROUTES, ...options }));
}

function expectError(answer: Response, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(Object.keys(answer.body as object)).toEqual(['message', 'code', 'data']);
  expect(answer.body).toEqual({ message: expect.any(String), code, data: null });
}

describe('scopes', () => {
  const of = (...scopes: readonly Scope[]) =>
    createCredentials({
      bearerTokens: [],
      keyPairs: [],
      apiKeys: [{ secretDigest: secretDigest('token'), scopes }],
    });
  const [READ, WRITE] = ['/api/things/1', '/v1/things'] as const;

  it.each<[Scope, number, number]>([
    ['read', 200, 403],
    ['ingest', 403, 200],
    ['admin', 403, 403],
  ])('with %s alone reads are answered %i, writes %i', async (scope, read, write) => {
    const asked = client({ credentials: of(scope) });
    expect((await asked.get(READ).set('Authorization', AUTH)).status).toBe(read);
    expect((await asked.head(READ).set('Authorization', AUTH)).status).toBe(read);
    expect((await asked.post(WRITE).set('Authorization', AUTH)).status).toBe(write);
    expect((await asked.get('/any').set('Authorization', AUTH)).status).toBe(200);
  });

  it('that are missing are named, counted, and looked at after path and credentials', async () => {
    const { metrics, ...others } = parts();
    const asked = request(createApp({ ...others, metrics, credentials: of('read'), routes: ROUTES }));
    const answer = await asked.post(WRITE).set('Authorization', AUTH).send('not read');
    expectError(answer, 403, 'FORBIDDEN');
    expect((answer.body as { message: string }).message).toContain('needs the scope ingest,');
    expectError(await asked.post(WRITE), 401, 'UNAUTHORIZED');
    expectError(await asked.post('/v1/nothing').set('Authorization', AUTH), 404, 'NOT_FOUND');
    const { body } = await metrics.expose();
    expect(body).toContain('sluice_http_authorization_failures_total{scope="ingest"} 1');
    expect(body).toContain('sluice_http_authorization_failures_total{scope="read"} 0');
  });
});

describe('routing', () => {
  it.each([undefined, AUTH])('answers an unknown path or method with 404, credentials %s', async (auth) => {
    const headers = auth === undefined ? {} : { authorization: auth };
    expectError(await client().get('/unknown').set(headers), 404, 'NOT_FOUND');
    expectError(await client().get('/v1/things').set(headers), 404, 'NOT_FOUND');
    expectError(await client().delete('/api/things/1').set(headers), 404, 'NOT_FOUND');
    expectError(await client().options('/api/things/1').set(headers), 404, 'NOT_FOUND');
    expectError(await client().get('/API/things/1').set(headers), 404, 'NOT_FOUND');
    expectError(await client().get('/').set(headers), 404, 'NOT_FOUND');
  });

  it.each(['/api/things/1/', '//api///things//1', '/api/things/1///', '//api/things/1//'])(
    'ignores repeated and trailing slashes without a redirect: %s',
    async (path) => {
      const answer = await client().get(`${path}?a=//b/`).set('Authorization', AUTH);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ params: { id: '1' }, query: { a: '//b/' } });
    },
  );

  it('answers an undecodable path with 404', async () => {
    expectError(await client().get('/api/things/%zz').set('Authorization', AUTH), 404, 'NOT_FOUND');
    expectError(await client().get('/%ff').set('Authorization', AUTH), 404, 'NOT_FOUND');
  });

  it('gives repeated query values as a list and leaves `tags[]` its name', async () => {
    const answer = await client().get('/api/things/1?tags[]=a&tags%5B%5D=b&u=1&__proto__=x').set('Authorization', AUTH);
    expect(answer.text).toContain('"query":{"tags[]":["a","b"],"u":"1","__proto__":"x"}');
  });

  it.each([
    ['/api/things/1?a=1&userId=%E0%A4%A', 'userId'],
    ['/api/things/1?userId=%ff', 'userId'],
    ['/api/things/1?tags%5B%5D=100%', 'tags[]'],
    ['/api/things/1?%zz=1', '%zz'],
  ])('answers an undecodable query with 400 that names the parameter: %s', async (path, name) => {
    const answer = await client().get(path).set('Authorization', AUTH);
    expectError(answer, 400, 'BAD_REQUEST');
    expect((answer.body as { message: string }).message).toBe(`"${name}": expected percent-encoded UTF-8`);
    expect((await client().get(path)).status).toBe(401);
  });

  it('gives more than a thousand query values', async () => {
    const answer = await client()
      .get(`/api/things/1?${'t=1&'.repeat(1500)}`)
      .set('Authorization', AUTH);
    expect((answer.body as { query: { t: string[] } }).query.t).toHaveLength(1500);
  });
});

describe('authentication', () => {
  it('answers 401 with WWW-Authenticate before it reads a body', async () => {
    const answer = await client().post('/v1/things').set('Content-Type', 'application/json').send('{"broken');
    expectError(answer, 401, 'UNAUTHORIZED');
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="sluice", Basic realm="sluice", charset="UTF-8"');
  });

  it('offers no Basic to a script of a page, whose browser would ask for a password itself', async () => {
    const answer = await client().get('/any').set('Sec-Fetch-Dest', 'empty');
    expectError(answer, 401, 'UNAUTHORIZED');
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="sluice"');
  });

  it('asks for none on /healthz, which depends on nothing', async () => {
    const answer = await client().get('/healthz');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('{"status":"ok"}');
    expect(answer.headers['content-type']).toBe('application/json');
  });

  it('asks for none on open routes, and still on the others', async () => {
    const agent = client({ openRoutes: [OPEN] });
    expect((await agent.get('/open')).status).toBe(200);
    expect((await agent.get('/open').set('Authorization', 'Bearer wrong')).status).toBe(200);
    expect((await agent.get('/api/things/1')).status).toBe(401);
  });
});

describe('failures', () => {
  it('answers a bug with 500 and tells nothing of it, but logs it with the request id', async () => {
    const { lines, ...rest } = parts();
    const answer = await client(rest).get('/bug').set({ Authorization: AUTH, 'X-Request-Id': 'abc-1' });
    expectError(answer, 500, 'INTERNAL_ERROR');
    expect(answer.text).not.toContain('secret');
    expect(answer.headers['x-request-id']).toBe('abc-1');
    const line: unknown = JSON.parse(lines.join(''));
    expect(line).toMatchObject({ level: 'error', requestId: 'abc-1', route: '/bug', method: 'GET' });
    expect(line).toMatchObject({ err: { message: 'the secret detail', stack: expect.stringContaining('app.test') } });
    expect(lines.join('')).not.toContain('token');
  });

  it('cuts the connection when an answer fails after its beginning', async () => {
    await expect(client().get('/late-bug').set('Authorization', AUTH)).rejects.toThrow(/aborted|hang up/);
  });

  it('answers overload with 503 and Retry-After: 1', async () => {
    const answer = await client().get('/overload').set('Authorization', AUTH);
    expectError(answer, 503, 'SERVICE_UNAVAILABLE');
    expect(answer.headers['retry-after']).toBe('1');
  });

  it('answers client errors of parsers with 400 and without their text', async () => {
    const answer = await client().get('/parser').set('Authorization', AUTH);
    expectError(answer, 400, 'BAD_REQUEST');
    expect(answer.text).not.toContain('hunter2');
  });

  it('replaces a request id that is not well-formed', async () => {
    const answer = await client().get('/healthz').set('X-Request-Id', 'a b"');
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('answers', () => {
  it('carry neither charset, etag nor the name of the framework', async () => {
    const { headers } = await client().get('/healthz');
    expect(headers['content-type']).toBe('application/json');
    expect(headers).not.toHaveProperty('etag');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it.each([
    ['get', '/healthz', 200],
    ['get', '/unknown', 404],
    ['get', '/api/things/1', 200],
    ['get', '/bug', 500],
    ['post', '/v1/things', 200],
    ['options', '/v1/things', 404],
  ] as const)('are of their media type whatever they look like: %s %s', async (method, path, status) => {
    const answer = await client()[method](path).set('Authorization', AUTH);
    expect([answer.status, answer.headers['x-content-type-options']]).toEqual([status, 'nosniff']);
  });

  it.each([
    ['/api/things/1', AUTH, 200],
    ['/any', AUTH, 200],
    ['/bug', AUTH, 500],
    ['/api/things/1', 'Bearer unknown', 401],
  ])('to credentials are kept by their sender alone: %s %s', async (path, credentials, status) => {
    const answer = await client({ corsOrigins: ['https://app.example.com'] })
      .get(path)
      .set('Authorization', credentials);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Origin, Authorization' });
  });
});

describe('CORS', () => {
  const origin = 'https://app.example.com';
  const preflight = { Origin: origin, 'Access-Control-Request-Method': 'POST' };

  it('is off by default', async () => {
    expectError(await client().options('/v1/things').set(preflight), 404, 'NOT_FOUND');
    expect((await client().get('/healthz').set('Origin', origin)).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
  });

  it('answers the preflight of a listed origin before authentication', async () => {
    const answer = await client({ corsOrigins: [origin] })
      .options('/v1/things')
      .set({ ...preflight, 'Access-Control-Request-Headers': 'authorization,content-type' });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'authorization,content-type',
      'access-control-allow-methods': 'GET, HEAD, POST',
      vary: 'Origin',
    });
  });

  it('lets a listed origin read errors too, and no other origin anything', async () => {
    const listed = await client({ corsOrigins: [origin] })
      .get('/api/things/1')
      .set('Origin', origin);
    expectError(listed, 401, 'UNAUTHORIZED');
    expect(listed.headers['access-control-allow-origin']).toBe(origin);
    const other = client({ corsOrigins: [origin] });
    expect((await other.get('/healthz').set('Origin', 'https://evil')).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
    expectError(await other.options('/v1/things').set({ ...preflight, Origin: 'https://evil' }), 404, 'NOT_FOUND');
  });

  it('lets every origin read where the list is *', async () => {
    const answer = await client({ corsOrigins: ['*'] })
      .get('/healthz')
      .set('Origin', 'https://any');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers).not.toHaveProperty('vary');
  });
});

describe('metrics', () => {
  it('count by method, route template and status, never by a path that was sent', async () => {
    const { lines, ...rest } = parts();
    const agent = client(rest);
    await agent.get('/api/things/1').set('Authorization', AUTH);
    await agent.get('/api/things/2').set('Authorization', AUTH);
    await agent.get('/api/things/3');
    await agent.get('/wp-admin.php?key=hunter2');
    const { body } = await rest.metrics.expose();
    const counts = body.split('\n').filter((line) => line.includes('_seconds_count'));
    expect(counts).toEqual([
      'sluice_http_request_duration_seconds_count{method="GET",route="/api/things/:id",status="200"} 2',
      'sluice_http_request_duration_seconds_count{method="GET",route="/api/things/:id",status="401"} 1',
      'sluice_http_request_duration_seconds_count{method="GET",route="unknown",status="404"} 1',
    ]);
    expect(lines.join('')).toContain('"path":"/wp-admin.php"');
    expect(lines.join('')).not.toContain('hunter2');
  });

  it('stand by their name in the log where they are refused, each with a line of its own, and expired ones are told so', async () => {
    const { lines, ...rest } = parts();
    const key = (name: string, scopes: readonly Scope[], expiresAt = Infinity) => {
      return { name, secretDigest: secretDigest(`secret-of-${name}`), scopes, expiresAt };
    };
    const apiKeys = [key('reads', ['read']), key('too-reads', ['read']), key('old', ['read'], 1000)];
    const agent = client({ ...rest, credentials: createCredentials({ bearerTokens: [], keyPairs: [], apiKeys }) });
    for (const name of ['reads', 'too-reads']) {
      await agent.post('/v1/things').set('Authorization', `Bearer secret-of-${name}`);
    }
    const expired = await agent.get('/api/things/1').set('Authorization', 'Bearer secret-of-old');
    expect(expired.body).toMatchObject({ message: 'valid credentials are required: these have expired' });
    const logged = lines.map((line) => JSON.parse(line) as { status: number; credentials: string });
    expect(logged.map(({ status, credentials }) => `${status} ${credentials}`)).toEqual([
      '403 reads',
      '403 too-reads',
      '401 old',
    ]);
    expect(lines.join('')).not.toContain('secret-of');
  });

  it('count requests without accepted credentials by scheme and reason, from 0', async () => {
    const { lines, ...rest } = parts();
    const agent = client(rest);
    const counts = async () => {
      const { body } = await rest.metrics.expose();
      return body.split('\n').filter((line) => line.startsWith('sluice_http_authentication_failures_total'));
    };
    expect(await counts()).toEqual([
      'sluice_http_authentication_failures_total{scheme="none",reason="missing"} 0',
      'sluice_http_authentication_failures_total{scheme="other",reason="malformed"} 0',
      'sluice_http_authentication_failures_total{scheme="bearer",reason="malformed"} 0',
      'sluice_http_authentication_failures_total{scheme="bearer",reason="unknown"} 0',
      'sluice_http_authentication_failures_total{scheme="bearer",reason="expired"} 0',
      'sluice_http_authentication_failures_total{scheme="basic",reason="malformed"} 0',
      'sluice_http_authentication_failures_total{scheme="basic",reason="unknown"} 0',
      'sluice_http_authentication_failures_total{scheme="basic",reason="expired"} 0',
    ]);
    await agent.get('/api/things/1').set('Authorization', AUTH);
    await agent.get('/api/things/1');
    await agent.get('/api/things/1').set('Authorization', 'Bearer hunter2');
    await agent.post('/v1/things').auth('pk', 'hunter2');
    await agent.post('/v1/things').set('Authorization', 'Basic hunter2');
    await agent.post('/v1/things').set('Authorization', 'hunter2="} 1');
    expect((await counts()).map((line) => line.replace(/^.*\{(.*)\}/, '$1'))).toEqual([
      'scheme="none",reason="missing" 1',
      'scheme="other",reason="malformed" 1',
      'scheme="bearer",reason="malformed" 0',
      'scheme="bearer",reason="unknown" 1',
      'scheme="bearer",reason="expired" 0',
      'scheme="basic",reason="malformed" 1',
      'scheme="basic",reason="unknown" 1',
      'scheme="basic",reason="expired" 0',
    ]);
    expect(lines.join('')).not.toContain('hunter2');
  });
});
