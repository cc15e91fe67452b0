import { SECOND_PROJECT, productToken } from '@sluice/testbed/servers';
import type { Page } from 'playwright-core';
import { type Trace, send, traceIdOf } from './spans.testing';
import { PHONE, signIn, signOut, violations, visits } from './visit.testing';

/* Several projects in one browser: their names, the change from one to another, and no data of one in another. */

const FIRST = 'projects';
const console_ = visits(FIRST);
const second = { token: productToken(SECOND_PROJECT), id: traceIdOf('of the second') };

const traceOf = (key: string, name: string): Trace => ({
  key,
  at: Date.now(),
  spans: [{ key: 'root', name, attributes: { 'user.id': name } }],
});

beforeAll(async () => {
  const headers = { Authorization: `Bearer ${second.token}`, 'Content-Type': 'application/json' };
  const post = async (path: string, body: string): Promise<void> => {
    const { status } = await fetch(console_.url + path, { method: 'POST', headers, body });
    if (status !== 200) throw new Error(`${path} is answered ${status}`);
  };
  await send(console_, traceOf('of the first', 'first-run'));
  await send({ post }, traceOf('of the second', 'second-run'));
});

const named = (page: Page, project: string) => page.getByRole('button', { name: `Project ${project}, credentials` });
const row = (page: Page, name: string) => page.getByRole('row', { name });

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Project / }).click();
  await page
    .getByRole('menu')
    .getByRole(/^(?:Add|Sign)/.test(item) ? 'menuitem' : 'menuitemcheckbox', { name: item })
    .click();
}

async function add(page: Page, token: string): Promise<void> {
  await choose(page, 'Add project…');
  await page.getByRole('dialog', { name: 'Add a project' }).locator('input[name=token]').fill(token);
  await page.keyboard.press('Enter');
}

async function open(path = '/ui/traces', settings = {}): Promise<Page> {
  const page = await console_.open('/ui/traces', settings);
  await row(page, 'first-run').waitFor();
  await add(page, second.token);
  await row(page, 'second-run').waitFor();
  if (path !== '/ui/traces') await page.goto(console_.url + path);
  return page;
}

test('the header names project and credentials; another project is added, chosen, and Back leads to each', async () => {
  const page = await console_.open('/ui/traces?range=7d');
  await named(page, FIRST).getByText(FIRST).first().waitFor();
  await row(page, 'first-run').waitFor();
  expect(page.url()).not.toContain('project=');
  await add(page, second.token);
  await row(page, 'second-run').waitFor();
  await named(page, SECOND_PROJECT).waitFor();
  await expect(row(page, 'first-run').count()).resolves.toBe(0);
  await page.waitForURL((url) => url.searchParams.get('project') === SECOND_PROJECT);
  await row(page, 'second-run').getByRole('link').first().click();
  await page.getByRole('treeitem', { name: /second-run/ }).waitFor();
  await choose(page, FIRST);
  await row(page, 'first-run').waitFor();
  await page.goBack();
  await page.getByRole('treeitem', { name: /second-run/ }).waitFor();
  await named(page, SECOND_PROJECT).waitFor();
  await page.goBack();
  await page.goBack();
  await row(page, 'first-run').waitFor();
  expect(new URL(page.url()).searchParams.get('range')).toBe('7d');
});

test('two tabs show two projects: a tab keeps its own over a reload, a link opens in that of its address', async () => {
  const page = await open();
  const other = await page.context().newPage();
  await other.goto(`${console_.url}/ui/traces?project=${FIRST}`);
  await row(other, 'first-run').waitFor();
  await page.reload();
  await row(page, 'second-run').waitFor();
  await expect(row(page, 'first-run').count()).resolves.toBe(0);
  await other.goto(`${console_.url}/ui/traces/${second.id}?project=${SECOND_PROJECT}`);
  await other.getByRole('treeitem', { name: /second-run/ }).waitFor();
});

test('an answer that comes after the switch is shown nowhere', async () => {
  const page = await open();
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/api/public/traces?**', async (route) => {
    if ((await route.request().headerValue('authorization'))?.endsWith(second.token) === true) await held;
    await route.continue().catch(() => undefined);
  });
  await page.reload();
  await choose(page, FIRST);
  await row(page, 'first-run').waitFor();
  goOn();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('tbody tr').allInnerTexts()).resolves.toEqual([expect.stringContaining('first-run')]);
});

test('the address of a project that this browser is not signed in to asks for its credentials', async () => {
  const page = await console_.open('/ui/traces');
  await row(page, 'first-run').waitFor();
  const link = `${console_.url}/ui/traces/${second.id}?project=${SECOND_PROJECT}`;
  await page.goto(link);
  await page.getByRole('alert').getByText(`This address is of the project “${SECOND_PROJECT}”`).waitFor();
  await page.getByRole('button', { name: `Continue in ${FIRST}` }).click();
  await row(page, 'first-run').waitFor();
  await page.goto(link);
  await signIn(page, second.token);
  await page.getByRole('treeitem', { name: /second-run/ }).waitFor();
});

test('who signs out of one project goes on in another, and its other tabs are signed out of it', async () => {
  const page = await open();
  const other = await page.context().newPage();
  await other.goto(`${console_.url}/ui/traces?project=${SECOND_PROJECT}`);
  await row(other, 'second-run').waitFor();
  await choose(page, `Sign out of ${SECOND_PROJECT}`);
  await row(page, 'first-run').waitFor();
  await other.getByRole('alert').getByText('You signed out in another tab').waitFor();
  await expect(row(other, 'second-run').count()).resolves.toBe(0);
  await signOut(page);
  await page.locator('input[name=token]').waitFor();
  await other.getByRole('button', { name: /^Continue/ }).waitFor({ state: 'detached' });
  for (const each of [page, other])
    await expect(each.evaluate(() => JSON.stringify(sessionStorage))).resolves.not.toContain('token-of-the-project');
});

test('on a phone project and credentials are named as well, and the menu breaks no rule', async () => {
  const page = await open('/ui/traces', { viewport: PHONE });
  const button = named(page, SECOND_PROJECT);
  expect((await button.boundingBox())?.width).toBeGreaterThan(200);
  await button.click();
  await page.getByRole('menuitemcheckbox', { name: FIRST }).waitFor();
  await expect(violations(page)).resolves.toEqual([]);
});
