import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { type Span, type Trace, send } from './spans.testing';
import { DESK, visits } from './visit.testing';

/* M3, M9, M12, M14, M15: how a trace is found, and how a search is kept and shared. */

const console_ = visits('find');
const COUNT = 70;

/**
 * Every trace has the needle in its output; one in ten has a release of its own, calls two models and fails, one in ten calls one of them.
 */
beforeAll(() =>
  send(
    console_,
    ...Array.from({ length: COUNT }, (_, n): Trace => {
      const isBad = n % 10 === 7;
      return {
        key: `run-${n}`,
        at: Date.now() - n * 1000,
        spans: [
          {
            key: 'root',
            name: isBad ? 'research-agent' : 'support-chat',
            to: isBad ? 5_000 : 100,
            output: `a needle in answer ${n}`,
            attributes: {
              'user.id': n % 2 === 0 ? "o'hara $(id)" : 'olga',
              'langfuse.release': isBad ? '2026.11.2' : '2026.11.1',
            },
          },
          ...(isBad || n % 10 === 0 ? [modelCall('model-one')] : []),
          ...(isBad ? [modelCall('model-two')] : []),
          ...(isBad ? [{ key: 'tool', parent: 'root', name: 'search_web', to: 5_000, error: 'upstream: 504' }] : []),
        ],
      };
    }),
  ),
);

const modelCall = (model: string): Span => ({
  ...{ key: model, parent: 'root', name: 'chat', type: 'generation', to: 50 },
  attributes: { 'gen_ai.request.model': model },
});

const shownIds = (page: Page): Promise<readonly string[]> =>
  page
    .locator('tbody a')
    .evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).pathname.split('/').at(-1) ?? ''),
    );

/** Waits for exactly this many rows. */
const rowsAre = (page: Page, count: number): Promise<void> =>
  page.locator(`tbody > tr:nth-child(${count}):last-child`).waitFor();

async function filterForm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: '+ Filter' }).click();
  return page.getByRole('dialog', { name: 'Filter' });
}

test('a text is searched as far as a page is full, says how far, and goes on until everything was read', async () => {
  const page = await console_.open('/ui/traces?limit=25');
  await rowsAre(page, 25);
  await page.keyboard.press('/');
  await page.keyboard.type('A NEEDLE');
  await page.keyboard.press('Enter');
  const count = page.getByRole('status').getByText(/\d+ found/);
  await count.getByText(`25 found so far, 25 of ${COUNT} traces searched, back to`).waitFor();
  await expect(page.locator('tbody mark').allInnerTexts()).resolves.toEqual(Array(25).fill('a needle'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await count.getByText('50 found').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await count.getByText(`${COUNT} found, all traces in this range searched: all texts of traces and steps`).waitFor();
  await rowsAre(page, COUNT);
  await expect(page.getByRole('button', { name: 'Continue' }).count()).resolves.toBe(0);
  await page.getByRole('combobox', { name: 'Search in' }).selectOption('in trace inputs');
  await page.getByText('No trace that has “A NEEDLE”').waitFor();
  await page.getByText('Searched: trace inputs. Other texts are not searched.').waitFor();
  await page.goBack();
  await count.getByText(`${COUNT} found`).waitFor();
});

test('a text of a step is found, with the words around it, and opens the step', async () => {
  const page = await console_.open('/ui/traces?q=STREAM: 504');
  await rowsAre(page, COUNT / 10);
  const row = page.getByRole('row').nth(1);
  await row.getByText('status message: upstream: 504').waitFor();
  await expect(row.locator('mark').innerText()).resolves.toBe('stream: 504');
  await row.getByRole('link', { name: 'search_web' }).click();
  await page.getByRole('treeitem', { name: /search_web/, selected: true }).waitFor();
});

test('values of a filter are completed from what there is; by keys alone', async () => {
  const page = await console_.open('/');
  await page.locator('tbody tr').first().waitFor();
  await page.keyboard.press('f');
  const form = page.getByRole('dialog', { name: 'Filter' });
  await form.getByRole('combobox', { name: 'Filter by' }).selectOption('release');
  const value = form.getByRole('combobox', { name: /^Value of/ });
  await value.focus();
  const options = form.getByRole('listbox').getByRole('option');
  await options.nth(1).waitFor();
  await expect(options.allInnerTexts()).resolves.toEqual(['2026.11.1', '2026.11.2']);
  await page.keyboard.type('2026.11.2');
  await options.nth(1).waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/release=2026\.11\.2/);
  await rowsAre(page, COUNT / 10);
  // The form reports that no value begins with the text, and accepts it nevertheless.
  const again = await filterForm(page);
  await again.getByRole('combobox', { name: /^Value of/ }).fill('nobody');
  await again.getByText('No value in this time begins so').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/userId=nobody/);
});

