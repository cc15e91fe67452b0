import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '@sluice/testbed/machine';
import type { SluiceRecord } from '@sluice/record';
import { testUuid } from '@sluice/testbed/samples';
import { connected, queryAll, testDatabaseUrl } from '@sluice/testbed/servers';
import { createPostgresStore, writerPoolConfig } from '@sluice/store/write';
import { Pool } from 'pg';
import { type Product, startProduct } from './product.testing';

/* Retention days of one project, from the document to the disk: the test makes no run, no statement and no reload by itself. */

const DAY = 86_400_000_000;
const NOW = Date.now() * 1000;
const folder = temporaryFolder('project-retention', afterAll);
const file = join(folder, 'keys.yaml');
let product: Product;

const document = (terms: object) =>
  JSON.stringify({
    projects: { acme: terms, other: {} },
    keys: ['acme', 'other'].map((project) => ({
      name: project,
      project,
      token: `token-of-${project}`,
      scopes: ['read'],
    })),
  });

/** Records received six days ago, with the same ids in each project. */
const records = (project: string): SluiceRecord[] => [
  {
    ...{ kind: 'trace', project, recordId: testUuid(project.length), receivedAt: NOW - 6 * DAY, traceId: testUuid(1) },
    tags: [],
    updates: [],
    observations: [{ id: testUuid(2), name: 'old', startTime: NOW - 6 * DAY, counted: true }],
  },
  {
    ...{ kind: 'metric', project, recordId: testUuid(10 + project.length), receivedAt: NOW - 6 * DAY },
    points: [{ name: 'old', labels: new Map(), value: 1, timestamp: NOW - 6 * DAY }],
  },
];

beforeAll(async () => {
  await writeFile(file, document({}));
  product = await startProduct(
    { API_KEYS_FILE: file },
    { filesEveryMs: 50, retentionPauses: { first: 50, usual: 50, short: 50 } },
  );
  const pool = new Pool(writerPoolConfig({ databaseUrl: testDatabaseUrl(), maxConnections: 1 }));
  const store = createPostgresStore({ pool, prices: { version: 'none', price: () => undefined }, now: () => NOW });
  const deliveries = ['acme', 'other'].flatMap(records).map((record, offset) => ({ offset, record }));
  const from = await store.position('old', 0);
  await store.store({ topic: 'old', partition: 0, next: deliveries.length, deliveries, undecodable: [] }, from);
  await pool.end();
  // Retention deletes no rows while no newer ones are stored.
  expect((await product.post('/v1/l/batch', { trace: { id: testUuid(3) }, observations: [] })).status).toBe(200);
});
afterAll(() => product.close());

/** Returns all answers to a project: its traces by a list and by their ids, its daily figures, its metrics. */
async function shown(project: string) {
  // Reads of traces that become hidden meanwhile are answered 503: a client repeats them.
  const ask = async (path: string): Promise<Response> => {
    const answer = await fetch(`${product.url}${path}`, { headers: { Authorization: `Bearer token-of-${project}` } });
    return answer.status === 503 ? ask(path) : answer;
  };
  const list = (await (await ask('/api/public/traces')).json()) as { meta: { totalItems: number } };
  const days = (await (await ask('/api/public/metrics/daily')).json()) as { data: { countTraces: number }[] };
  const names = (await (await ask('/api/public/metrics/names')).json()) as { data: string[] };
  return {
    total: list.meta.totalItems,
    detail: (await ask(`/api/public/traces/${testUuid(1)}`)).status,
    daily: days.data.reduce((sum, { countTraces }) => sum + countTraces, 0),
    metrics: names.data,
  };
}

/** Returns the number of a project's rows in a table with a project. */
const rows = async (project: string, table: 'traces' | 'metric_series') =>
  (
    await queryAll(
      testDatabaseUrl(),
      `select count(*)::integer as count from sluice.${table} t join sluice.projects p on p.id = t.project where p.name = '${project}'`,
    )
  )[0]?.['count'];

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}

const ALL = { total: 1, detail: 200, daily: 1, metrics: ['old'] };
const runs = async () =>
  Number(
    /^sluice_retention_last_success_timestamp_seconds (\S+)$/m.exec(
      await (await fetch(`${product.adminUrl}/metrics`)).text(),
    )?.[1],
  );

test('days to keep that a new document gives a project hide its data, then remove it; that of another stays', async () => {
  await until(async () => (await runs()) > 0);
  expect([await shown('acme'), await shown('other')]).toEqual([ALL, ALL]);

  // A lock on the trace prevents its deletion, not its hiding.
  await connected(testDatabaseUrl(), async (working) => {
    await working.query('begin; select from sluice.traces for update');
    await writeFile(file, document({ retentionDays: 5 }));
    await until(async () => (await shown('acme')).total === 0);
    expect(await shown('acme')).toMatchObject({ total: 0, detail: 404, daily: 0 });
    expect([await rows('acme', 'traces'), await shown('other')]).toEqual([1, ALL]);
    await working.query('commit');
  });

  await until(async () => (await rows('acme', 'traces')) === 0 && (await rows('acme', 'metric_series')) === 0);
  expect(await shown('acme')).toEqual({ total: 0, detail: 404, daily: 0, metrics: [] });
  const below = await queryAll(testDatabaseUrl(), 'select count(*)::integer as count from sluice.observations');
  expect([below, await shown('other')]).toEqual([[{ count: 1 }], ALL]);
});
