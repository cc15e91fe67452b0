import { hostileTraces } from './hostile-corpus.testing';
import { send, traceIdOf } from './spans.testing';
import { visits } from './visit.testing';

/* N8: what traces hold is hostile. Any violation of the policy, request elsewhere or error fails (visits). */

const console_ = visits('hostile');
const TRACES = hostileTraces(Date.now());
const TABS = ['conversation', 'json', 'raw', 'attributes'];

beforeAll(async () => {
  for (const trace of TRACES) await send(console_, trace);
});

test('the list shows all of it as text', async () => {
  const page = await console_.open('/');
  await page.getByRole('row', { name: '<script>document.title' }).first().waitFor();
  await expect(page.title()).resolves.not.toContain('taken');
  await expect(page.locator('main script, main iframe, main img, main a[href^="javascript:"]').count()).resolves.toBe(
    0,
  );
});

test.each(TRACES.map(({ key }) => key))('each tab of the trace %s shows it as text', async (key) => {
  const page = await console_.open(`/ui/traces/${traceIdOf(key)}`);
  await page.getByRole('tree').waitFor();
  for (const row of await page.getByRole('treeitem').all()) {
    await row.click();
    for (const tab of TABS) {
      const button = page.getByRole('tab', { name: new RegExp(tab, 'i') });
      if ((await button.count()) > 0) await button.click();
      await page.waitForLoadState('networkidle');
    }
  }
  await expect(page.title()).resolves.not.toContain('taken');
  await expect(
    page
      .locator('main script, main iframe, main object, main a[href^="javascript:" i], main a[href^="data:text" i]')
      .count(),
  ).resolves.toBe(0);
  await expect(page.evaluate(() => 'polluted' in {})).resolves.toBe(false);
});
