import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { patience, temporaryFolder } from '@sluice/testbed/machine';
import { RawGrpc, framed } from '@sluice/testbed/network';
import { otlpProtobuf, testUuid } from '@sluice/testbed/samples';
import { type Product, startProduct } from './product.testing';

const PER_SECOND = 20;
/** Seconds for which the first items block the next request; longer on a busy machine, where that request is late. */
const DEBT_SECONDS = Math.ceil(patience(2_000) / 1000);

const folder = temporaryFolder('quotas', afterAll);
let product: Product;

beforeAll(async () => {
  const file = join(folder, 'keys.yaml');
  const projects = { default: { quota: { itemsPerSecond: PER_SECOND } } };
  const keys = [{ name: 'ci', token: 'token-of-ci', scopes: ['ingest', 'read'], quota: { requestsPerSecond: 1000 } }];
  await writeFile(file, JSON.stringify({ projects, keys }));
  product = await startProduct({ API_KEYS_FILE: file });
});
afterAll(() => product.close());

const batch = (first: number, count: number) => ({
  trace: { id: testUuid(1) },
  observations: Array.from({ length: count }, (_, n) => ({ id: testUuid(first + n) })),
});

test('a quota of the default project bounds all of its credentials, and what was refused can be sent again', async () => {
  const ofCi = { Authorization: 'Bearer token-of-ci' };
  const send = async (first: number, count: number, headers = {}) =>
    product.send('/v1/l/batch', {
      method: 'POST',
      body: JSON.stringify(batch(first, count)),
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  const many = PER_SECOND * (1 + DEBT_SECONDS);
  let stored = 0;
  /** Sends new items; accepted ones count as stored. */
  const sendMore = async (count: number, headers = {}) => {
    const answer = await send(100 + stored, count, headers);
    if (answer.status === 200) stored += count;
    return answer;
  };
  expect((await sendMore(many, ofCi)).status).toBe(200);
  // A request after the debt is paid is accepted, and makes a new debt.
  let refused = await sendMore(many);
  while (refused.status === 200) refused = await sendMore(many);
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(DEBT_SECONDS + 1);
  const refusal = `the quota itemsPerSecond of this project, ${PER_SECOND}, is used up`;
  expect(refused.body.toString()).toContain(refusal);
  await sleep(seconds * 1000);
  expect((await sendMore(1)).status).toBe(200);
  const { body } = await product.get(`/api/public/traces/${testUuid(1)}`);
  expect(body['observations']).toHaveLength(stored);
  const metrics = await (await fetch(`${product.adminUrl}/metrics`)).text();
  expect(metrics).toContain('sluice_quota_refusals_total{of="project",quota="itemsPerSecond"} 1');
  expect(metrics).toContain(`sluice_project_items_total{project="default"} ${stored}`);
});

test('a quota of the default project bounds calls over gRPC, together with requests over HTTP', async () => {
  const client = new RawGrpc(product.otlp.grpc, product.authorization);
  const spans = Array.from({ length: PER_SECOND * 30 }, (_, n) => ({
    ...{ traceId: 'a'.repeat(32), spanId: String(n + 1).padStart(16, '0'), name: 'a' },
  }));
  const message = framed(otlpProtobuf({ resourceSpans: [{ scopeSpans: [{ spans }] }] }));
  try {
    // Calls make a debt that lasts longer than this test.
    let { status, message: text } = await client.call(message);
    while (status === 0) ({ status, message: text } = await client.call(message));
    expect([status, text]).toEqual([8, expect.stringContaining('itemsPerSecond of this project') as string]);
    const init = { method: 'POST', body: JSON.stringify(batch(1, 1)), headers: { 'Content-Type': 'application/json' } };
    expect((await product.send('/v1/l/batch', init)).status).toBe(429);
  } finally {
    client.close();
  }
});
