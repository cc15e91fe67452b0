import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { longTrace, send, traceIdOf } from './spans.testing';
import { visits } from './visit.testing';

/* `npm run check` compares the sizes of these views with the budgets; this test checks that it counts all files that they load. */

const console_ = visits('budgets');
const SCRIPT = join(__dirname, '../../../../scripts/console-budgets.mjs');

interface View {
  readonly name: string;
  readonly files: readonly string[];
}

/** No request failed or was made twice. */
const asked = [{ role: 'user', content: 'Where is it?' }];
const quiet = { key: 'quiet', name: 'chat', type: 'generation', input: asked, output: 'Here.' } as const;
const formatted = { ...quiet, output: 'It is **here**.' };

beforeAll(() => {
  const at = Date.now();
  return send(
    console_,
    longTrace('weighed', 50, at),
    { key: 'quiet', at, spans: [quiet] },
    { key: 'formatted', at, spans: [formatted] },
  );
});

test.each([
  ['the list of traces', '/ui/', 'tbody tr'],
  ['a trace by its link', `/ui/traces/${traceIdOf('quiet')}`, '[role=treeitem]'],
  ['a trace with Markdown by its link', `/ui/traces/${traceIdOf('formatted')}`, 'strong'],
  ['a trace with loops or failures by its link', `/ui/traces/${traceIdOf('weighed')}`, '[role=treeitem]'],
])('all files that %s loads are counted', async (name, path, shown) => {
  const views = JSON.parse(execFileSync(process.execPath, [SCRIPT, '--json'], { encoding: 'utf8' })) as View[];
  const counted = views.find((view) => view.name === name)?.files;
  const page = await console_.open(path);
  // A signed-in user, as in another tab, does not load the sign-in.
  await page.reload();
  await page.locator(shown).first().waitFor();
  await page.waitForLoadState('networkidle');
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => new URL(entry.name).pathname)
      .flatMap((file) => (file.startsWith('/ui/') ? [file.slice('/ui/'.length)] : [])),
  );
  expect(loaded.length).toBeGreaterThan(3);
  expect(counted).toEqual(expect.arrayContaining(loaded));
});
