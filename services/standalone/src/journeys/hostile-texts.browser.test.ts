import { hostileTraces } from './hostile-corpus.testing';
import { send, traceIdOf } from './spans.testing';
import { visits } from './visit.testing';

/* N8: traces with hostile contents. Any violation of the policy, request elsewhere or error fails (visits). */

const console_ = visits('hostile-texts');
const TRACES = hostileTraces(Date.now());
const TABS = ['json', 'raw', 'attributes'];

beforeAll(async () => {
  for (const trace of TRACES) await send(console_, trace);
});

test('the list shows all of it as text', async () => {
  const page = await console_.open('/');
  const row = page.getByRole('row', { name: '<script>window.taken' }).first();
  await row.getByText('+188').waitFor();
  await expect(page.evaluate(() => 'taken' in window)).resolves.toBe(false);
  await expect(page.locator('main script, main iframe, main img, main a[href^="javascript:"]').count()).resolves.toBe(
    0,
  );
});

test.each(TRACES.map(({ key }) => key))('each tab of the trace %s shows it as text', async (key) => {
  const page = await console_.open(`/ui/traces/${traceIdOf(key)}`);
  const rows = page.getByRole('tree', { name: 'Observations' }).getByRole('treeitem');
  await rows.first().waitFor();
  for (const row of await rows.all()) {
    await row.click();
    await page.waitForLoadState('networkidle');
    for (const [n, tab] of TABS.entries()) {
      await page.keyboard.press(String(n + 2));
      await page.waitForURL((url) => url.searchParams.get('tab') === tab);
    }
    await page.keyboard.press('1');
  }
  await expect(page.evaluate(() => 'taken' in window)).resolves.toBe(false);
  await expect(
    page
      .locator('main script, main iframe, main object, main a[href^="javascript:" i], main a[href^="data:text" i]')
      .count(),
  ).resolves.toBe(0);
  await expect(page.evaluate(() => 'polluted' in {})).resolves.toBe(false);
});
