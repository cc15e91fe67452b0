import { violations, visits } from './visit.testing';

/* M11: points by name and label. */

const console_ = visits('metrics');
const MINUTE_MS = 60_000;

/** More series than an answer contains. */
const HOSTS = 60;

const points = (name: string, labels: (n: number) => Readonly<Record<string, string>>, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    name,
    labels: labels(n),
    value: n,
    timestamp: new Date(Date.now() - (n % 30) * MINUTE_MS).toISOString(),
  }));

const post = (metrics: readonly unknown[]): Promise<void> =>
  console_.post('/v1/metrics/batch', JSON.stringify({ metrics }));

test('where there are none the page says how to send one, and goes on when it arrives', async () => {
  const page = await console_.open('/ui/metrics');
  const command = await page.locator('pre').innerText();
  const address = /curl -s '?([^' ]+)/.exec(command)?.[1] ?? '';
  const body = /-d '([^']+)'/.exec(command)?.[1] ?? '';
  expect(address.startsWith(console_.url)).toBe(true);
  await console_.post(address.slice(console_.url.length), body);
  await page.getByRole('link', { name: 'queue_depth' }).click();
  await page.getByRole('img', { name: /queue_depth, avg/ }).waitFor();
});

test('the list has a line and the last value of each metric, and says where a time has none', async () => {
  const now = Date.now();
  const at = (minutes: number, value: number) => ({
    name: 'depth',
    labels: { queue: 'mail' },
    value,
    timestamp: new Date(now - minutes * MINUTE_MS).toISOString(),
  });
  await post([at(30, 2), at(20, 40), at(10, 7)]);
  await post([{ ...at(600, 5), name: 'old' }]);
  const page = await console_.open('/ui/metrics?range=1h');
  const rowOf = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
  await rowOf('depth').getByRole('img', { name: 'depth, avg: 2 to 40' }).waitFor();
  await rowOf('depth').getByText('7', { exact: true }).waitFor();
  await rowOf('old').getByText('no points in this time').waitFor();
  await expect(violations(page)).resolves.toEqual([]);
});

test('too many series: what is left out is said, a label is searched in the legend, and the table has the values', async () => {
  await post(points('load', (n) => ({ host: `host-${n % HOSTS}`, zone: n % 2 === 0 ? 'a' : 'b' }), HOSTS * 3));
  const page = await console_.open('/ui/metrics?name=load&by=host');
  await page.getByText(/^Truncated: only the first 50 series/).waitFor();
  const rows = page.getByRole('checkbox', { name: /^host-/ });
  await rows.first().waitFor();
  await expect(rows.count()).resolves.toBe(50);
  await page.getByRole('searchbox', { name: 'Find a series' }).fill('host-1');
  await expect(rows.count()).resolves.toBe(11);
  await page.goto(`${console_.url}/ui/metrics?name=load&agg=max&by=zone&view=table`);
  await page.getByRole('columnheader', { name: 'a', exact: true }).waitFor();
  await expect(page.getByText(/^Truncated/).count()).resolves.toBe(0);
  await expect(violations(page)).resolves.toEqual([]);
});

test('by keys alone: a metric, its aggregation, a label, a series that is hidden; the address has all of it', async () => {
  await post(points('latency', (n) => ({ region: n % 2 === 0 ? 'eu' : 'us' }), 60));
  const page = await console_.open('/ui/metrics');
  await page.getByRole('link', { name: 'latency' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/name=latency/);
  await page.getByRole('combobox', { name: 'Value' }).focus();
  await page.keyboard.type('p99');
  await page.waitForURL(/agg=p99/);
  await page.getByRole('combobox', { name: 'By', exact: true }).focus();
  await page.keyboard.type('region');
  await page.waitForURL(/by=region/);
  await page.getByRole('checkbox', { name: 'eu' }).focus();
  await page.keyboard.press('Space');
  await page.waitForURL(/hide=eu/);
  await expect(violations(page)).resolves.toEqual([]);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'us' }).isChecked()).resolves.toBe(true);
  await expect(page.getByRole('checkbox', { name: 'eu' }).isChecked()).resolves.toBe(false);
});

test('no points with a label: it is said, and there is a way out', async () => {
  const page = await console_.open('/ui/metrics?name=latency&label.region=nowhere');
  await page.getByText('No points in this time with region: nowhere.').waitFor();
  await page.getByRole('button', { name: 'Remove all labels' }).click();
  await page.getByRole('img', { name: /latency, avg/ }).waitFor();
});

test('a metric that there is not is told from one without points', async () => {
  const page = await console_.open('/ui/metrics?name=nobody-sent-it');
  await page.getByText('There is no metric nobody-sent-it.').waitFor();
  await page.getByRole('link', { name: 'All metrics' }).click();
  await page.getByRole('link', { name: 'latency' }).waitFor();
});
