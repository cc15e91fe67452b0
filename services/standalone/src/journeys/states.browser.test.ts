import type { Page } from 'playwright-core';
import { longTrace, observationIdOf, send, traceIdOf } from './spans.testing';
import { holdRequests, visits } from './visit.testing';

/* M16: messages while the network or the server is away or slow; the page then continues by itself. */

const console_ = visits('states');
const AWAY = [/Failed to load resource/];
const PART = /could not be loaded|Unable to preload CSS|dynamically imported module/;

beforeAll(() => send(console_, longTrace('there', 40, Date.now() - 60_000)));

const opened = async (path: string): Promise<Page> => {
  const page = await console_.open(path, { expected: [...AWAY, PART] });
  await page
    .getByRole('row', { name: /research-agent/ })
    .first()
    .waitFor();
  return page;
};

test('offline it says since when and keeps what it had; with the network new traces come, without a reload', async () => {
  const page = await opened('/ui/traces?live=1');
  await page.context().setOffline(true);
  await page.getByText(/This device has been offline since \d\d:\d\d/).waitFor();
  await page.getByRole('row', { name: /research-agent/ }).waitFor();
  await expect(page.getByRole('alert').count()).resolves.toBe(0);
  await send(console_, longTrace('meanwhile', 20, Date.now()));
  await page.context().setOffline(false);
  await page.getByText('This device has been offline').waitFor({ state: 'hidden' });
  await page.locator('tbody tr').nth(1).waitFor();
});

test('what was not loaded yet says so offline and leaves the page as it is; with the network it opens', async () => {
  const page = await console_.open('/', { expected: [...AWAY, PART] });
  const row = page.getByRole('row', { name: /research-agent/ }).first();
  await row.waitFor();
  await page.context().setOffline(true);
  await page.keyboard.press('Control+k');
  await page.getByRole('status').getByText('This could not be loaded').waitFor();
  await row.waitFor();
  await page.context().setOffline(false);
  // The page is loaded again, so that no file is missing.
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Control+k')]);
  await row.waitFor();
  await page.keyboard.press('Control+k');
  const choice = page.getByRole('dialog').getByRole('option').first();
  await expect(choice.evaluate((element) => getComputedStyle(element).listStyleType)).resolves.toBe('none');
  await page.keyboard.type(traceIdOf('there'));
  await page.keyboard.press('Enter');
  await page.getByRole('treeitem').first().waitFor();
});

test('a page whose parts were not loaded while the server was away comes when it answers', async () => {
  const page = await opened('/');
  await page.context().setOffline(true);
  await page.getByText('research-agent').first().click();
  await page.getByRole('alert').getByText('It reloads when the server answers').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('treeitem').first().waitFor();
});

test('a proxy that answers for a product that restarts counts as away: what was there stays, and it goes on', async () => {
  const page = await opened('/ui/traces?live=1');
  await page.route('**/api/public/**', (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }));
  await page.getByText(/The server has not answered since/).waitFor();
  await page
    .getByRole('row', { name: /research-agent/ })
    .first()
    .waitFor();
  await expect(page.getByText('<h1>').count()).resolves.toBe(0);
  await page.unroute('**/api/public/**');
  await page.getByText(/The server has not answered since/).waitFor({ state: 'hidden' });
});

test.each([
  ['the usage', '/ui/usage'],
  ['the sessions', '/ui/sessions'],
  ['a trace', `/ui/traces/${traceIdOf('there')}`],
])('%s that is refused for 3 s says so after the first refusal, and not after silent tries', async (_, path) => {
  const page = await console_.open('/ui/start', { expected: [/status of 503/] });
  const refused = new Set<string>();
  const held: (() => void)[] = [];
  await page.route('**/api/public/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (refused.has(pathname)) await new Promise<void>((resolve) => held.push(resolve));
    refused.add(pathname);
    await route
      .fulfill({ status: 503, headers: { 'retry-after': '3' }, json: { message: 'overloaded' } })
      .catch(() => undefined);
  });
  await page.goto(console_.url + path);
  await page.locator('main').getByText('The server is too busy for this now').first().waitFor();
  for (const go of held) go();
});

test('a slow answer shows that something is under way, leaves what was there, and can be left by Back', async () => {
  const page = await console_.open('/');
  const release = await holdRequests(page, encodeURIComponent('"ERROR"'));
  await page
    .getByRole('row', { name: /research-agent/ })
    .first()
    .waitFor();
  await page.keyboard.press('e');
  await page.waitForURL(/level=ERROR/);
  await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
  await page
    .getByRole('row', { name: /research-agent/ })
    .first()
    .waitFor();
  await expect(page.getByRole('progressbar', { name: 'Loading' }).isVisible()).resolves.toBe(true);
  await page.goBack();
  await page.getByRole('progressbar').waitFor({ state: 'hidden' });
  await release();
});

test('credentials that are taken back while somebody works are said, and the same page is there after signing in', async () => {
  const page = await opened('/');
  const path = `/ui/traces/${traceIdOf('there')}?obs=${observationIdOf('there', 'n1')}`;
  await page.route('**/api/public/traces/*', (route) => route.fulfill({ status: 401, json: { message: 'no' } }));
  await page.goto(console_.url + path);
  await page.getByRole('alert').getByText('not accepted any more').waitFor();
  await page.unroute('**/api/public/traces/*');
  await page.locator('input[name=token]').fill(console_.token);
  await page.keyboard.press('Enter');
  await page.getByRole('treeitem', { selected: true }).waitFor();
  expect(page.url()).toBe(console_.url + path);
});
