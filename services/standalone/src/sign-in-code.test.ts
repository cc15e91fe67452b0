import { makeSignInCode } from '@sluice/credentials';
import { createApp, createCredentials } from '@sluice/http';
import { createLogger, createMetrics } from '@sluice/runtime';
import request from 'supertest';
import { signInCode } from './sign-in-code';

const MINUTE = 60_000;

function started(now = 1_000) {
  const { code, route } = signInCode({ publicKey: 'pk', secretKey: 'the-secret' }, () => now);
  const app = createApp({
    logger: createLogger({ level: 'silent', pretty: false }),
    metrics: createMetrics({ processMetrics: false }),
    credentials: createCredentials({ bearerTokens: ['t'], keyPairs: [] }),
    routes: [],
    openRoutes: [route],
  });
  const redeem = (sent: string) => request(app).post('/ui/sign-in').set('X-Sluice-Code', sent);
  return { code, redeem, now: () => now, pass: (ms: number) => (now += ms) };
}

test('a code becomes the key pair, once', async () => {
  const { code, redeem } = started();
  const first = await redeem(code);
  expect([first.status, first.body]).toEqual([200, { authorization: `Basic ${btoa('pk:the-secret')}` }]);
  expect(first.headers['cache-control']).toBe('no-store');
  expect((await redeem(code)).status).toBe(404);
});

test('a code that is guessed or left out tells nothing, and leaves the right one good', async () => {
  const { code, redeem } = started();
  for (const wrong of ['', code.slice(1), `${code}x`]) {
    const { status, text } = await redeem(wrong);
    expect([status, text.includes(btoa('pk:the-secret'))]).toEqual([404, false]);
  }
  expect((await redeem(code)).status).toBe(200);
});

test('a code is good for five minutes', async () => {
  const early = started();
  early.pass(5 * MINUTE);
  expect((await early.redeem(early.code)).status).toBe(200);
  const late = started();
  late.pass(5 * MINUTE + 1);
  expect((await late.redeem(late.code)).status).toBe(404);
});

test('a code that a command has made signs in as well, once, beside that of the first screen', async () => {
  const { code, redeem, now } = started();
  const another = makeSignInCode('the-secret', now());
  expect((await redeem(another)).status).toBe(200);
  expect((await redeem(another)).status).toBe(404);
  expect((await redeem(code)).status).toBe(200);
});

test('a code that was used is refused after a restart, and a new one is good', async () => {
  const before = started(1_000.25);
  expect((await before.redeem(before.code)).status).toBe(200);
  const after = started(2_000);
  expect((await after.redeem(before.code)).status).toBe(404);
  expect((await after.redeem(after.code)).status).toBe(200);
  // Clock in microseconds.
  const fine = started(1_000.75);
  expect((await fine.redeem(fine.code)).status).toBe(200);
});

test('two starts have different codes', () => {
  expect(started().code).not.toBe(started().code);
});
