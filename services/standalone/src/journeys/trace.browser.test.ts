import type { Request } from 'playwright-core';
import { type Span, longTrace, observationIdOf, send, traceIdOf } from './spans.testing';
import { PHONE, visits } from './visit.testing';

/* M5, N1, N6, N10: a trace, from a few observations to ten thousand. */

const console_ = visits('trace');
const COUNT = 10_000;
const DAY_MS = 86_400_000;
const DEEPEST = 20;

const TEXTS = `/api/public/observations?`;
const retriever = (n: number): Span => {
  return {
    key: `r${n}`,
    parent: 'root',
    name: 'retrieve',
    output: [{ text: n === 2 ? 'She said "purple\nÉlan"' : 'none' }],
  };
};

const nested = Array.from({ length: DEEPEST + 1 }, (_, n): Span => {
  return { key: `n${n}`, ...(n > 0 && { parent: `n${n - 1}` }), name: `goal ${n}`, to: 100 - n };
});

beforeAll(async () => {
  const now = Date.now();
  await send(console_, longTrace('long', COUNT, now), longTrace('short', 50, now), {
    key: 'orphan',
    at: now,
    spans: [{ key: 'child', parent: 'lost', name: 'left-behind' }],
  });
  await send(
    console_,
    { key: 'deep', at: now, spans: nested },
    {
      key: 'waits',
      at: now,
      spans: [
        { key: 'root', name: 'nightly', to: 1_000 },
        { key: 'load', parent: 'root', name: 'load', to: 200 },
        { key: 'beside', parent: 'root', name: 'beside', from: 200, to: 900 },
        { key: 'enrich', parent: 'root', name: 'enrich', from: 200, to: 1_000 },
        { key: 'call', parent: 'enrich', name: 'chat', type: 'generation', from: 210, to: 990 },
      ],
    },
    {
      key: 'texts',
      at: now,
      spans: [
        { key: 'root', name: 'rag', attributes: { 'langfuse.trace.metadata.region': 'Atlantis' } },
        ...[0, 1, 2].map(retriever),
      ],
    },
    {
      key: 'old',
      at: now - 40 * DAY_MS,
      spans: [{ key: 'root', name: 'asked-long-ago', attributes: { 'user.id': 'tom' } }],
    },
  );
});

const address = (key: string, rest = '') => `/ui/traces/${traceIdOf(key)}${rest}`;

test(`${COUNT} observations are shown by few elements, from the first to the last`, async () => {
  const page = await console_.open(address('long'));
  const tree = page.getByRole('tree', { name: 'Observations' });
  await tree.getByRole('treeitem').first().waitFor();
  await tree.focus();
  await page.keyboard.press('End');
  await tree.getByRole('treeitem', { name: /search_web/, selected: true }).waitFor();
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(200);
  await page.keyboard.press('Home');
  await tree.getByRole('treeitem', { name: /research-agent/, selected: true }).waitFor();
});

test('arrows and letters move, fold and unfold; the next error is one key away', async () => {
  const page = await console_.open(address('short'));
  const tree = page.getByRole('tree', { name: 'Observations' });
  const selected = (name: RegExp) => tree.getByRole('treeitem', { name, selected: true }).waitFor();
  await tree.getByRole('treeitem').first().waitFor();
  await tree.focus();
  await page.keyboard.press('ArrowDown');
  await selected(/^step 0/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await selected(/^step 1/);
  // What is folded is in the address.
  await page.waitForURL((url) => url.searchParams.getAll('fold').length === 1);
  await page.reload();
  await selected(/^step 1/);
  await tree.getByRole('treeitem', { name: /^step 0/, expanded: false }).waitFor();
  await tree.focus();
  await page.keyboard.press('k');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await selected(/^chat, model call/);
  await page.keyboard.press('e');
  await selected(/error/);
  await page.waitForURL((url) => url.searchParams.get('obs') === observationIdOf('short', 'n40'));
  await page.reload();
  await selected(/error/);
});

test('rows say to who does not see them what they are, how long they took and when they began', async () => {
  const page = await console_.open(address('short'));
  const step = page.getByRole('treeitem', { name: 'step 0, span, 100 ms, start 0 ms' });
  await step.waitFor();
  await expect(step.getAttribute('aria-level')).resolves.toBe('2');
  await expect(step.getAttribute('aria-setsize')).resolves.toBe('5');
});

test('what is looked for in a trace is found, one match after the other', async () => {
  const page = await console_.open(address('long'));
  await page.getByRole('treeitem').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('step 777');
  await page.keyboard.press('Enter');
  await page.getByRole('treeitem', { name: /^step 777,/ }).waitFor();
});

test('texts that nobody has opened are searched, once something is searched, and it is said of how many', async () => {
  const page = await console_.open(address('texts'));
  await page.getByRole('treeitem').first().waitFor();
  const asked: string[] = [];
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(`**${TEXTS}**`, async (route) => {
    asked.push(route.request().url());
    await held;
    await route.continue();
  });
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  await page.keyboard.press('/');
  await page.keyboard.type('purple');
  await page.getByText('Searched in 1 of 5 texts so far').waitFor();
  await page.getByText('none', { exact: true }).waitFor();
  goOn();
  await page.getByText('Searched in all 5 texts').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('obs') === observationIdOf('texts', 'r2'));
  const field = page.getByRole('searchbox', { name: 'Find in this trace' });
  const matches = page.getByRole('toolbar', { name: 'Rows' }).getByRole('status');
  for (const wanted of ['said "PURPLE', 'élan']) {
    await field.fill(wanted);
    await matches.getByText('1 of 1', { exact: true }).waitFor();
  }
  // Of the trace itself, beside its root.
  await field.fill('atlantis');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('obs') === observationIdOf('texts', 'root'));
  expect(asked).toHaveLength(1);
});

