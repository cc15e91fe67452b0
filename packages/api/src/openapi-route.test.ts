import { createApp, createCredentials } from '@sluice/http';
import { createLogger, createMetrics } from '@sluice/runtime';
import request from 'supertest';
import { openApiDocument } from './openapi';
import { openApiRoute } from './openapi-route';

const PATH = '/api/public/openapi.json';

const client = request(
  createApp({
    logger: createLogger({ level: 'silent', pretty: false }),
    metrics: createMetrics({ processMetrics: false }),
    credentials: createCredentials({ bearerTokens: ['token'], keyPairs: [] }),
    routes: [],
    openRoutes: [openApiRoute()],
  }),
);

it('answers the document to everybody, and lets it be cached', async () => {
  const answer = await client.get(PATH);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual(openApiDocument);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'public, max-age=60',
    etag: expect.stringMatching(/^"[\w-]{43}"$/),
  });
});

it('answers 304 to a client that has the document, 200 to one that has another', async () => {
  const { headers } = await client.get(PATH);
  const etag = String(headers['etag']);
  for (const known of [etag, `"other", W/${etag}`, '*']) {
    const answer = await client.get(PATH).set({ 'If-None-Match': known, 'Cache-Control': 'no-cache' });
    expect(answer.status).toBe(304);
    expect(answer.text).toBe('');
    expect(answer.headers['etag']).toBe(etag);
  }
  expect((await client.get(PATH).set('If-None-Match', '"other"')).status).toBe(200);
});

it('answers HEAD with the headers of GET', async () => {
  const [get, head] = [await client.get(PATH), await client.head(PATH)];
  expect(head.status).toBe(200);
  expect(head.text).toBeUndefined();
  for (const name of ['etag', 'content-length', 'content-type']) expect(head.headers[name]).toBe(get.headers[name]);
});
