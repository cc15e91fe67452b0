import { createApp, createCredentials } from '@sluice/http';
import { createLogger, createMetrics } from '@sluice/runtime';
import { SECOND_PROJECT, productToken } from '@sluice/testbed/servers';
import type { Page } from 'playwright-core';
import request from 'supertest';
import { signInCode } from '../sign-in-code';
import { longTrace, send, spanIdOf, traceIdOf } from './spans.testing';
import { answerFor, signIn, signOut, visits } from './visit.testing';

/* M1 and M12: who may read, and links that sign in. */

const console_ = visits('sign-in');
const TRACE = longTrace('linked', 20, Date.now());

beforeAll(() => send(console_, TRACE));

test('a wrong token says so; the right one lets in, stays over a reload and is forgotten at sign-out', async () => {
  const page = await console_.open('/', { isSignedOut: true, expected: [/status of 401/] });
  await page.locator('input[name=token]').fill('a token that nobody has');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('not accepted').waitFor();
  await signIn(page, console_.token);
  await page.getByRole('row', { name: 'research-agent' }).waitFor();
  await page.reload();
  await page.getByRole('row', { name: 'research-agent' }).waitFor();
  await signOut(page);
  await page.locator('input[name=token]').waitFor();
  await page.goBack();
  await page.goForward();
  await expect(page.getByRole('row').count()).resolves.toBe(0);
  await expect(
    page.evaluate(() => [localStorage, sessionStorage].map((storage) => JSON.stringify(storage)).join()),
  ).resolves.not.toContain('token-of-the-project');
});

test('nothing that was read is left in the cache of the browser', async () => {
  const page = await console_.open('/', { expected: [/ERR_CACHE_MISS/] });
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
  await page.reload();
  await page.getByRole('row', { name: 'research-agent' }).first().click();
  await page.getByRole('tree').waitFor();
  await page.waitForLoadState('networkidle');
  await signOut(page);
  const left = await page.evaluate(
    (urls) =>
      Promise.all(
        urls.map((url) =>
          fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
            () => url,
            () => undefined,
          ),
        ),
      ),
    asked,
  );
  expect(asked.length).toBeGreaterThan(3);
  expect(left.filter((url) => url !== undefined)).toEqual([]);
});

test('a public key asks for its secret', async () => {
  const page = await console_.open('/', { isSignedOut: true });
  await page.locator('input[name=token]').fill('pk-sign-in');
  await page.locator('input[name=secret]').fill(console_.token);
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: 'research-agent' }).waitFor();
});

test('another tab of the browser is signed in as well, and signed out as well', async () => {
  const page = await console_.open('/');
  const other = await page.context().newPage();
  await other.goto(`${console_.url}/ui/traces/${traceIdOf('linked')}`);
  await other.getByRole('tree').waitFor();
  await signOut(page);
  await other.locator('input[name=token]').waitFor();
});

test("the link that Langfuse's SDKs print opens the observation, for somebody who has to sign in first, too", async () => {
  const observation = spanIdOf('linked', 'n12');
  const link = `/project/any/traces/${traceIdOf('linked')}?observation=${observation}`;
  const page = await console_.open(link);
  await page.getByRole('treeitem', { selected: true }).getByText('search_web').waitFor();
  expect(new URL(page.url()).pathname).toBe(`/ui/traces/${traceIdOf('linked')}`);
  expect(page.url()).toContain(observation.slice(4));
});

test('an address holds no credentials, and every call without them is refused', async () => {
  const page = await console_.open('/');
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()));
  await page.reload();
  await page.getByRole('row', { name: 'research-agent' }).waitFor();
  expect(asked.length).toBeGreaterThan(0);
  for (const url of asked) {
    expect(url).not.toContain('token-of-the-project');
    expect((await fetch(url)).status).toBe(401);
  }
});

/** Makes a route that redeems one code; its answers replace those of the product. */
function signInLink() {
  // The product shows its code only on a terminal, so the route runs separately here; the page does not notice.
  const { code, route } = signInCode({ publicKey: 'pk-sign-in', secretKey: console_.token }, () => Date.now());
  const app = createApp({
    logger: createLogger({ level: 'silent', pretty: false }),
    metrics: createMetrics({ processMetrics: false }),
    credentials: createCredentials({ bearerTokens: [console_.token], keyPairs: [] }),
    routes: [],
    openRoutes: [route],
  });
  const follow = async (page: Page): Promise<void> => {
    await answerFor(page, '**/ui/sign-in', async (asked) => {
      const sent = (await asked.request().headerValue('x-sluice-code')) ?? '';
      const { status, text } = await request(app).post(route.path).set('X-Sluice-Code', sent);
      await asked.fulfill({ status, body: text });
    });
    await page.goto(`${console_.url}/ui/#code=${code}`);
  };
  return { code, follow };
}

test('the link of the first screen signs in once; used again it says so kindly, and a token still lets in', async () => {
  const { code, follow } = signInLink();
  const byLink = async () => {
    const page = await console_.open('/', { isSignedOut: true, expected: [/status of 404/] });
    // In a tab that shows the sign-in already: the address differs by its fragment only.
    await follow(page);
    return page;
  };
  const page = await byLink();
  await page.getByRole('row', { name: 'research-agent' }).waitFor();
  expect(page.url()).not.toContain(code);
  const second = await byLink();
  await second.getByRole('alert').getByText('This link was used').waitFor();
  expect(second.url()).not.toContain(code);
  await signIn(second, console_.token);
  await second.getByRole('row', { name: 'research-agent' }).waitFor();
});

test('a link adds its project and shows it, in a tab of another project and in a new tab beside it', async () => {
  const page = await console_.open('/', { isSignedOut: true });
  const names = (shown: Page, project: string) =>
    shown.getByRole('button', { name: `Project ${project}, credentials` }).waitFor();
  await signIn(page, productToken(SECOND_PROJECT));
  await names(page, SECOND_PROJECT);
  const fresh = await page.context().newPage();
  await signInLink().follow(fresh);
  await names(fresh, 'sign-in');
  await names(page, SECOND_PROJECT);
  await fresh.goto(`${console_.url}/ui/traces?project=${SECOND_PROJECT}`);
  await names(fresh, SECOND_PROJECT);
  await signInLink().follow(page);
  await names(page, 'sign-in');
  await page.getByRole('row', { name: 'research-agent' }).waitFor();
});
