import { type Span, type Trace, observationIdOf, send, traceIdOf } from './spans.testing';
import { PHONE, violations, visits } from './visit.testing';

/* Questions about steps: each is answered in at most four clicks, and the answer is that of the sent spans. */

const console_ = visits('steps');

const HOUR_MS = 3_600_000;
const RUNS = 60;
/** Run that is opened from a list. */
const LAST = 'run-0';

/** Milliseconds of the calls of a run. */
const searchMs = (n: number): number => 100 + n * 10;
const fetchMs = (n: number): number => 2_000 + n;
const modelMs = (n: number): number => 1_000 + n * 50;

/** One run an hour: a prompt whose version 2 is of every third, and a page that cannot be fetched in every tenth. */
const run = (n: number, now: number): Trace => ({
  key: `run-${n}`,
  at: now - n * HOUR_MS - 10_000,
  service: n % 5 === 0 ? 'shop' : 'desk',
  spans: [
    {
      ...{ key: 'root', name: 'answer', type: 'agent', to: 9_000 },
      attributes: { 'user.id': n % 2 === 0 ? 'ada' : 'bob', 'langfuse.release': n < 30 ? 'r2' : 'r1' },
    },
    {
      ...{ key: 'search', parent: 'root', name: 'search_docs', type: 'tool', to: searchMs(n) },
      attributes: { 'langfuse.observation.metadata.region': n % 4 === 0 ? 'eu' : 'us' },
    },
    {
      ...{ key: 'fetch', parent: 'root', name: 'fetch_page', type: 'tool', to: fetchMs(n) },
      ...(n % 10 === 0 && { error: `timed out after ${n}.5 s` }),
    },
    modelCall(n),
  ],
});

const modelCall = (n: number): Span => ({
  ...{ key: 'model', parent: 'root', name: 'chat', type: 'generation', to: modelMs(n) },
  attributes: {
    'gen_ai.request.model': 'gpt-4o-mini',
    'gen_ai.usage.input_tokens': 100,
    'gen_ai.usage.output_tokens': 20,
    'langfuse.observation.prompt.name': 'greet',
    'langfuse.observation.prompt.version': n % 3 === 0 ? 2 : 1,
  },
});

/** The rule of the contract: the smallest value that at least this share does not exceed. */
function percentile(share: number, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? NaN;
}

const all = Array.from({ length: RUNS }, (_, n) => n);

beforeAll(async () => {
  const now = Date.now();
  await send(console_, ...all.map((n) => run(n, now)));
});

/** Opens the list of traces of the last week. */
const openWeek = () => console_.open('/ui/traces?range=7d');

type Page = Awaited<ReturnType<typeof openWeek>>;

const goTo = (page: Page, title: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: title }).click();

const cellsOf = async (page: Page, name: string): Promise<readonly string[]> => {
  const row = page.getByRole('row', { name: new RegExp(`^${name}`) });
  await row.waitFor();
  return row.locator('th, td').allInnerTexts();
};

test('the slowest tool', async () => {
  const page = await openWeek();
  await goTo(page, 'Steps');
  await page.getByRole('columnheader', { name: 'p95' }).getByRole('button').click();
  await page.waitForURL(/sort=p95\.desc/);
  const rows = page.locator('main table[data-opens=true] tbody tr');
  await page.getByRole('columnheader', { name: 'p95', exact: false }).waitFor();
  await expect(rows.first().locator('th').innerText()).resolves.toBe('fetch_page');
  const seconds = (share: number, of: (n: number) => number): string =>
    `${(percentile(share, all.map(of)) / 1000).toFixed(2)} s`;
  const [, calls, errors, p50, p95, p99] = await cellsOf(page, 'fetch_page');
  expect([calls, errors, p50, p95, p99]).toEqual([
    String(RUNS),
    '! 6',
    ...[seconds(0.5, fetchMs), seconds(0.95, fetchMs), seconds(0.99, fetchMs)],
  ]);
  const [, , , median] = await cellsOf(page, 'search_docs');
  expect(median).toBe(`${percentile(0.5, all.map(searchMs))} ms`);
  await page.goto(`${console_.url}/ui/steps?range=all`);
  await page.getByRole('group', { name: 'Latency of fetch_page by day' }).waitFor();
});

