import { eventually } from '@sluice/testbed/machine';
import type { Locator, Page } from 'playwright-core';
import { send } from './spans.testing';
import { PHONE, visits } from './visit.testing';

/* M3: columns of the list, their order and width, as chosen in this browser. */

const console_ = visits('columns');

beforeAll(() =>
  send(console_, {
    key: 'only',
    at: Date.now(),
    spans: [{ key: 'root', name: 'only-run', to: 20, attributes: { 'user.id': 'ada', 'langfuse.release': 'r-7' } }],
  }),
);

const USUAL = ['Name', 'Outcome', 'Input', 'Output', 'User', 'Tags', 'Latency', 'Tokens', 'Cost', 'Age ↓'];

const titles = (page: Page): Promise<readonly string[]> => page.getByRole('columnheader').allInnerTexts();

async function opened(): Promise<Page> {
  const page = await console_.open('/');
  await page.getByRole('row', { name: /only-run/ }).waitFor();
  return page;
}

async function chooser(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  return page.getByRole('dialog', { name: 'Columns' });
}

test('columns are chosen and ordered by keys alone, are kept over a reload and in other tabs, and the usual ones come back', async () => {
  const page = await opened();
  await expect(titles(page)).resolves.toEqual(USUAL);
  const panel = await chooser(page);
  for (const name of ['Release', 'Tags', 'Input', 'Output', 'Outcome']) {
    await panel.getByRole('checkbox', { name, exact: true }).focus();
    await page.keyboard.press('Space');
  }
  await panel.getByRole('button', { name: 'Move Release to the left' }).focus();
  await page.keyboard.press('Enter');
  const chosen = ['Name', 'Release', 'User', 'Latency', 'Tokens', 'Cost', 'Age ↓'];
  await expect(titles(page)).resolves.toEqual(chosen);
  await page.keyboard.press('Escape');
  await page.getByRole('cell', { name: 'r-7' }).waitFor();
  await page.reload();
  await page.getByRole('cell', { name: 'r-7' }).waitFor();
  await expect(titles(page)).resolves.toEqual(chosen);

  const other = await page.context().newPage();
  await other.goto(`${console_.url}/ui/traces?userId=ada`);
  await other.getByRole('cell', { name: 'r-7' }).waitFor();
  await (await chooser(other)).getByRole('button', { name: 'Reset columns' }).click();
  await page.getByRole('columnheader', { name: 'Outcome' }).waitFor();
  await expect(titles(page)).resolves.toEqual(USUAL);
});

test('a column is drawn wider by its edge, by keys too, and stays so', async () => {
  const page = await opened();
  const user = page.getByRole('columnheader', { name: 'User' });
  const edge = page.getByRole('slider', { name: 'Width of the column User' });
  const width = async (): Promise<number> => (await user.boundingBox())?.width ?? 0;
  const usual = await width();
  // The edge receives a new width one frame later, and uses it from then on.
  const becomes = async (wished: number): Promise<void> => {
    await expect(edge.and(page.locator(`[aria-valuenow="${wished}"]`)).waitFor()).resolves.toBeUndefined();
    await expect(width()).resolves.toBe(wished);
  };
  await becomes(usual);
  const { x = 0, y = 0, width: grip = 0 } = (await edge.boundingBox()) ?? {};
  await page.mouse.move(x + grip / 2, y + 5);
  await page.mouse.down();
  await page.mouse.move(x + grip / 2 + 60, y + 5, { steps: 4 });
  await page.mouse.up();
  await becomes(usual + 60);
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await becomes(usual + 76);
  await page.reload();
  await user.waitFor();
  await becomes(usual + 76);
  await edge.focus();
  await page.keyboard.press('Delete');
  await becomes(usual);
});

test('all titles are one stop of Tab, moved through by arrows, which with Shift draw a column; each edge has its width', async () => {
  const page = await opened();
  const header = page.locator('thead');
  await expect(header.locator('[tabindex="0"]').count()).resolves.toBe(1);
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').focus();
  for (const _ of ['Outcome', 'Input', 'Output', 'User']) await page.keyboard.press('ArrowRight');
  const user = page.getByRole('columnheader', { name: 'User' });
  await expect(user.getByRole('button').evaluate((each) => each === document.activeElement)).resolves.toBe(true);
  await expect(header.locator('[tabindex="0"]').allInnerTexts()).resolves.toEqual(['User']);
  const { width = 0 } = (await user.boundingBox()) ?? {};
  await page.keyboard.press('Shift+ArrowRight');
  await expect(user.boundingBox()).resolves.toMatchObject({ width: width + 16 });
  await page.keyboard.press('Delete');
  await expect(user.boundingBox()).resolves.toMatchObject({ width });
  await page.keyboard.press('ArrowLeft');
  await expect(
    page.getByRole('columnheader', { name: 'Output' }).evaluate((each) => each === document.activeElement),
  ).resolves.toBe(true);
  await page.keyboard.press('Tab');
  await expect(page.locator('tbody a').evaluate((each) => each === document.activeElement)).resolves.toBe(true);
  const widths = (): Promise<number[]> =>
    header
      .getByRole('slider')
      .evaluateAll((edges) =>
        edges.map((edge) => Number(edge.getAttribute('aria-valuenow')) - (edge.parentElement?.offsetWidth ?? 0)),
      );
  await eventually(widths, (differences) => differences.every((difference) => difference === 0));
  await expect(widths()).resolves.toHaveLength(USUAL.length);
});

test('with all columns the table is scrolled sideways, not the page; a phone has cards all the same', async () => {
  const page = await opened();
  const panel = await chooser(page);
  const hidden = panel.getByRole('list', { name: 'Columns that are not shown' }).getByRole('checkbox');
  // Waits until they exist, because a click needs one.
  await hidden.first().waitFor();
  while ((await hidden.count()) > 0) await hidden.first().click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader').count()).resolves.toBe(22);
  const overflow = (): Promise<number> =>
    page.evaluate(() => {
      const sides = [document.documentElement, ...document.querySelectorAll('main, main > section')];
      return Math.max(...sides.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    });
  await expect(overflow()).resolves.toBe(0);
  await page.getByRole('cell', { name: 'r-7' }).scrollIntoViewIfNeeded();
  await page.setViewportSize(PHONE);
  await page.getByRole('columnheader').first().waitFor({ state: 'hidden' });
  await expect(overflow()).resolves.toBe(0);
});