test('traces are found by the models that were called in them, and by a press on one', async () => {
  const page = await console_.open('/');
  await rowsAre(page, 50);
  const form = await filterForm(page);
  await form.getByRole('combobox', { name: 'Filter by' }).selectOption('model');
  await form.getByRole('combobox', { name: /^Value of/ }).fill('model-o');
  await form.getByRole('option', { name: 'model-one' }).click();
  await page.waitForURL(/model=model-one/);
  await rowsAre(page, (COUNT / 10) * 2);
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Models' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Models model-two: filter or copy' }).first().click();
  await page.getByRole('menuitem', { name: 'Filter: model = model-two' }).click();
  await page.getByText('model: model-one and model-two').waitFor();
  await rowsAre(page, COUNT / 10);
});

test('a view is kept by a name, in other tabs as well, opens what it shows and can be forgotten', async () => {
  const page = await console_.open('/ui/traces?release=2026.11.2&sort=latency.desc');
  await rowsAre(page, COUNT / 10);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('the slow <release>');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'the slow <release>' }).waitFor();

  const other = await page.context().newPage();
  await other.goto(`${console_.url}/ui/traces`);
  await rowsAre(other, 50);
  await other.getByRole('button', { name: 'Views', exact: true }).click();
  await other.getByRole('link', { name: 'the slow <release>' }).click();
  await rowsAre(other, COUNT / 10);
  expect(new URL(other.url()).search).toBe(new URL(page.url()).search);
  await other.goBack();
  await rowsAre(other, 50);

  // A user who is on another page meanwhile finds it deleted as well.
  await other.keyboard.press('g');
  await other.keyboard.press('u');
  await other.waitForURL(/usage/);
  await page.reload();
  await page.getByRole('button', { name: 'the slow <release>' }).click();
  await page.getByRole('button', { name: 'Forget the view the slow <release>' }).click();
  await other.goBack();
  await rowsAre(other, 50);
  await other.getByRole('button', { name: 'Views', exact: true }).click();
  await other.getByText('A view is a time, filters').waitFor();
});

test('the call as curl, run in a shell, answers the rows that are shown, and holds no secret', async () => {
  const page = await console_.open(`/ui/traces?userId=${encodeURIComponent("o'hara $(id)")}&limit=25`, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await rowsAre(page, 25);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Call as curl' }).click();
  await page.getByText('Copied the call as curl').waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).not.toContain(console_.token);
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', command], {
    env: { PATH: '/usr/bin:/bin:/usr/local/bin', SLUICE_TOKEN: console_.token },
    maxBuffer: 10_000_000,
  });
  const { data } = JSON.parse(stdout) as { data: readonly { readonly id: string }[] };
  await expect(shownIds(page)).resolves.toEqual(data.map(({ id }) => id));
});

test('at 200 % the way from the list to what failed is the same: nothing lies outside or below something else', async () => {
  const page = await console_.open('/', { viewport: { width: DESK.width / 2, height: DESK.height / 2 } });
  await rowsAre(page, 50);
  const form = await filterForm(page);
  await form.getByRole('combobox', { name: 'Filter by' }).selectOption('release');
  await form.getByRole('combobox', { name: /^Value of/ }).fill('2026.11.2');
  await form.getByRole('button', { name: 'Add' }).click();
  await rowsAre(page, COUNT / 10);
  await page.getByRole('button', { name: 'Errors only' }).click();
  await page
    .getByRole('row', { name: /research-agent/ })
    .last()
    .getByRole('link')
    .click();
  await page.getByRole('treeitem').first().waitFor();
  await page.keyboard.press('e');
  await page.getByText('upstream: 504').first().click({ trial: true });
});
