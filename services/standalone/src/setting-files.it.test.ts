import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '@sluice/contracts';
import { temporaryFolder } from '@sluice/testbed/machine';
import { queryAll, testDatabaseUrl } from '@sluice/testbed/servers';
import { type Product, startProduct } from './product.testing';

const folder = temporaryFolder('setting-files', afterAll);
const [tokens, pairs, prices] = ['tokens', 'pairs', 'prices.json'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
let product: Product;

const priceFile = (version: string, usd: number): string =>
  JSON.stringify({ version, models: [{ modelName: 'acme-*', usdPerMillion: { input: usd, output: usd } }] });

beforeAll(async () => {
  await writeFile(tokens, 'old-token\n');
  await writeFile(pairs, 'pk:old-secret\n');
  await writeFile(prices, priceFile('v1', 1));
  const settings = { API_BEARER_TOKEN: '', API_BEARER_TOKEN_FILE: tokens, API_KEYS_FILE: pairs };
  product = await startProduct({ ...settings, PRICES_FILE: prices }, { filesEveryMs: 50 });
});
afterAll(() => product.close());

/** Waits for the effect of a followed file; the test's time limit ends the wait. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}

const metric = async (line: string): Promise<boolean> => {
  const response = await fetch(`${product.adminUrl}/metrics`);
  return (await response.text()).includes(line);
};

/** The product's own Basic pair does not change. */
const AUTHORIZED = { Authorization: `Basic ${Buffer.from('pk:sk').toString('base64')}` };

describe('prices of a file', () => {
  const trace = '7d0f4f0e-5d1c-4a51-9d52-1a9a5b6c7d8e';
  const id = (n: number) => `7d0f4f0e-5d1c-4a51-9d52-00000000000${n}`;
  const send = async (observation: Json): Promise<void> => {
    const body = { trace: { id: trace }, observations: [observation] };
    expect((await product.post('/v1/l/batch', body, AUTHORIZED)).status).toBe(200);
  };
  const call = (n: number): Json => ({ id: id(n), model: 'ACME-7b', promptTokens: 900_000, completionTokens: 100_000 });
  const costs = () =>
    queryAll(
      testDatabaseUrl(),
      'select total_cost::float8 as usd, cost_source as source from sluice.observations order by id',
    );

  test('make the cost of a model of ones own, and a changed file the cost of what comes after it', async () => {
    await send(call(1));
    expect(await costs()).toEqual([{ usd: 1, source: expect.stringMatching(/^price-file@v1\+/) as string }]);

    await writeFile(prices, priceFile('v2', 2));
    await until(() => metric('sluice_prices_info{version="price-file@v2'));
    await send(call(2));
    await send({ id: id(1), name: 'renamed' });
    const [first, second] = [/^price-file@v1\+/, /^price-file@v2\+/].map((source, n) => ({
      usd: n + 1,
      source: expect.stringMatching(source) as string,
    }));
    const stored = await costs();
    expect(stored).toEqual([first, second]);
    // The row and the metric have the same name.
    const source = String(stored[1]?.['source']);
    expect(await metric(`sluice_prices_info{version="${source}"} 1`)).toBe(true);
    expect(await metric('sluice_prices_info{version="genai-prices@')).toBe(true);

    await writeFile(prices, '{"models": [{"modelName": "acme-*"}]}');
    await until(() => metric('sluice_setting_file_refused{setting="PRICES_FILE"} 1'));
    await send(call(3));
    expect(await costs()).toEqual([first, second, second]);
    const { body } = await product.call(`/api/public/traces/${trace}`, { headers: AUTHORIZED });
    expect(body).toMatchObject({ totalCost: 5 });
  });
});

describe('credentials in files', () => {
  const status = async (authorization: string): Promise<number> =>
    (await product.call('/api/public/traces', { headers: { Authorization: authorization } })).status;
  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
  const statuses = () =>
    Promise.all(['Bearer old-token', 'Bearer new-token', basic('pk:old-secret'), basic('pk:new-secret')].map(status));

  test('are rotated while the product runs', async () => {
    expect(await statuses()).toEqual([200, 401, 200, 401]);
    await writeFile(tokens, 'old-token\nnew-token\n');
    await writeFile(pairs, 'pk:old-secret\npk:new-secret\n');
    await until(async () => (await statuses()).every((each) => each === 200));
    await writeFile(tokens, 'new-token\n');
    await writeFile(pairs, 'pk:new-secret\n');
    await until(async () => (await statuses()).join() === '401,200,401,200');
    await rm(tokens);
    await until(() => metric('sluice_setting_file_refused{setting="API_BEARER_TOKEN_FILE"} 1'));
    expect(await statuses()).toEqual([401, 200, 401, 200]);
  });

  test('have scopes where they come as a document, and change and expire on an open connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    const read = async (path: string): Promise<string> => {
      const sent = request(product.url + path, { agent, headers: { Authorization: 'Bearer of-a-document' } }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      ports.add(answer.socket.localPort);
      return `${answer.statusCode} ${await text(answer)}`;
    };
    const write = (members: Readonly<Record<string, unknown>>) =>
      writeFile(pairs, JSON.stringify({ keys: [{ name: 'ci', token: 'of-a-document', ...members }] }));
    const [traces, projects] = ['/api/public/traces?limit=1', '/api/public/projects'];

    await write({ scopes: ['ingest'] });
    await until(async () => (await read(projects)).startsWith('200'));
    expect(await read(traces)).toMatch(/^403 .*needs the scope read,.*"FORBIDDEN"/);
    await write({ scopes: ['reed'] });
    await until(() => metric('sluice_setting_file_refused{setting="API_KEYS_FILE"} 1'));
    expect(await read(traces)).toMatch(/^403/);
    // The lifetime grows with each attempt, until the file is read before its credentials have expired.
    let [refused, isTaken] = [0, false];
    const status = async (): Promise<string> => {
      const code = (await read(traces)).slice(0, 3);
      if (code === '401') refused += 1;
      return code;
    };
    for (let ms = 4_000; !isTaken; ms *= 2) {
      const soon = new Date(Date.now() + ms).toISOString().replace(/\.\d+/, '');
      await write({ scopes: ['read'], expires: soon });
      await until(async () => (isTaken = (await status()) === '200') || Date.parse(soon) < Date.now());
    }
    await until(async () => (await status()) === '401');
    const expired = 'sluice_http_authentication_failures_total{scheme="bearer",reason="expired"}';
    expect(await metric(`${expired} ${refused}\n`)).toBe(true);
    expect(ports.size).toBe(1);
    agent.destroy();
  });
});
