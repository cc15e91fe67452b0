import { createLogger, createMetrics } from '@sluice/runtime';
import request from 'supertest';
import { createApp } from './app';
import { createCredentials } from './credentials';
import { sendJson } from './send-json';

const lines: string[] = [];
const HOST = 'sluice.example';
const LISTED = 'https://listed.example';

/** Sends a request with these headers and returns the response; it has valid Basic credentials unless the headers contain others. */
async function send(headers: Record<string, string>, { method = 'post', corsOrigins = [LISTED] } = {}) {
  const destination = { write: (line: string) => void lines.push(line) };
  const answered = { handle: (_: unknown, response: Parameters<typeof sendJson>[0]) => sendJson(response, 200, '{}') };
  const app = createApp({
    logger: createLogger({ level: 'info', pretty: false, destination }),
    metrics: createMetrics({ processMetrics: false }),
    credentials: createCredentials({ bearerTokens: ['token'], keyPairs: [{ publicKey: 'pk', secretKey: 'sk' }] }),
    routes: [
      { method: 'post', path: '/things', scope: 'ingest', ...answered },
      { method: 'get', path: '/things', scope: 'read', ...answered },
    ],
    corsOrigins,
  });
  const agent = request(app);
  const call = method === 'post' ? agent.post('/things').send('{}') : agent.get('/things');
  return call.set({ Authorization: `Basic ${Buffer.from('pk:sk').toString('base64')}`, Host: HOST, ...headers });
}

const site = (value: string) => ({ 'Sec-Fetch-Site': value });
const from = (origin: string) => ({ Origin: origin });

beforeEach(() => lines.splice(0));

describe('a write with Basic credentials', () => {
  it.each<[string, Record<string, string>]>([
    ['of what is no browser, as curl and every SDK are', {}],
    ['with a body of any type', { 'Content-Type': 'text/plain' }],
    ['of a form of this server', { ...from(`http://${HOST}`), 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['of a page of this server', { ...from(`https://${HOST}`), ...site('same-origin') }],
    ['of a page of this server, told by the host alone', from(`http://${HOST}`)],
    ['behind a proxy that ends TLS', from(`https://${HOST}`)],
    ['behind a proxy that writes the default port', { ...from(`https://${HOST}`), Host: `${HOST}:443` }],
    ['of a page on another port, to it', { ...from('http://localhost:3000'), Host: 'localhost:3000' }],
    ['to a host in capitals', { ...from('http://sluice.example'), Host: 'Sluice.Example' }],
    [
      'behind a proxy that changes the host, where the browser says so',
      { ...from('https://a'), ...site('same-origin') },
    ],
    ['of a page without referrer, where the browser says so', { ...from('null'), ...site('same-origin') }],
    ['of the person at the browser', { ...from('null'), ...site('none') }],
    ['of a listed origin', { ...from(LISTED), ...site('cross-site') }],
  ])('%s is taken', async (_, headers) => {
    expect((await send(headers)).status).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['another site', { ...from('https://evil.example'), ...site('cross-site') }],
    ['another site, by a browser that tells the origin only', from('https://evil.example')],
    ['another site that hides', from('null')],
    ['another site that hides, by a newer browser', { ...from('null'), ...site('cross-site') }],
    ['another site, by a browser that tells no origin', site('cross-site')],
    ['another host of the site', { ...from('https://other.sluice.example'), ...site('same-site') }],
    ['another port', from(`http://${HOST}:8080`)],
    ['a host that begins like this one', from(`http://${HOST}.evil.example`)],
    ['a host that ends like this one', from(`http://evil-${HOST}`)],
    ['a name with this one as its user', from(`http://${HOST}@evil.example`)],
    ['an origin that is none', from(HOST)],
    ['an origin with more behind it', from(`${LISTED}.evil.example`)],
    ['what no browser says', site('yes')],
  ])('of a page of %s is refused', async (_, headers) => {
    const { status, body } = await send(headers);
    expect([status, body]).toEqual([403, { message: expect.any(String), code: 'FORBIDDEN', data: null }]);
    expect((body as { message: string }).message).toMatch(/^Origin: .*CORS_ORIGINS/);
    expect(lines.join('')).toContain('a request was refused');
    expect(lines.join('')).not.toMatch(/evil/);
  });

  it('is taken from everywhere where CORS_ORIGINS is *', async () => {
    const headers = { ...from('https://any.example'), ...site('cross-site') };
    expect((await send(headers, { corsOrigins: ['*'] })).status).toBe(200);
  });

  it('names an origin no longer than needed, and nothing that a terminal obeys', async () => {
    const { body } = await send(from(`https://${'\u009b31m'.repeat(1000)}`));
    const { message } = body as { message: string };
    expect(message.length).toBeLessThan(400);
    expect(message).not.toMatch(/\p{Cc}/u);
  });
});

describe('what a browser does not add by itself, or changes nothing', () => {
  const evil = { ...from('https://evil.example'), ...site('cross-site') };

  it.each([
    ['a write with a Bearer token', { ...evil, Authorization: 'Bearer token' }, 'post', 200],
    ['a read with Basic credentials', evil, 'get', 200],
    ['a write with wrong credentials', { ...evil, Authorization: 'Basic cGs6cGs=' }, 'post', 401],
  ])('%s is answered as ever', async (_, headers, method, status) => {
    expect((await send(headers, { method })).status).toBe(status);
  });
});
