import { randomUUID } from 'node:crypto';
import { summaryDisagreements } from '@sluice/contracts';
import { otlpProtobuf } from '@sluice/testbed/samples';
import type { ServiceProcess } from './cluster';
import {
  type TestCluster,
  eventually as until,
  get as getFrom,
  post as postTo,
  sluice as runSluice,
  startTestCluster,
} from './start-cluster.testing';

const PARTITIONS = 6;
const CLIENTS = 8;
const POINTS = 3;

let tier: TestCluster;
let gateway: ServiceProcess;
let writer: ServiceProcess;
let query: ServiceProcess;

beforeAll(async () => {
  tier = await startTestCluster({ partitions: PARTITIONS });
  ({ gateway, writer, query } = tier);
});
afterAll(() => tier.close());

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, type?: string) =>
  postTo(gateway, path, { body, ...(type !== undefined && { type }) });
const get = (path: string, receipt?: string) => getFrom(query, path, receipt);
const eventually = (condition: () => Promise<boolean>) => until(tier, condition);
/** Reads what a receipt is of, asking again while the writer is behind it. */
async function read(path: string, receipt: string | undefined) {
  let answer = await get(path, receipt);
  await eventually(async () => answer.status !== 503 || (answer = await get(path, receipt)).status !== 503);
  return answer;
}
const sluice = (...args: readonly string[]) => runSluice({ DATABASE_URL: tier.databaseUrl }, ...args);

const hex = (id: string) => id.replaceAll('-', '');

/** Makes a request of one span. */
const otlp = (traceId: string, spanId: string, name: string) =>
  otlpProtobuf({
    resourceSpans: [
      {
        scopeSpans: [
          { spans: [{ traceId: hex(traceId), spanId, name, startTimeUnixNano: '1', endTimeUnixNano: '2' }] },
        ],
      },
    ],
  });

const native = (traceId: string, id: string) =>
  JSON.stringify({ trace: { id: traceId, userId: 'ada' }, observations: [{ id, name: 'native' }] });

test('a trace that comes over OTLP and natively is read as one', async () => {
  const traceId = randomUUID();
  await post('/api/public/otel/v1/traces', otlp(traceId, 'eee19b7ec3c1b174', 'root'), 'application/x-protobuf');
  await post('/v1/l/batch', native(traceId, randomUUID()));
  const isWhole = async () => {
    const { body } = await get(`/api/public/traces/${traceId}`);
    return Array.isArray(body['observations']) && body['observations'].length === 2;
  };
  await eventually(isWhole);
  expect(await get(`/api/public/traces/${traceId}`)).toMatchObject({
    status: 200,
    body: { name: 'root', userId: 'ada' },
  });
});

test('the query service forwards a score to the gateway', async () => {
  const id = `score ${randomUUID()}`;
  const receipt = await postTo(query, '/api/public/scores', {
    body: JSON.stringify({ id, traceId: randomUUID(), name: 'helpful', value: 0.5 }),
  });
  const { body } = await read(`/api/public/v2/scores?scoreIds=${encodeURIComponent(id)}`, receipt);
  expect(body).toMatchObject({ data: [{ id, name: 'helpful', value: 0.5 }] });
});

test('who brings the receipts of his writes reads them, and is told when a writer is behind', async () => {
  for (let n = 0; n < 20; n += 1) {
    const traceId = randomUUID();
    const name = `m-${traceId}`;
    const receipts = await Promise.all([
      post('/v1/l/batch', native(traceId, randomUUID())),
      post('/v1/metrics/batch', JSON.stringify({ metrics: [{ name, value: 1 }] })),
    ]);
    const { body } = await read('/api/public/traces?limit=1&userId=ada', receipts.join(','));
    expect(body).toMatchObject({ data: [{ id: traceId }] });
    expect((await read('/api/public/metrics/names', receipts[1])).body['data']).toContain(name);
  }
  const receipt = await post('/v1/l/batch', native(randomUUID(), randomUUID()));
  const ahead = receipt.replace(/@(\d+)$/, (_, offset) => `@${Number(offset) + 5}`);
  const { status, body } = await get('/api/public/traces', ahead);
  expect([status, body['message']]).toEqual([503, 'the writers are behind this receipt: ask again']);
});

