import { supportSession } from './conversations.testing';
import { observationIdOf, send } from './spans.testing';
import { PHONE, answerFor, visits } from './visit.testing';

/* M13: everything without a mouse. */

const console_ = visits('keyboard');

beforeAll(() => send(console_, ...supportSession('chat-1', Date.now() - 120_000)));

test('from the list to a trace, its error, the sessions and the help, by keys alone', async () => {
  const page = await console_.open('/');
  await page.locator('tbody tr').first().waitFor();
  const link = page.locator('tbody a').first();
  for (let n = 0; n < 200 && !(await link.evaluate((each) => each === document.activeElement)); n += 1) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.getByRole('treeitem').first().waitFor();
  await page.keyboard.press('e');
  await page.getByRole('treeitem', { name: /send_mail.*error/, selected: true }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('next error').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.waitForURL(/\/ui\/sessions/);
  await page.getByRole('link', { name: 'chat-1' }).waitFor();
});

test('the palette goes to a page by its name', async () => {
  const page = await console_.open('/');
  await page.locator('tbody tr').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump' }).waitFor();
  await page.keyboard.type('usage');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/ui\/usage/);
});

test('the palette opens an observation by the id that the console copies', async () => {
  // Without a trace of the id the answer is 404.
  const page = await console_.open('/', { expected: [/status of 404/] });
  await page.locator('tbody tr').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump' }).waitFor();
  await page.keyboard.type(observationIdOf('chat-1/2', 'call'));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('obs') === observationIdOf('chat-1/2', 'call'));
  await page.getByRole('treeitem', { selected: true }).waitFor();
});

test('the palette finds a session by how it begins', async () => {
  const page = await console_.open('/');
  await page.locator('tbody tr').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or jump' }).waitFor();
  await page.keyboard.type('cha');
  await page.getByRole('option', { name: 'chat-1' }).waitFor();
  await page
    .getByRole('option', { name: 'Traces whose name, id, input or output contains “cha”', selected: true })
    .waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(/sessions\/chat-1/);
});

test('what is typed before the palette has come is typed into it, and is no key of the page', async () => {
  const page = await console_.open('/');
  await answerFor(page, /palette/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.locator('tbody tr').first().waitFor();
  await page.keyboard.press('Control+k');
  // Shortcuts: `e` would show errors only, `c` copy the link.
  await page.keyboard.type('sec');
  const field = page.getByRole('combobox', { name: 'Search or jump' });
  await field.waitFor();
  await page.keyboard.type('ret');
  await expect(field.inputValue()).resolves.toBe('secret');
  expect(page.url()).not.toContain('level');
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await page.waitForURL(/level=ERROR/);
});

test('the help shows all keys, also on a phone, one below the other', async () => {
  const page = await console_.open('/', { viewport: PHONE });
  await page.locator('tbody tr').first().waitFor();
  await page.keyboard.press('?');
  const help = page.getByRole('region', { name: 'All keys' });
  await help.getByText('copy the link of this page').waitFor();
  await expect(help.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).resolves.toBe(0);
  await expect(help.getByRole('heading', { name: 'Traces' }).count()).resolves.toBe(1);
});