test('the p95 of a model by day', async () => {
  const page = await openWeek();
  await goTo(page, 'Steps');
  await page.getByRole('combobox', { name: 'By', exact: true }).selectOption('model');
  const bars = page.getByRole('group', { name: 'Latency of gpt-4o-mini by day' });
  await bars.waitFor();
  const answer = (await console_.get(
    `/api/public/observations/groups?by=model&interval=day&fromStartTime=${new Date(Date.now() - 7 * 24 * HOUR_MS).toISOString()}`,
  )) as { data: { intervals: { timestamp: string; calls: number; latency: { p95: number } }[] }[] };
  const days = answer.data[0]?.intervals ?? [];
  expect(days.length).toBeGreaterThan(2);
  for (const { calls, latency } of days) {
    await bars.getByRole('button', { name: `p95 ${latency.p95.toFixed(2)} s, ${calls} calls, 0 failed` }).waitFor();
  }
  await page.getByText('hour', { exact: true }).click();
  await page.waitForURL(/step=hour/);
  await page
    .getByRole('group', { name: 'Latency of gpt-4o-mini by hour' })
    .getByRole('button', { name: /1 calls/ })
    .last()
    .focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/range=\d{4}-/);
  await page.getByRole('row', { name: /^gpt-4o-mini 1 0 / }).waitFor();
});

test('all calls of a version of a prompt, page by page, each in its trace', async () => {
  const page = await openWeek();
  await goTo(page, 'Steps');
  await page.getByRole('combobox', { name: 'By', exact: true }).selectOption('prompt');
  await page
    .getByRole('row', { name: /^greet v1/ })
    .getByRole('rowheader')
    .getByRole('link')
    .click();
  await page.waitForURL(/promptName=greet&promptVersion=1/);
  // 40 of 60 runs.
  await page.getByText('40 steps, no older ones in this time').waitFor();
  await page.goto(`${console_.url}/ui/steps?view=list&range=7d&name=chat`);
  await page.getByText('50 steps').waitFor();
  await page.getByRole('button', { name: 'Older' }).click();
  await page.waitForURL(/after=/);
  await page.getByText('10 steps from before').waitFor();
  await page.reload();
  await page.getByText('10 steps from before').waitFor();
  await page.getByRole('button', { name: 'Newest' }).click();
  await page.getByText('50 steps').waitFor();
  await page.locator('tbody tr').first().getByRole('link').click();
  await page.waitForURL((url) => url.searchParams.get('obs') === observationIdOf(LAST, 'model'));
  await page.getByRole('treeitem', { selected: true, name: /chat/ }).waitFor();
  await page.getByRole('link', { name: 'greet v2' }).click();
  // 20 of 60 runs.
  await page.getByText('20 steps, no older ones in this time').waitFor();
});