/** Sends until `stopped`; every answer has to be 200. @returns acknowledged items */
async function sendUntil(stopped: () => boolean) {
  const sent = { observations: new Set<string>(), points: 0, name: `m-${randomUUID()}` };
  const client = async (): Promise<void> => {
    for (let n = 0; !stopped(); n += 1) {
      const [traceId, id] = [randomUUID(), randomUUID()];
      const span = randomUUID().slice(-12).padStart(16, '1');
      await post('/v1/l/batch', native(traceId, id));
      sent.observations.add(id);
      await post('/api/public/otel/v1/traces', otlp(traceId, span, 'span'), 'application/x-protobuf');
      sent.observations.add(`00000000-0000-0000-${span.slice(0, 4)}-${span.slice(4)}`);
      const metrics = Array.from({ length: POINTS }, () => ({ name: sent.name, value: n }));
      await post('/v1/metrics/batch', JSON.stringify({ metrics }));
      sent.points += POINTS;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return sent;
}

async function countOf(sql: string, ...values: unknown[]): Promise<number> {
  const { rows } = await tier.database.query<{ count: string }>(sql, values);
  return Number(rows[0]?.count);
}

const storedOffsets = () => countOf('select sum(next_offset) as count from sluice.ingest_offset');
const ledger = () => countOf('select sum(stored) as count from sluice.ingest_offset');

test('of a writer that is killed in the middle nothing is lost and nothing is stored twice', async () => {
  const [before, begun] = [await ledger(), await storedOffsets()];
  let stopped = false;
  const sending = sendUntil(() => stopped);
  await eventually(async () => (await storedOffsets()) > begun + 200);
  await writer.kill();
  const atKill = await storedOffsets();
  await new Promise((resolve) => setTimeout(resolve, 1000)); // the gateway continues: the log grows
  writer = await tier.cluster.start('writer');
  await eventually(async () => (await storedOffsets()) > atKill);
  stopped = true;
  const sent = await sending;
  const isStored = async () => (await ledger()) >= before + sent.observations.size + sent.points;
  await eventually(isStored);

  expect(sent.observations.size).toBeGreaterThan(200);
  expect(await ledger()).toBe(before + sent.observations.size + sent.points);
  const { rows } = await tier.database.query<{ id: string }>('select id from sluice.observations');
  const stored = new Set(rows.map(({ id }) => id));
  expect([...sent.observations].filter((id) => !stored.has(id))).toEqual([]);
  const points = `select count(*) from sluice.metric_points p join sluice.metric_series s on s.id = p.series_id where s.name = $1`;
  expect(await countOf(points, sent.name)).toBe(sent.points);
  expect(await countOf('select count(*) from sluice.ingest_dead_letter')).toBe(0);
  expect(await summaryDisagreements(tier.database)).toEqual([]);
});

test('while Postgres is away all is acknowledged, and stored when it is back, by the same writer', async () => {
  tier.proxy.blackHole();
  tier.proxy.cut();
  const traces = Array.from({ length: 50 }, () => randomUUID());
  for (const id of traces) await post('/v1/l/batch', native(id, randomUUID()));
  const stored = () => countOf('select count(*) from sluice.traces where id = any($1)', traces);
  expect(await stored()).toBe(0);
  expect((await fetch(`${writer.adminUrl}/readyz`)).status).toBe(503);
  expect((await fetch(`${writer.adminUrl}/livez`)).status).toBe(200);
  tier.proxy.endBlackHole();
  await eventually(async () => (await stored()) === traces.length);
  await eventually(async () => (await fetch(`${writer.adminUrl}/readyz`)).ok);
});

test('what Postgres refuses is kept, is told, and is stored by a replay when it is mended', async () => {
  await tier.database.query(
    `alter table sluice.observations add constraint refuses check (name <> 'poison') not valid`,
  );
  const [traceId, good, bad] = [randomUUID(), randomUUID(), randomUUID()];
  const observations = [
    { id: good, name: 'good' },
    { id: bad, name: 'poison' },
  ];
  const receipt = await post('/v1/l/batch', JSON.stringify({ trace: { id: traceId }, observations }));
  const answered = async () => {
    const { body } = await read(`/api/public/traces/${traceId}`, receipt);
    return (body['observations'] as { id: string }[]).map(({ id }) => id).sort();
  };
  expect(await answered()).toEqual([good]);
  const metrics = await (await fetch(`${writer.adminUrl}/metrics`)).text();
  expect(metrics).toMatch(/sluice_writer_items_total\{topic="sluice.traces.v1",outcome="dead"\} 1/);
  // The line comes by a pipe, beside those of the other processes.
  await eventually(() =>
    Promise.resolve(tier.output.some((line) => /"items":1,.*kept in sluice.ingest_dead_letter/.test(line))),
  );
  expect(await countOf('select sum(dead) as count from sluice.ingest_offset')).toBe(1);

  const [listed = ''] = await sluice('dead-letters', 'list', '--json');
  const { id: letter } = JSON.parse(listed) as { id: string };
  const shown = JSON.parse((await sluice('dead-letters', 'show', letter)).join('')) as Record<string, unknown>;
  expect(shown).toMatchObject({ sqlstate: '23514', record: { observations: [{ id: bad, name: 'poison' }] } });

  await tier.database.query('alter table sluice.observations drop constraint refuses');
  expect(await sluice('dead-letters', 'replay', letter)).toEqual([`stored ${letter}`]);
  expect(await answered()).toEqual([good, bad].sort());
  expect(await sluice('dead-letters', 'list', '--json')).toEqual([]);
  expect(await countOf('select sum(dead) as count from sluice.ingest_offset')).toBe(1);
  expect(await summaryDisagreements(tier.database)).toEqual([]);
});

test('a writer that is told to stop leaves its group: the next one begins at once', async () => {
  await writer.stop();
  writer = await tier.cluster.start('writer');
  const traceId = randomUUID();
  await post('/v1/l/batch', native(traceId, randomUUID()));
  await eventually(async () => (await get(`/api/public/traces/${traceId}`)).status === 200);
});
