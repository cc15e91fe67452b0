import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeIngestContract } from '@sluice/contracts';
import { eventually, temporaryFolder } from '@sluice/testbed/machine';
import { testUuid as uuid } from '@sluice/testbed/samples';
import { testDatabaseUrl } from '@sluice/testbed/servers';
import { Pool } from 'pg';
import { endAll, run } from '../process.testing';
import { type Product, startProduct } from '../product.testing';

const folder = temporaryFolder('threads', afterAll);
let product: Product;
let database: Pool;

beforeAll(async () => {
  product = await startProduct({ INGEST_THREADS: '2' });
  database = new Pool({ connectionString: testDatabaseUrl(), max: 2 });
});
afterAll(async () => {
  await product.close();
  await database.end();
});
afterEach(endAll);

describeIngestContract(() => product);

/** Returns the sum of a metric over series that have all of these labels. */
async function sumOf(name: string, labels = ''): Promise<number> {
  const text = await (await fetch(`${product.adminUrl}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`) && line.includes(labels));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

test('what the threads store is counted by the process, and each has partitions of its own', async () => {
  const [accepted, stored] = await Promise.all([
    sumOf('sluice_gateway_items_accepted_total'),
    sumOf('sluice_writer_items_total', 'stored'),
  ]);
  const requests = Array.from({ length: 60 }, (_, n) =>
    product.post('/v1/l/batch', { trace: { id: uuid(0x6000 + n) }, observations: [{ id: uuid(1) }, { id: uuid(2) }] }),
  );
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(Array(60).fill(200));
  expect(await sumOf('sluice_gateway_items_accepted_total')).toBe(accepted + 120);
  // Counted before the answer, so that the test need not wait.
  expect(await sumOf('sluice_writer_items_total', 'stored')).toBe(stored + 120);
  const { rows } = await database.query(
    `select distinct partition from sluice.ingest_offset where topic like 'sluice.traces.v1@%' and next_offset > 0 order by 1`,
  );
  expect(rows.map(({ partition }: { partition: number }) => partition)).toEqual(
    expect.arrayContaining([2, 3, 4, 5]), // 0 and 1 stored the large bodies
  );
});

test('a trace whose parts come from many connections at once is the trace of one request', async () => {
  const observations = Array.from({ length: 400 }, (_, n) => ({
    id: uuid(n + 1),
    name: `step ${n}`,
    type: 'GENERATION',
    model: 'gpt-4o',
    usage: { input: n, output: 1 },
    startTime: new Date(Date.UTC(2026, 10, 20) + n).toISOString(),
  }));
  const answerOf = async (id: string): Promise<unknown> => {
    const { body } = await product.get(`/api/public/traces/${id}`);
    const text = JSON.stringify(body).replaceAll(id, 'TRACE');
    return JSON.parse(text, (key, value: unknown) =>
      /^(createdAt|updatedAt|timestamp)$/.test(key) ? undefined : value,
    );
  };
  const [whole, parts] = [uuid(0x7001), uuid(0x7002)];
  expect(await product.post('/v1/l/batch', { trace: { id: whole }, observations })).toMatchObject({ status: 200 });
  // Every observation is sent three times: a later one finds the changes of the other threads.
  const requests = Array.from({ length: 120 }, (_, n) => {
    const share = observations.filter((_, index) => index % 40 === n % 40);
    return product.post('/v1/l/batch', { trace: { id: parts }, observations: share });
  });
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(Array(120).fill(200));
  expect(await answerOf(parts)).toEqual(await answerOf(whole));
});

test('a request that comes again in another thread stores its points once', async () => {
  const body = { metrics: [{ name: 'again', value: 1 }] };
  const send = () => product.post('/v1/metrics/batch', body, { 'Idempotency-Key': 'once' });
  const answers = await Promise.all(Array.from({ length: 8 }, send));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const { rows } = await database.query(
    `select count(*)::int as points from sluice.metric_points p join sluice.metric_series s on s.id = p.series_id where s.name = 'again'`,
  );
  expect(rows).toEqual([{ points: 1 }]);
});

describe('the words of a refusal are those without threads', () => {
  const products: Product[] = [];

  beforeAll(async () => {
    for (const threads of ['0', '2']) products.push(await startProduct({ MAX_ITEMS: '8', INGEST_THREADS: threads }));
  });
  afterAll(() => Promise.all(products.map((each) => each.close())));

  test.each([
    ['no JSON', '{'],
    ['a wrong field', JSON.stringify({ trace: { id: 'x' } })],
    ['too many items', JSON.stringify({ trace: { id: uuid(1) }, observations: Array(9).fill({ id: uuid(1) }) })],
  ])('of %s', async (_, body) => {
    const init = { method: 'POST', body, headers: { 'Content-Type': 'application/json' } };
    const [without, withThreads] = await Promise.all(
      products.map(async (each) => {
        const { status, body: answer } = await each.send('/v1/l/batch', init);
        return { status, answer: answer.toString() };
      }),
    );
    expect(withThreads).toEqual(without);
    expect(without?.status).toBeGreaterThanOrEqual(400);
  });
});

describe('in a process of its own', () => {
  const headers = { Authorization: 'Bearer thread-token' };
  const store = (url: string, id: string) =>
    fetch(`${url}/v1/l/batch`, { method: 'POST', headers, body: JSON.stringify({ trace: { id } }) });
  const start = (env: NodeJS.ProcessEnv = {}) =>
    run({ DATABASE_URL: testDatabaseUrl(), API_BEARER_TOKEN: 'thread-token', INGEST_THREADS: '2', ...env });

  test('what is on its way when it is told to stop is stored and answered', async () => {
    const started = start();
    const url = await started.url('Sluice is ready at');
    const locker = await database.connect();
    await locker.query('begin');
    await locker.query('lock table sluice.traces in exclusive mode');
    const answers = [1, 2, 3, 4].map((n) => store(url, uuid(0x8000 + n)));
    const metrics = await started.url('Metrics');
    const held = JSON.stringify({ trace: { id: uuid(0x8001) } }).length * 2 * answers.length;
    await eventually(
      async () => (await fetch(metrics)).text(),
      (text) => text.includes(`sluice_gateway_inflight_bytes ${held}\n`),
    );
    started.child.kill('SIGTERM');
    await started.line('stopping');
    await locker.query('commit');
    locker.release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await started.ended).toBe(0);
    expect(started.lines().at(-1)).toMatchObject({ msg: 'stopped', clean: true });
  });

  test('a thread that ends by itself ends the process with 1 and a reason, and its senders are told to send again', async () => {
    const planted = join(folder, 'planted.cjs');
    await writeFile(
      planted,
      `const { parentPort, isMainThread } = require('node:worker_threads');
       if (!isMainThread) parentPort.on('message', ({ type }) => { if (type === 'body') throw new Error('planted'); });`,
    );
    const started = start({ NODE_OPTIONS: `--require ${planted}` });
    const answer = await store(await started.url('Sluice is ready at'), uuid(0x8101));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await started.ended).toBe(1);
    const fatal = started.lines().filter(({ level }) => level === 'fatal');
    expect(fatal).toEqual([
      expect.objectContaining({
        err: expect.objectContaining({
          message: 'an ingest thread has ended',
          cause: expect.objectContaining({ message: 'planted' }) as unknown,
        }) as unknown,
      }),
    ]);
  });
});

