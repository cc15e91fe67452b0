import { captureNames } from '@sluice/testbed/samples';
import { type Trace, send, sendCaptures } from './spans.testing';
import { PHONE, violations, visits } from './visit.testing';

/* M3, M4, M12, M16: the list of traces, with captures of real SDKs. */

const console_ = visits('list');

beforeAll(async () => {
  await sendCaptures(console_);
  const own = Array.from({ length: 60 }, (_, n): Trace => ({
    key: `own-${n}`,
    at: Date.now() - n * 1000,
    spans: [
      {
        key: 'root',
        name: n % 2 === 0 ? 'even-run' : 'odd-run',
        to: 10 + n,
        input: `question ${n}`,
        ...(n === 5 && { error: 'it broke' }),
        attributes: {
          'user.id': n < 30 ? 'ada' : 'بيرغ',
          'langfuse.environment': 'journeys',
          'langfuse.trace.metadata.the tenant': n % 20 === 0 ? 'acme corp' : 'beta',
        },
      },
    ],
  }));
  const recovered: Trace = {
    ...{ key: 'recovered', at: Date.now() - 90_000 },
    spans: [
      { key: 'root', name: 'patient-run', to: 50, attributes: { 'langfuse.environment': 'journeys' } },
      { key: 'tool', parent: 'root', name: 'search_docs', from: 5, to: 10, error: 'timed out after 5 s' },
    ],
  };
  await send(console_, ...own, recovered);
});

test('a range, a filter and an order are in the address: Back undoes them, a reload keeps them', async () => {
  const page = await console_.open('/');
  const rows = page.locator('tbody tr');
  await rows.first().waitFor();
  await page.goto(`${console_.url}/ui/traces?userId=ada`);
  await page.getByText('ada').first().waitFor();
  await page.getByRole('row', { name: /question 5\b/ }).waitFor();
  await page
    .getByRole('columnheader', { name: /Latency/ })
    .getByRole('button')
    .first()
    .click();
  await page.waitForURL(/sort=latency/);
  await page.getByRole('row', { name: /question 29\b/ }).waitFor();
  await expect(rows.count()).resolves.toBe(30);
  const address = page.url();
  await page.reload();
  await page.getByRole('row', { name: /question 29\b/ }).waitFor();
  expect(page.url()).toBe(address);
  await page.goBack();
  await page.waitForURL((url) => !url.search.includes('sort='));
});

test('filters can be typed: columns and stored values complete them, and they become chips', async () => {
  const page = await console_.open('/');
  await page.locator('tbody tr').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('na');
  await page.locator('datalist option[value="name:"]').waitFor({ state: 'attached' });
  await page.keyboard.type('me:even');
  await page.locator('datalist option[value="name:even-run"]').waitFor({ state: 'attached' });
  await page.keyboard.type('-run latency>=55ms "question 5"');
  await page.keyboard.press('Enter');
  await page.waitForURL(/name=even-run&latency\.gte=0\.055&q=question\+5/);
  await expect(page.getByLabel('Search traces').inputValue()).resolves.toBe('question 5');
  await page.getByRole('button', { name: 'Remove the filter latency is at least 55 ms' }).waitFor();
  await page.getByRole('row', { name: /question 50\b/ }).waitFor();
  await expect(page.getByRole('row', { name: /question 5[13579]?\b/ }).count()).resolves.toBe(0);
});

