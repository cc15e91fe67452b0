import { supportSession } from './conversations.testing';
import { type Span, type Trace, send, traceIdOf } from './spans.testing';
import { visits } from './visit.testing';

/* N2 and N4: two traces side by side, and common properties of slow or failed ones. */

const console_ = visits('compare');

beforeAll(async () => {
  const now = Date.now();
  await send(console_, ...supportSession('chat-1', now - 120_000));
  const others = Array.from({ length: 40 }, (_, n): Trace => {
    const isBad = n % 4 === 0;
    return {
      key: `run-${n}`,
      at: now - n * 10_000,
      spans: [
        {
          key: 'root',
          name: 'nightly-run',
          to: isBad ? 9_000 : 500,
          ...(isBad && { error: 'it failed' }),
          attributes: { 'langfuse.release': isBad ? 'release-with-the-fault' : 'release-before' },
        },
        { key: 'fetch', parent: 'root', name: 'fetch_rows', type: 'tool', from: 50, to: isBad ? 8_850 : 450 },
      ],
    };
  });
  await send(console_, ...others);
});

test('two traces are aligned, and what only one has is told apart', async () => {
  const page = await console_.open(`/ui/compare?left=${traceIdOf('chat-1/1')}&right=${traceIdOf('chat-1/2')}`);
  const grid = page.getByRole('grid');
  await grid
    .getByRole('row', { name: /send_mail/ })
    .first()
    .waitFor();
  await grid
    .getByRole('row', { name: /support-chat/ })
    .first()
    .click();
  await page.getByRole('region', { name: 'Step' }).getByText(/again/).first().waitFor();
  await page.getByRole('button', { name: 'Only differences' }).click();
  await page.waitForURL(/show=changes/);
  await page.reload();
  await grid
    .getByRole('row', { name: /send_mail/ })
    .first()
    .waitFor();
});

test('from a trace that failed to the last good one, and to the step that makes the difference', async () => {
  const page = await console_.open(`/ui/traces/${traceIdOf('run-0')}`);
  await page.getByRole('link', { name: 'Compare' }).click();
  const good = page.getByRole('region', { name: 'The newest without errors' });
  await good.getByRole('link', { name: 'nightly-run' }).first().click();
  // The earlier trace is on the left, whatever the order of selection.
  await page.waitForURL((url) => url.searchParams.get('right') === traceIdOf('run-0'));
  expect(new URL(page.url()).searchParams.get('left')?.replaceAll('-', '')).toBe(traceIdOf('run-1'));
  await page.getByRole('button', { name: 'Most time' }).click();
  await page.waitForURL(/show=time/);
  await page
    .getByRole('row', { name: /fetch_rows/ })
    .getByText('+8.40 s')
    .waitFor();
  await expect(page.getByRole('grid').getByRole('row').nth(1).innerText()).resolves.toMatch(
    /fetch_rows.*in\s+nightly-run/s,
  );
});

test('of the failed traces the release with the fault is what is different', async () => {
  const page = await console_.open('/ui/different?failed=1');
  const found = page.getByRole('row', { name: /release-with-the-fault/ }).first();
  await found.waitFor();
  await found.getByRole('link').first().click();
  await page
    .getByRole('row', { name: /nightly-run/ })
    .first()
    .waitFor();
  expect(decodeURIComponent(page.url())).toContain('release-with-the-fault');
});

test('rarer values are collapsed, one choice replaces another, and the selection is shown', async () => {
  const page = await console_.open('/ui/different?name=nightly-run&failed=1');
  await page.getByRole('row', { name: /release-with-the-fault/ }).waitFor();
  await page.getByText('selected: level is ERROR.').waitFor();
  const less = page.getByRole('row', { name: /release-before/ });
  await expect(less.count()).resolves.toBe(0);
  await page.getByRole('button', { name: 'Show 1 more difference of the same fields' }).click();
  await less.waitFor();
  await page.getByRole('button', { name: 'Slow (≥ 9.00 s)' }).click();
  await page.waitForURL((url) => url.searchParams.get('slowFrom') === '9' && !url.searchParams.has('failed'));
  await page.getByText('selected: latency is at least 9.00 s.').waitFor();
  await page.getByRole('textbox', { name: 'Cost at least' }).fill('0');
  await page.keyboard.press('Enter');
  await page.getByText('latency is at least 9.00 s and cost is at least $0').waitFor();
});

test('of very many traces each is counted, also by the models that they call, and a press shows them', async () => {
  const now = Date.now() - 3_600_000;
  const called = (model: string): Span => ({
    ...{ key: 'call', parent: 'root', name: 'chat', type: 'generation', to: 100 },
    attributes: { 'gen_ai.request.model': model },
  });
  await send(
    console_,
    ...Array.from({ length: 1_500 }, (_, n): Trace => {
      const isRare = n % 500 === 3;
      const root = { key: 'root', name: 'many-run', to: 100, ...(isRare && { error: 'it failed' }) };
      return {
        key: `many-${n}`,
        at: now - n,
        spans: [root, ...(n % 2 === 0 ? [] : [called(isRare ? 'rare' : 'usual')])],
      };
    }),
  );
  const page = await console_.open('/ui/different?name=many-run&failed=1');
  await page.getByRole('link', { name: '3 of 1,500 traces' }).waitFor();
  const rare = page.getByRole('row', { name: /model rare/ });
  await rare.waitFor();
  await expect(
    rare.locator('td[title]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title'))),
  ).resolves.toEqual(['3 of 3', '0 of 1,497']);
  await rare.getByRole('link').click();
  await page.waitForURL(/model=rare/);
  await page.locator('tbody > tr:nth-child(3):last-child').waitFor();
});