test('what failed, and why, this week', async () => {
  const page = await openWeek();
  await goTo(page, 'Failures');
  await page.getByText('timed out after 0.5 s', { exact: true }).waitFor();
  await expect(cellsOf(page, 'timed out after # s')).resolves.toEqual(
    expect.arrayContaining(['timed out after # s', '6']),
  );
  await page.getByRole('link', { name: 'r1' }).waitFor();
  await page.getByRole('link', { name: 'Its 6 steps' }).waitFor();
  await page.getByText('Latest example').waitFor();
  await page.getByRole('link', { name: 'fetch_page' }).first().click();
  await page.waitForURL((url) => url.pathname.replaceAll('-', '').endsWith(traceIdOf(LAST)));
  await page.getByRole('treeitem', { selected: true, name: /fetch_page/ }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Its 6 steps' }).click();
  await page.getByText('6 steps, no older ones in this time').waitFor();
  await page.getByText('message group').waitFor();
});

test('a value of a step becomes a filter, which has a chip and can be changed', async () => {
  const page = await console_.open('/ui/steps?view=list&range=7d&name=search_docs');
  await page.getByRole('button', { name: 'User bob: filter or copy' }).first().click();
  await page.getByRole('menuitem', { name: 'Filter: user = bob' }).click();
  await page.getByText('30 steps, no older ones in this time').waitFor();
  await page.getByRole('button', { name: '+ Filter' }).click();
  await page.getByLabel('Filter by').selectOption('latency');
  await page.getByLabel('Value of latency').fill('0.4');
  await page.keyboard.press('Enter');
  const slow = all.filter((n) => n % 2 === 1 && searchMs(n) >= 400).length;
  await page.getByText(`${slow} steps, no older ones in this time`).waitFor();
  await page.getByRole('button', { name: 'Errors only' }).click();
  await page.getByRole('status').getByText('There is no step in this time').waitFor();
});

test('filters of steps can be typed, and other words are a part of the message', async () => {
  const page = await console_.open('/ui/steps?view=list&range=7d');
  await page.locator('tbody tr').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('tool:fetch_');
  await page.locator('datalist option[value="tool:fetch_page"]').waitFor({ state: 'attached' });
  await page.keyboard.type('page latency>2.005s -user:bob timed out');
  await page.keyboard.press('Enter');
  await page.waitForURL(/toolName=fetch_page&latency\.gt=2\.005&userId\.not=bob&statusMessage\.contains=timed\+out/);
  // Runs 10, 20, … 50 are slower, run 0 is not.
  await page.getByText('5 steps, no older ones in this time').waitFor();
});

test('a member of metadata leads from a step to all steps with it, and can be typed', async () => {
  const page = await console_.open('/ui/steps?view=list&range=7d');
  await page.locator('tbody tr').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('metadata.region:eu latency<=200ms');
  await page.keyboard.press('Enter');
  await page.waitForURL(/metadata\.region=eu&latency\.lte=0\.2/);
  // Runs 0, 4 and 8.
  await page.getByText('3 steps, no older ones in this time').waitFor();
  await page.locator('tbody tr').first().getByRole('link').click();
  await page.getByRole('tab', { name: 'Attributes' }).click();
  await page.getByTitle('All steps with this region').click();
  await page.waitForURL(/range=30d&metadata\.region=eu/);
  // 15 of 60 runs.
  await page.getByText('15 steps, no older ones in this time').waitFor();
});

/** Types into the search field of the list of traces, and expects a completion. */
async function completes(page: Page, typed: string, completed: string): Promise<void> {
  await page.getByLabel('Search traces').fill(typed);
  await page.locator(`datalist option[value="${completed}"]`).waitFor({ state: 'attached' });
}

test('traces are found by what one of their steps has, by what none has, and by service, as typed', async () => {
  const page = await openWeek();
  await page.locator('tbody tr').first().waitFor();
  await completes(page, 'st', 'step.');
  await completes(page, 'step.to', 'step.tool:');
  await completes(page, 'step.tool:fet', 'step.tool:fetch_page');
  await completes(page, 'step.metadata.reg', 'step.metadata.region:');
  await completes(page, 'step.metadata.region:e', 'step.metadata.region:eu');
  await completes(page, 'service:d', 'service:desk');
  await page.getByLabel('Search traces').fill('step.tool:search_docs step.latency<=200ms step.metadata.region:eu');
  await page.keyboard.press('Enter');
  await page.waitForURL(/step\.toolName=search_docs&step\.latency\.lte=0\.2&step\.metadata\.region=eu$/);
  const traces = page.locator('main table tbody tr');
  // Runs 0, 4 and 8: one step has all of it.
  await page.locator('tbody > tr:nth-child(3):last-child').waitFor();
  await page.getByRole('button', { name: 'step tool: search_docs', exact: true }).waitFor();
  await page.getByLabel('Search traces').fill('-step.level:ERROR service:shop');
  await page.keyboard.press('Enter');
  await page.waitForURL(/nostep\.level=ERROR&service=shop$/);
  // No run of the shop among them is without a failure: 0 is of the shop, but failed.
  await page.getByRole('status').getByText('no step with level is ERROR').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'no step with level: ERROR', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Filter' });
  await expect(form.getByLabel('Filter by').inputValue()).resolves.toBe('nostep.level');
  await form.getByLabel('Filter by').selectOption('nostep.toolName');
  await form.getByRole('combobox', { name: 'Value of no step with tool' }).fill('none of these');
  await form.getByRole('button', { name: 'Change' }).click();
  // Run 0 alone.
  await page.locator('tbody > tr:first-child:last-child').waitFor();
  await expect(traces.count()).resolves.toBe(1);
});

test('a row of steps leads to the traces with such a step', async () => {
  const page = await openWeek();
  await goTo(page, 'Steps');
  await page
    .getByRole('row', { name: /^fetch_page/ })
    .getByTitle('Traces with such a step')
    .click();
  await page.waitForURL(/traces\?range=7d&step\.toolName=fetch_page$/);
  await page.locator('tbody > tr:nth-child(50)').waitFor();
  await page.goto(`${console_.url}/ui/steps?view=list&range=7d&level=ERROR&userId=ada`);
  await page.getByRole('button', { name: 'Type TOOL: filter or copy' }).first().click();
  await page.getByRole('menuitem', { name: 'Traces with such a step' }).click();
  await page.waitForURL(/step\.level=ERROR&userId=ada&step\.type=TOOL$/);
  // Runs 0, 10, … 50 failed; all of them are of ada.
  await page.locator('tbody > tr:nth-child(6):last-child').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Traces with such a step' }).click();
  await page.waitForURL(/step\.level=ERROR&userId=ada$/);
  await page.locator('tbody > tr:nth-child(6):last-child').waitFor();
  await goTo(page, 'Failures');
  await page
    .getByRole('row', { name: /^timed out after # s/ })
    .getByTitle('Traces with such a step')
    .click();
  await page.waitForURL(/step\.level=ERROR&step\.statusMessageGroup=/);
  await page.locator('tbody > tr:nth-child(6):last-child').waitFor();
});

test('steps by service, and usage by service with its traces', async () => {
  const page = await openWeek();
  await goTo(page, 'Steps');
  await page.getByRole('combobox', { name: 'By', exact: true }).selectOption('service');
  // Four steps of 12 runs.
  await expect(cellsOf(page, 'shop')).resolves.toEqual(expect.arrayContaining(['shop', '48', '! 6']));
  await goTo(page, 'Usage');
  // Tables are read when they are seen.
  await page.getByRole('region', { name: 'Usage' }).press('End');
  await page.getByRole('button', { name: 'shop' }).click();
  await page.waitForURL(/service=shop/);
});

test('stored values complete a filter of steps', async () => {
  const page = await console_.open('/ui/steps?view=list&range=7d');
  await page.getByRole('button', { name: '+ Filter' }).click();
  await page.getByLabel('Filter by').selectOption('toolName');
  await page.getByRole('combobox', { name: 'Value of tool' }).fill('fetch');
  await page.getByRole('option', { name: 'fetch_page' }).click();
  await page.waitForURL(/toolName=fetch_page/);
});

test('a range of time is kept from page to page', async () => {
  const page = await openWeek();
  for (const title of ['Steps', 'Failures', 'Sessions', 'Usage', 'Metrics', 'Traces']) {
    await goTo(page, title);
    await page.waitForURL((url) => url.pathname.endsWith(`/${title.toLowerCase()}`));
    expect(new URL(page.url()).searchParams.get('range')).toBe('7d');
  }
});

test('groups and failures are readable on a phone, with the failed request of one part named', async () => {
  const page = await console_.open('/ui/steps?range=7d', { viewport: PHONE, expected: [/status of 503/] });
  await page.getByRole('row', { name: /^fetch_page/ }).waitFor();
  await expect(violations(page)).resolves.toEqual([]);
  await page.route('**/api/public/observations/groups?*', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '30' }, json: { message: 'too many observations' } }),
  );
  await page.goto(`${console_.url}/ui/failures?range=30d`);
  await page.getByRole('button', { name: /Try again/ }).waitFor();
});
