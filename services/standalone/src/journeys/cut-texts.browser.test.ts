import type { Page } from 'playwright-core';
import { cutTexts } from './cut-texts.testing';
import { type Span, type Trace, observationIdOf, send, traceIdOf } from './spans.testing';
import { DESK, visits } from './visit.testing';

/* M3, M11: no page cuts a number; the tooltip contains the whole of any other cut text, whatever was sent. */

const console_ = visits('cut-texts');
const LONG = 'somebody-has-called-it-by-a-name-that-no-column-has-room-for/with-parts/and-a-number-17';
const SESSION = `session-${LONG}`;
const HOUR_MS = 3_600_000;
const AT = Date.now() - HOUR_MS;

/** USD of calls; the sum has many digits. */
const COSTS = [0.000_000_24, 0.0095, 0.03, 1_234_567.8912];
const LATENCIES = [600_000, 100 * HOUR_MS, HOUR_MS - 1_000, 640];

const traces = LATENCIES.map((to, n): Trace => {
  const attributes = {
    ...{ 'user.id': `user-${LONG}`, 'session.id': SESSION, 'langfuse.environment': `environment-${LONG.slice(0, 24)}` },
    ...{ 'langfuse.release': `release-${LONG}`, 'langfuse.version': `version-${LONG}` },
  };
  const calls = COSTS.map((cost, call): Span => ({
    key: `call-${call}`,
    parent: 'root',
    name: `chat ${LONG}`,
    type: 'generation',
    to: (to * (call + 1)) / 5,
    ...(call === 1 && n === 0 && { error: `failed as ${LONG}` }),
    attributes: {
      'gen_ai.request.model': `model-${call % 2}-${LONG}`,
      'langfuse.observation.usage_details': JSON.stringify({ input: 12_345_678, output: 23_456_789 }),
      'langfuse.observation.cost_details': JSON.stringify({ total: n === 3 ? cost / 1e6 : cost }),
    },
  }));
  const root: Span = { key: 'root', name: `run-${LONG}`, type: 'agent', to, input: `What is ${LONG}?`, attributes };
  return { key: `cut-${n}`, at: AT - to, spans: [root, ...calls] };
});

beforeAll(async () => {
  await send(console_, ...traces);
  const points = [12_345_678.901_2, -0.000_012_345, 98_765_432].map((value, n) => ({
    name: `metric.${LONG}`,
    labels: { host: `host-${n}-${LONG}` },
    value,
    timestamp: new Date(AT).toISOString(),
  }));
  await console_.post('/v1/metrics/batch', JSON.stringify({ metrics: points }));
});

const ONE = `/ui/traces/${traceIdOf('cut-0')}`;
const METRIC = `/ui/metrics?range=24h&name=metric.${LONG}&by=host`;

/** Address of each page, and the element to wait for. */
const PAGES: readonly (readonly [name: string, path: string, shown: string])[] = [
  ['the list', '/ui/traces?range=30d', 'tbody tr'],
  ['a trace', ONE, '[role=treeitem]'],
  ['a trace of 100 hours', `/ui/traces/${traceIdOf('cut-1')}`, '[role=treeitem]'],
  ['a call', `${ONE}?obs=${observationIdOf('cut-0', 'call-0')}&tab=attributes`, '[role=tabpanel]'],
  ['the sessions', '/ui/sessions?range=30d', 'tbody tr'],
  ['a session', `/ui/sessions/${encodeURIComponent(SESSION)}`, 'main >> text=What is'],
  ['the usage', '/ui/usage', 'main table'],
  ['the metrics', '/ui/metrics', 'main li a'],
  ['a metric', METRIC, 'main table'],
  ['values of a metric', `${METRIC}&view=table`, 'main table'],
  ['what is different', '/ui/different?range=30d&failed=1', 'main h1'],
  ['a comparison', `/ui/compare?left=${traceIdOf('cut-0')}&right=${traceIdOf('cut-1')}`, '[role=gridcell]'],
  ['what to compare with', `/ui/compare?left=${traceIdOf('cut-0')}`, 'main li'],
];

test.each(PAGES)('on %s no number is cut, and cut texts have a tooltip', async (_, path, shown) => {
  const page = await console_.open(path, { viewport: { width: 1280, height: 800 } });
  await page.locator(shown).first().waitFor();
  await page.waitForLoadState('networkidle');
  const small = await cutTexts(page);
  await page.setViewportSize(DESK);
  expect({ small, desk: await cutTexts(page) }).toEqual({
    small: { numbers: [], withoutTitle: [] },
    desk: { numbers: [], withoutTitle: [] },
  });
});

const withCounts = (page: Page): Promise<unknown> =>
  page.route('**/api/public/traces?*', async (route) => {
    // An answer 304 has nothing to change.
    const { 'if-none-match': _, ...headers } = route.request().headers();
    const answer = await route.fetch({ headers });
    const body = (await answer.json()) as { readonly data: readonly object[] };
    const counts = { observationCount: 12_345_678, errorCount: 12_345_678, warningCount: 98_765_432 };
    await route.fulfill({
      response: answer,
      json: { ...body, data: body.data.map((each) => ({ ...each, ...counts })) },
    });
  });

test('a column of the list is as wide as its numbers, of any column and however narrow it was drawn', async () => {
  const page = await console_.open('/ui/start', { viewport: { width: 4_000, height: 800 } });
  await withCounts(page);
  await page.goto(`${console_.url}/ui/traces?range=30d`);
  await page.locator('tbody tr').first().waitFor();
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const hidden = page.getByRole('list', { name: 'Columns that are not shown' }).getByRole('checkbox');
  await hidden.first().waitFor();
  while ((await hidden.count()) > 0) await hidden.first().click();
  await page.keyboard.press('Escape');
  for (const edge of await page.getByRole('slider').all()) {
    for (let n = 0; n < 12; n += 1) await edge.press('ArrowLeft');
  }
  await page.getByRole('cell', { name: '98,765,432' }).first().waitFor();
  await expect(cutTexts(page)).resolves.toEqual({ numbers: [], withoutTitle: [] });
});
