import type { Page } from 'playwright-core';
import { type Trace, send } from './spans.testing';
import { visits } from './visit.testing';

/* The list while traces arrive: a row that is focused or under the pointer stays in its position. */

const console_ = visits('live-list');

const trace = (key: string, name: string, at = Date.now()): Trace => ({
  key,
  at,
  spans: [{ key: 'root', name, to: 10 }],
});

beforeAll(() =>
  send(console_, ...Array.from({ length: 5 }, (_, n) => trace(`old-${n}`, `old-run-${n}`, Date.now() - 60_000 - n))),
);

const names = (page: Page): Promise<readonly string[]> => page.locator('tbody a').allInnerTexts();

test('rows do not move: the pill counts what is new, over several arrivals, until somebody asks for it', async () => {
  const page = await console_.open('/ui/traces?name.lacks=live');
  await page.getByRole('row', { name: /old-run-4/ }).waitFor();
  const before = await names(page);
  const places = (): Promise<readonly number[]> =>
    page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
  const at = await places();
  await send(console_, trace('a', 'new-run-a'), trace('b', 'new-run-b'));
  await page.getByRole('button', { name: '2 new traces' }).waitFor();
  await send(console_, trace('c', 'new-run-c'));
  await page.getByRole('button', { name: '3 new traces' }).waitFor();
  await expect(names(page)).resolves.toEqual(before);
  await expect(places()).resolves.toEqual(at);
  await page.keyboard.press('n');
  await page.getByRole('row', { name: /new-run-c/ }).waitFor();
  await expect(names(page)).resolves.toHaveLength(before.length + 3);
  await page.getByRole('button', { name: /new trace/ }).waitFor({ state: 'hidden' });
});

test('live, they come by themselves, but not while somebody points at the rows', async () => {
  const page = await console_.open('/ui/traces?name.starts=live');
  await page.getByText('No trace').waitFor();
  await page.getByRole('button', { name: 'Live', exact: true }).click();
  await page.waitForURL(/live/);
  await send(console_, trace('live-1', 'live-1'));
  await page.getByRole('row', { name: /live-1/ }).waitFor();
  await page.getByRole('row', { name: /live-1/ }).hover();
  await send(console_, trace('live-2', 'live-2'));
  await page.getByRole('button', { name: '1 new trace' }).waitFor();
  await expect(names(page)).resolves.toEqual(['live-1']);
  await page.getByLabel('Search traces').hover();
  await page.getByRole('row', { name: /live-2/ }).waitFor();
});