test('a member of metadata is a filter: typed, in the form, and in the address', async () => {
  const page = await console_.open('/', { viewport: PHONE });
  const rows = page.locator('tbody tr');
  await rows.first().waitFor();
  await page.getByLabel('Search traces').fill('meta');
  await page.locator('datalist option[value="metadata."]').waitFor({ state: 'attached' });
  await page.getByLabel('Search traces').fill('metadata.the');
  await page.locator(`datalist option[value='metadata."the tenant":']`).waitFor({ state: 'attached' });
  await page.getByLabel('Search traces').fill('metadata."the tenant":acm');
  await page.locator(`datalist option[value='metadata."the tenant":"acme corp"']`).waitFor({ state: 'attached' });
  await page.getByLabel('Search traces').fill('metadata."the tenant":"acme corp"');
  await page.keyboard.press('Enter');
  await page.waitForURL(/metadata\.the\+tenant=acme\+corp/);
  await page.locator('tbody > tr:nth-child(3):last-child').waitFor();
  await page.reload();
  await page.locator('tbody > tr:nth-child(3):last-child').waitFor();
  await page.getByRole('button', { name: 'metadata.the tenant: acme corp', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Filter' });
  await form.getByLabel('How it is compared').selectOption('contains');
  await form.getByLabel('Value of metadata.the tenant').fill('corporation');
  await expect(violations(page)).resolves.toEqual([]);
  await form.getByRole('button', { name: 'Change' }).click();
  await page.waitForURL(/metadata\.the\+tenant\.contains=corporation/);
  await page.getByRole('status').getByText('metadata.the tenant contains corporation').waitFor();
  await page
    .getByRole('button', { name: /remove/i })
    .last()
    .click();
  await page.getByRole('button', { name: '+ Filter' }).click();
  await form.getByLabel('Filter by').selectOption('metadata');
  await expect(form.getByRole('button', { name: 'Add' }).isDisabled()).resolves.toBe(true);
  await form.getByLabel('Member of metadata').fill('the tenant');
  await form.getByLabel('Value of metadata.the tenant').fill('acme corp');
  await page.keyboard.press('Enter');
  await page.locator('tbody > tr:nth-child(3):last-child').waitFor();
});

test('what the filters leave nothing of says so, and how to go on', async () => {
  const page = await console_.open('/ui/traces?userId=nobody-has-it');
  await page.getByRole('status').getByText('nobody-has-it').waitFor();
  await page
    .getByRole('button', { name: /remove/i })
    .last()
    .click();
  await page
    .getByRole('row', { name: /even-run/ })
    .first()
    .waitFor();
});

test('a bar of the histogram becomes the range of time', async () => {
  const page = await console_.open('/');
  const bars = page.getByRole('group', { name: 'Traces by time' });
  const bar = bars.getByRole('button', { name: /: [1-9][\d,]* traces/ }).last();
  await bar.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/range=/);
  await page.locator('tbody tr').first().waitFor();
});

test('all captures are there, under the names that they were sent with', async () => {
  const page = await console_.open('/ui/traces?range=24h');
  await page
    .getByText(`of ${captureNames().length + 61}`)
    .first()
    .waitFor();
});

test('a trace that arrives while the list is open is announced or shown without a reload', async () => {
  const page = await console_.open('/');
  await page.locator('tbody tr').first().waitFor();
  await send(console_, { key: 'late', at: Date.now(), spans: [{ key: 'root', name: 'arrives-late' }] });
  await page
    .getByRole('row', { name: /arrives-late/ })
    .or(page.getByRole('button', { name: /1 new/ }))
    .first()
    .waitFor();
});

test('what a link asks for in vain is named above the list', async () => {
  const page = await console_.open('/ui/traces?level=FOO&latencyFrom=abc');
  await page
    .getByRole('alert')
    .getByText('Not understood in this link, and ignored: level=FOO, latencyFrom=abc')
    .waitFor();
  await page.locator('tbody tr').first().waitFor();
  await page.getByRole('button', { name: 'Errors only' }).click();
  await page.waitForURL(/level=ERROR/);
  await page.getByRole('alert').waitFor({ state: 'hidden' });
});

test.each([
  ['/ui/sessions?tags=blue&range=ever', 'tags=blue, range=ever', 'Sessions'],
  ['/ui/usage?measure=joy&level=FOO', 'measure=joy, level=FOO', 'Usage'],
  ['/ui/metrics?agg=median&step=2m', 'agg=median, step=2m', 'Metrics'],
])('what the link %s asks for in vain is named, until another page is opened', async (path, named, title) => {
  const page = await console_.open(path);
  await page.getByRole('alert').getByText(`Not understood in this link, and ignored: ${named}`).waitFor();
  await page.getByRole('region', { name: title }).waitFor();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Traces' }).click();
  await page.locator('tbody tr').first().waitFor();
  await expect(page.getByRole('alert').count()).resolves.toBe(0);
});

test('an answer 503 is told with a way to try again, and what was there stays', async () => {
  const page = await console_.open('/', { expected: [/status of 503/] });
  await page.locator('tbody tr').first().waitFor();
  await page.route('**/api/public/traces?*', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '30' }, json: { message: 'overloaded' } }),
  );
  await page.goto(`${console_.url}/ui/traces?userId=ada`);
  await page
    .getByText(/overloaded|busy|try/i)
    .first()
    .waitFor();
  await page.unroute('**/api/public/traces?*');
  await page
    .getByRole('button', { name: /try again/i })
    .first()
    .click();
  await page.getByRole('row', { name: /question 5\b/ }).waitFor();
});

test('a latency of minutes is read whole, and with its unit; the page has a title', async () => {
  const spans = [{ key: 'root', name: 'minutes', from: 0, to: 600_000 }];
  await send(console_, { key: 'minutes', at: Date.now() - 700_000, spans });
  const page = await console_.open('/ui/traces?name=minutes', { viewport: { width: 1280, height: 800 } });
  const latency = page.getByRole('button', { name: 'Latency 10 m 00 s: filter or copy' });
  await latency.waitFor();
  const cut = await latency.evaluate((button) =>
    [button, button.closest('td')].map((each) => (each?.scrollWidth ?? 0) - (each?.clientWidth ?? 0)),
  );
  expect(Math.max(...cut)).toBeLessThanOrEqual(0);
  await page.getByRole('heading', { level: 1, name: 'Traces' }).waitFor();
});

test('runs that failed are counted apart from those that recovered, and the message opens the step', async () => {
  const page = await console_.open('/ui/traces?environment=journeys');
  await page.getByRole('link', { name: '1 failed' }).waitFor();
  await page.getByRole('row', { name: /Failed, 1 with errors.*odd-run.*it broke/ }).waitFor();
  await page.getByRole('link', { name: '1 recovered' }).click();
  await page.waitForURL(/outcome=recovered/);
  const row = page.getByRole('row', { name: /Recovered, 1 with errors.*patient-run/ });
  await row.getByRole('link', { name: 'timed out after 5 s' }).click();
  await page.getByRole('treeitem', { name: /search_docs/, selected: true }).waitFor();
});
