import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '@sluice/machine';
import { testUuid } from '@sluice/samples';
import { type Product, startProduct } from './product.testing';

const folder = temporaryFolder('quotas', afterAll);
let product: Product;

beforeAll(async () => {
  const file = join(folder, 'keys.yaml');
  const projects = { default: { quota: { itemsPerSecond: 20 } } };
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
  expect((await send(100, 60, ofCi)).status).toBe(200);
  const refused = await send(200, 1);
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(3);
  expect(refused.body.toString()).toContain('the quota itemsPerSecond of this project, 20, is used up');
  await sleep(seconds * 1000);
  expect((await send(200, 1)).status).toBe(200);
  const { body } = await product.get(`/api/public/traces/${testUuid(1)}`);
  expect(body['observations']).toHaveLength(61);
  const metrics = await (await fetch(`${product.adminUrl}/metrics`)).text();
  expect(metrics).toContain('sluice_quota_refusals_total{of="project",quota="itemsPerSecond"} 1');
  expect(metrics).toContain('sluice_project_items_total{project="default"} 61');
});