test('where the server is too busy for the texts, it is said how many were searched, and read on', async () => {
  const page = await console_.open(address('texts'), { expected: [/status of 503/] });
  await page.getByRole('treeitem').first().waitFor();
  const busy = {
    status: 503,
    headers: { 'retry-after': '300' },
    contentType: 'application/json',
    body: '{"message":"busy"}',
  };
  await page.route(`**${TEXTS}**`, (route) => route.fulfill(busy));
  await page.keyboard.press('/');
  await page.keyboard.type('purple');
  await page.getByRole('alert').getByText('The server is too busy').waitFor();
  await page.getByText('Searched in 1 of 5 texts', { exact: true }).waitFor();
  await page.unroute(`**${TEXTS}**`);
  await page.getByRole('button', { name: /^Try again/ }).click();
  await page.getByText('Searched in all 5 texts').waitFor();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test(`all texts of ${COUNT} observations are searched, by one request after the other, until the page is left`, async () => {
  const page = await console_.open(address('long'));
  await page.getByRole('treeitem').first().waitFor();
  const isText = (request: Request): boolean => request.url().includes(TEXTS) && request.url().includes('limit=50');
  let [open, most, all] = [0, 0, 0];
  page.on('request', (request) => {
    if (!isText(request)) return;
    [open, all] = [open + 1, all + 1];
    most = Math.max(most, open);
  });
  const ended = (request: Request): void => void (open -= isText(request) ? 1 : 0);
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  await page.keyboard.press('/');
  // A word of what OTLP keeps in the metadata of each.
  await page.keyboard.type('journeys');
  await page.getByText('Searched in all 10,001 texts').waitFor();
  await page.getByRole('toolbar', { name: 'Rows' }).getByText('1 of 10,000', { exact: true }).waitFor();
  expect([most, all]).toEqual([1, COUNT / 50]);

  await page.reload();
  await page.getByText(/^Searched in [\d,]+ of 10,001 texts so far/).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await page.getByText('Searched in').waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  expect(all).toBeLessThan((COUNT / 50) * 2);
  expect(open).toBe(0);
});

test('what a trace waited for is told, and shown without what ran beside it', async () => {
  const page = await console_.open(address('waits'));
  const path = page.getByRole('group', { name: 'Slow path' });
  await path.getByRole('button', { name: 'load 20 %' }).waitFor();
  await path.getByRole('button', { name: 'chat 78 %' }).click();
  await page.waitForURL((url) => url.searchParams.get('obs') === observationIdOf('waits', 'call'));
  await page.goBack();
  await page.goto(console_.url + address('waits'));
  await path.getByRole('button', { name: 'Show only this path' }).click();
  await page.getByText('1 other filtered').waitFor();
  await page.waitForURL(/path=1/);
  await page.reload();
  await page.getByText('1 other filtered').waitFor();
  const names = await page.getByRole('treeitem').allInnerTexts();
  expect(names.map((text) => /[a-z]+/.exec(text)?.[0])).toEqual(['nightly', 'load', 'enrich', 'chat']);
  await page.keyboard.press('s');
  await page.getByRole('treeitem', { name: /^beside/ }).waitFor();
});

test('an observation whose parent has not come is shown as that', async () => {
  const page = await console_.open(address('orphan'));
  await page
    .getByRole('treeitem', { name: /left-behind.*parent not received/ })
    .getByText('parent not received')
    .waitFor();
});

test('on a phone a row has a name however deep it is', async () => {
  const page = await console_.open(address('deep'), { viewport: PHONE });
  const name = page.getByRole('treeitem', { name: `goal ${DEEPEST}` }).getByText(`goal ${DEEPEST}`);
  await name.waitFor();
  expect((await name.boundingBox())?.width).toBeGreaterThan(30);
});

test('what else the user of an old trace did is found, however long ago it was', async () => {
  const page = await console_.open(address('old'));
  await page.getByRole('link', { name: 'tom' }).click();
  await page.getByRole('row', { name: /asked-long-ago/ }).waitFor();
});

test('what is added to a trace while it is open appears', async () => {
  const page = await console_.open(address('orphan'));
  await page.getByRole('treeitem', { name: /left-behind/ }).waitFor();
  await send(console_, { key: 'orphan', at: Date.now(), spans: [{ key: 'lost', name: 'the-parent' }] });
  await page.keyboard.press('r');
  await page.getByRole('treeitem', { name: /the-parent/ }).waitFor();
});
