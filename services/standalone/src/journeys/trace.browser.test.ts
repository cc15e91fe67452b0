import type { Page } from 'playwright-core';
import { type Span, longTrace, observationIdOf, send, traceIdOf } from './spans.testing';
import { PHONE, answerFor, holdRequests, untilHeld, visits } from './visit.testing';

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

test('arrows and letters move, collapse and expand; the next error is one key away', async () => {
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
  // The address contains the collapsed rows.
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
  page.on('request', (request) => request.url().includes(TEXTS) && asked.push(request.url()));
  await page.reload();
  await page.getByRole('treeitem').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual([]);
  const release = await holdRequests(page, TEXTS);
  await page.getByRole('treeitem').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('purple');
  await page.getByText('Searched in 1 of 5 texts so far').waitFor();
  await page.getByText('none', { exact: true }).waitFor();
  await release();
  await page.getByText('Searched in all 5 texts').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('obs') === observationIdOf('texts', 'r2'));
  const field = page.getByRole('searchbox', { name: 'Find in this trace' });
  const matches = page.getByRole('toolbar', { name: 'Rows' }).getByRole('status');
  for (const wanted of ['said "PURPLE', 'élan']) {
    await field.fill(wanted);
    await matches.getByText('1 of 1', { exact: true }).waitFor();
  }
  // Text of the trace itself, next to its root.
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
  await answerFor(page, `**${TEXTS}**`, (route) => route.fulfill(busy));
  await page.getByRole('treeitem').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('purple');
  await page.getByRole('alert').getByText('The server is too busy').waitFor();
  await page.getByText('Searched in 1 of 5 texts', { exact: true }).waitFor();
  await page.unroute(`**${TEXTS}**`);
  await page.getByRole('button', { name: /^Try again/ }).click();
  await page.getByText('Searched in all 5 texts').waitFor();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

/** Counts requests of a page for texts in the page; `most` of them were in flight at once. Events of the browser have another order. */
async function countTexts(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript((part) => {
    const seen = { open: 0, most: 0, all: 0 };
    Object.assign(window, { seen });
    const send = window.fetch.bind(window);
    window.fetch = async (to, init) => {
      const url = to instanceof Request ? to.url : String(to);
      if (!url.includes(part) || !url.includes('limit=50')) return send(to, init);
      seen.open += 1;
      seen.all += 1;
      seen.most = Math.max(seen.most, seen.open);
      try {
        const answer = await send(to, init);
        return new Response(await answer.blob(), answer);
      } finally {
        seen.open -= 1;
      }
    };
  }, TEXTS);
  await page.reload();
  return () => page.evaluate(() => (window as unknown as { readonly seen: unknown }).seen);
}

test(`all texts of ${COUNT} observations are searched, by one request after the other, until the page is left`, async () => {
  const page = await console_.open(address('long'));
  const counted = await countTexts(page);
  await page.getByRole('treeitem').first().waitFor();
  await page.keyboard.press('/');
  // A word in the metadata of each, from OTLP.
  await page.keyboard.type('journeys');
  await page.getByText('Searched in all 10,001 texts').waitFor();
  await page.getByRole('toolbar', { name: 'Rows' }).getByText('1 of 10,000', { exact: true }).waitFor();
  await expect(counted()).resolves.toEqual({ open: 0, most: 1, all: COUNT / 50 });

  const release = await holdRequests(page, TEXTS);
  await page.getByText(/^Searched in [\d,]+ of 10,001 texts so far/).waitFor();
  await untilHeld(page, 'limit=50');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Usage' }).click();
  await page.getByText('Searched in').waitFor({ state: 'detached' });
  await release();
  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  await expect(counted()).resolves.toEqual({ open: 0, most: 1, all: 1 });
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
