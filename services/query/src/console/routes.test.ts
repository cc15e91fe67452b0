import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createApp, createCredentials } from '@sluice/http';
import { createLogger, createMetrics } from '@sluice/runtime';
import { closeIn, temporaryFolder } from '@sluice/testbed/machine';
import request from 'supertest';
import { readConsoleFiles } from './files';
import { consoleRoutes } from './routes';

const later = closeIn(afterAll);
let folder: string;
beforeAll(() => {
  folder = temporaryFolder('console', later);
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><base href="./" /><p>console</p>');
  writeFileSync(join(folder, 'theme.js'), 'theme()');
  writeFileSync(join(folder, 'assets/app-1.js'), 'plain');
  writeFileSync(join(folder, 'assets/app-1.js.br'), brotliCompressSync('plain'));
  writeFileSync(join(folder, 'secret.key'), 'no part of a build');
});

const logger = createLogger({ level: 'silent', pretty: false });

function get(path: string) {
  const files = readConsoleFiles(folder);
  if (files === undefined) throw new Error('nothing was built');
  const metrics = createMetrics({ processMetrics: false });
  const credentials = createCredentials({ bearerTokens: ['t'], keyPairs: [], apiKeys: [] });
  const app = createApp({ logger, metrics, credentials, routes: [], openRoutes: consoleRoutes(files) });
  return request(app).get(path).set('Accept-Encoding', '');
}

test.each([
  ['/', 'ui/'],
  ['/ui', 'ui/'],
  ['/project/any/traces/0af7', '../../../ui/traces/0af7'],
  ['/project/any/traces/0af7?observation=a%26b', '../../../ui/traces/0af7?obs=a%26b'],
  [
    '/project/any/traces/0af7?observation=b7ad6b7169203331',
    '../../../ui/traces/0af7?obs=00000000-0000-0000-b7ad-6b7169203331',
  ],
  ['/project/any/traces/%2F%2Fevil.example', '../../../ui/traces/%2F%2Fevil.example'],
  ['/trace/0af7', '../ui/traces/0af7'],
  ['/trace/chat%2F1?observation=b7ad6b7169203331', '../ui/traces/chat%2F1?obs=00000000-0000-0000-b7ad-6b7169203331'],
  ['/project/any/sessions/chat%201%2Fa', '../../../ui/sessions/chat%201%2Fa'],
  ['/project/any/traces/0af7/', '../../../../ui/traces/0af7'],
  ['//ui/traces', '../../ui/'],
])('%s leads to %s, whatever a proxy puts before it', async (path, to) => {
  const { status, headers } = await get(path);
  expect([status, headers['location']]).toEqual([302, to]);
});

test.each([
  ['/ui/', './'],
  ['/ui/traces', './'],
  ['/ui/traces/0af7?obs=1', '../'],
  ['/ui/traces/../index.html', '../../'],
  ['/ui/secret.key', './'],
])('%s is the page, whose addresses begin at %s', async (path, base) => {
  const { status, text, headers } = await get(path);
  expect([status, text]).toEqual([200, `<!doctype html><base href="${base}" /><p>console</p>`]);
  expect(headers['cache-control']).toBe('no-cache');
});

test('every answer below /ui/ has a policy that lets nothing run but its own files', async () => {
  for (const path of ['/ui/', '/ui/theme.js', '/ui/assets/app-1.js', '/ui/assets/gone.js']) {
    const { headers } = await get(path);
    const policy = headers['content-security-policy'] as string;
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  }
});

test('a file with a hashed name may be kept for ever, in the coding that its client likes', async () => {
  const plain = await get('/ui/assets/app-1.js').buffer(true);
  expect([plain.text, plain.headers['content-type']]).toEqual(['plain', 'text/javascript; charset=utf-8']);
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  const coded = await get('/ui/assets/app-1.js').set('Accept-Encoding', 'gzip, br').buffer(true);
  expect([coded.text, coded.headers['content-encoding']]).toEqual(['plain', 'br']);
  expect(coded.headers['etag']).not.toBe(plain.headers['etag']);
});

test('what the client has is answered 304; another depth of the page is another one', async () => {
  const { headers } = await get('/ui/');
  const tag = headers['etag'] as string;
  const again = await get('/ui/sessions').set('If-None-Match', tag);
  const deeper = await get('/ui/traces/0af7').set('If-None-Match', tag);
  expect([again.status, deeper.status]).toEqual([304, 200]);
});

test('a file of another release is not found, so that nobody takes a page for a script', async () => {
  expect((await get('/ui/assets/gone.js')).status).toBe(404);
});

test('where nothing was built there is nothing to serve', () => {
  expect(readConsoleFiles(join(folder, 'nowhere'))).toBeUndefined();
});
