import type { Page } from 'playwright-core';
import { failedRun } from './agent-run.testing';
import { observationIdOf, send, traceIdOf } from './spans.testing';
import { PHONE, visits } from './visit.testing';

/* M5, M6, M7, N3, N5: a user finds the reason why an agent failed, by the page alone. */

const console_ = visits('agent-run');
const run = `/ui/traces/${traceIdOf('run')}`;
const at = (key: string): string => `${run}?obs=${observationIdOf('run', key)}`;

beforeAll(() => send(console_, failedRun('run', Date.now() - 60_000)));

const detailOf = (page: Page) => page.getByRole('region', { name: 'Observation' });
const isAt = (page: Page, key: string): Promise<void> =>
  page.waitForURL((url) => url.searchParams.get('obs') === observationIdOf('run', key));

test('from the run to the step that failed, to the call of the model that asked for it, and back', async () => {
  const page = await console_.open(run);
  const failed = page.getByRole('region', { name: 'Failed below' });
  await failed.getByText('expected a table').waitFor();
  // The failure that ended the run is above those after which it continued.
  await expect(failed.getByRole('heading').allInnerTexts()).resolves.toEqual([
    'Why it failed',
    'Also failed, but the run continued',
  ]);
  await expect(failed.getByRole('button').first().innerText()).resolves.toContain('parse_answer');
  await failed.getByText('×3').waitFor();
  await failed.getByRole('button', { name: /fetch_report/ }).click();
  await isAt(page, 'fetch0');
  await detailOf(page).getByText('TimeoutError').first().waitFor();
  await detailOf(page).getByRole('button', { name: /^chat/ }).click();
  await isAt(page, 'model0');
  await detailOf(page)
    .getByRole('button', { name: /^ran at \+1.10 s ! error/ })
    .click();
  await isAt(page, 'fetch0');
});

test('what was done again is told: loops, retries, prompts; each leads to its steps', async () => {
  const page = await console_.open(run);
  const waste = page.getByRole('list', { name: 'Loops and waste' });
  await waste.getByText('2 retries').waitFor();
  await waste.getByText('30.0 s spent in 4 failed steps').waitFor();
  await waste.getByText(/% of prompt tokens repeated/).waitFor();
  await waste.getByText('loop: fetch_report ×3').click();
  await isAt(page, 'fetch0');
  await detailOf(page).getByText('Called 3 times with the same arguments').waitFor();
  await page.getByRole('treeitem', { name: /fetch_report.*×3 loop, retry 2/ }).waitFor();
});

test('a model call shows what is new since the one before; what is the same is collapsed', async () => {
  const page = await console_.open(at('model2'));
  const input = page.getByRole('region', { name: 'Input' });
  await input.getByRole('button', { name: '4 earlier messages' }).waitFor();
  await input.getByText('Attempt 2.').waitFor();
  await expect(input.getByText('Attempt 1.').count()).resolves.toBe(0);
  await input.getByRole('button', { name: '4 earlier messages' }).click();
  await input.getByText('Attempt 1.').waitFor();
  await input.getByRole('button', { name: 'model call 2' }).click();
  await isAt(page, 'model1');
});

test('a picture that was sent is seen', async () => {
  const page = await console_.open(at('model0'));
  const picture = page.getByRole('region', { name: 'Input' }).locator('img');
  await picture.waitFor();
  const width = await picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.naturalWidth;
  });
  expect(width).toBe(8);
});

test('time is zoomed by a key, by drawing over it and by the wheel, and is in the address', async () => {
  const page = await console_.open(at('fetch1'));
  await page.getByRole('treeitem', { selected: true }).waitFor();
  const zoomed = (isZoomed: boolean): Promise<void> =>
    page.waitForURL((url) => url.searchParams.has('zoom') === isZoomed);
  await page.keyboard.press('z');
  await zoomed(true);
  await page.keyboard.press('0');
  await zoomed(false);
  const map = await page.getByRole('img', { name: /^The whole trace/ }).boundingBox();
  if (map === null) throw new Error('there is no minimap');
  const draw = async (from: number, to: number): Promise<void> => {
    await page.mouse.move(map.x + map.width * from, map.y + 10);
    await page.mouse.down();
    await page.mouse.move(map.x + map.width * to, map.y + 10, { steps: 4 });
    await page.mouse.up();
  };
  await draw(0.25, 0.5);
  await zoomed(true);
  const [from = 0, to = 0] = (new URL(page.url()).searchParams.get('zoom') ?? '').split('..').map(Number);
  expect([from, to].map((ms) => Math.round(ms / 1_000))).toEqual([10, 20]);
  await page.reload();
  await page.getByRole('button', { name: '10.0 s – 20.0 s ×' }).click();
  await zoomed(false);
  await page.mouse.move(map.x + map.width / 2, map.y + 10);
  await page.mouse.wheel(0, -300);
  await zoomed(true);
});

test('on a phone the run leads to its reason, and Back to the run', async () => {
  const page = await console_.open(run, { viewport: PHONE, hasTouch: true });
  await page.getByRole('treeitem', { name: /^market-report/ }).tap();
  await page
    .getByRole('region', { name: 'Failed below' })
    .getByRole('button', { name: /parse_answer/ })
    .tap();
  await isAt(page, 'parse');
  await page.goBack();
  await isAt(page, 'root');
  await page.goBack();
  await page.getByRole('treeitem', { name: /parse_answer/ }).waitFor();
});

test('a key that is held does not write the address each time', async () => {
  const page = await console_.open(run);
  await page.getByRole('treeitem').first().waitFor();
  await page.evaluate(() => {
    const replace = history.replaceState.bind(history);
    history.replaceState = (...given) => {
      document.documentElement.dataset['written'] = `${Number(document.documentElement.dataset['written'] ?? 0) + 1}`;
      replace(...given);
    };
  });
  // All in one task of the page, so that no time passes between the events on a slow machine.
  await page.evaluate(() => {
    for (let n = 0; n < 6; n += 1)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }));
  });
  await page.waitForURL(/obs=/);
  expect(Number(await page.evaluate(() => document.documentElement.dataset['written']))).toBeLessThan(6);
});

test('a trace that has not arrived says so, under its name, and appears when it does', async () => {
  const page = await console_.open(`/ui/traces/${traceIdOf('late')}`, { expected: [/404/] });
  await page.getByRole('heading', { level: 1, name: traceIdOf('late') }).waitFor();
  await page.getByText('There is no such trace.').waitFor();
  await send(console_, { key: 'late', at: Date.now(), spans: [{ key: 'root', name: 'came-late' }] });
  await page.getByRole('treeitem', { name: /came-late/ }).waitFor();
});