test('prices of a file are those of the threads too, also when it changes', async () => {
  const file = join(folder, 'prices.json');
  const write = (version: string) =>
    writeFile(
      file,
      JSON.stringify({ version, models: [{ modelName: 'acme', usdPerMillion: { input: 1, output: 1 } }] }),
    );
  await write('v1');
  const priced = await startProduct({ INGEST_THREADS: '2', PRICES_FILE: file }, { filesEveryMs: 50 });
  let trace = 0x9000;
  /** Sends observations at the same time. @returns the versions of the price file that priced them */
  const versions = async (): Promise<string> => {
    const ids = Array.from({ length: 8 }, () => uuid(++trace));
    const observations = [{ id: uuid(1), model: 'acme', promptTokens: 1 }];
    await Promise.all(ids.map((id) => priced.post('/v1/l/batch', { trace: { id }, observations })));
    const { rows } = await database.query<{ source: string }>(
      'select distinct cost_source as source from sluice.observations where trace_id = any($1::uuid[]) order by 1',
      [ids],
    );
    return rows.map(({ source }) => source).join();
  };
  expect(await versions()).toMatch(/^price-file@v1\+\w+$/);
  await write('v2');
  expect(await eventually(versions, (found) => /^price-file@v2\+\w+$/.test(found))).toContain('@v2+');
  await priced.close();
});
