import { once } from 'node:events';
import { type Exported, type TestExporter, startExporter } from '@sluice/contracts';
import { closeIn, patience } from '@sluice/testbed/machine';
import { type Fault, startFaultyProxy } from './faulty-proxy.testing';
import { type Product, startProduct } from './product.testing';

/*
 * Real exporters with requests that fail on their way, before or after the product has stored them, and with a product that is stopped and
 * started in between. Repeated requests are stored once; a request that an exporter gives up is stored completely or not at all. By the
 * OTLP specification, exporters retry after 429, 502, 503, 504 and lost connections.
 */

type Encoding = 'json' | 'protobuf';

const PATH = '/api/public/otel/v1/traces';
const SPANS = 40;
const PATIENT_MS = patience(30_000);
const IMPATIENT_MS = patience(3_000);

let product: Product;
let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;
const later = closeIn(afterEach);

beforeAll(async () => {
  product = await startProduct();
  proxy = await startFaultyProxy(() => product.url);
});
afterAll(async () => {
  await proxy.close();
  await product.close();
});

function exporterTo(url: string, encoding: Encoding, timeoutMs: number): TestExporter {
  const exporter = startExporter({ url: url + PATH, authorization: product.authorization, encoding }, timeoutMs);
  later(() => exporter.close());
  return exporter;
}

const answering =
  (status: number, headers: Record<string, string> = {}): Fault =>
  ({ response }) =>
    void response.writeHead(status, headers).end();

const cutWhileSending: Fault = async ({ storeHalf, reset }) => {
  await storeHalf();
  reset();
};
const resetAfterStoring: Fault = async ({ store, reset }) => {
  expect(await store()).toBe(200);
  reset();
};
const refusedAfterStoring: Fault = async ({ store, response }) => {
  expect(await store()).toBe(200);
  response.writeHead(500).end();
};
/** The answer never arrives: the exporter closes the connection at its time limit. */
const silentAfterStoring: Fault = async ({ store, response }) => {
  const left = once(response, 'close');
  expect(await store()).toBe(200);
  await left;
};
const restartedAfterStoring: Fault = async ({ store, reset }) => {
  expect(await store()).toBe(200);
  await product.close();
  product = await startProduct();
  reset();
};

const statusOf = async ({ traceId }: Exported) => (await product.send(`/api/public/traces/${traceId}`)).status;

/** Expects all spans of the exports once, in the traces and in the daily figures of their user. */
async function expectStoredOnce(userId: string, exports: readonly Exported[]): Promise<void> {
  for (const { traceId, spanIds } of exports) {
    const { body } = await product.get(`/api/public/traces/${traceId}`);
    const stored = body.observations as { id: string }[];
    expect(stored.map(({ id }) => id.replaceAll('-', '').slice(16)).sort()).toEqual(spanIds);
  }
  const calls = exports.length * (SPANS - 1);
  const { body } = await product.get(`/api/public/metrics/daily?userId=${encodeURIComponent(userId)}`);
  expect(body.data).toEqual([
    expect.objectContaining({
      date: '2026-11-20',
      countTraces: exports.length,
      countObservations: exports.length * SPANS,
      usage: [
        expect.objectContaining({
          model: 'm',
          inputUsage: calls * 10,
          outputUsage: calls,
          totalUsage: calls * 11,
          countTraces: exports.length,
          countObservations: calls,
        }),
      ],
    }),
  ]);
  expect(proxy.failures).toEqual([]);
  expect(proxy.faults).toEqual([]);
}

/** Both encodings where the request is stored: only there what is sent again is decoded again. Before that both are bytes. */
test.each<[string, Encoding, readonly Fault[]]>([
  ['429, then 503 with Retry-After', 'json', [answering(429), answering(503, { 'Retry-After': '1' })]],
  ['a connection that is cut while it sends', 'protobuf', [cutWhileSending]],
  ['a connection that is reset after storing, twice', 'json', [resetAfterStoring, resetAfterStoring]],
  ['a connection that is reset after storing, twice', 'protobuf', [resetAfterStoring, resetAfterStoring]],
  ['a restart of the product after storing', 'protobuf', [restartedAfterStoring]],
])('after %s the exporter of %s goes on: stored once', async (name, encoding, faults) => {
  const exporter = exporterTo(proxy.url, encoding, PATIENT_MS);
  const userId = `${encoding} ${name}`;
  proxy.faults.push(...faults);
  const sent = await exporter.export({ spans: SPANS, userId });
  expect(sent.succeeded).toBe(true);
  await expectStoredOnce(userId, [sent]);
});

test.each<[string, Encoding, readonly Fault[], number, number]>([
  ['500', 'protobuf', [answering(500)], PATIENT_MS, 404],
  ['500 after storing', 'json', [refusedAfterStoring], PATIENT_MS, 200],
  ['no answer in its time after storing', 'protobuf', [silentAfterStoring], IMPATIENT_MS, 200],
])('after %s the exporter of %s gives up; sent again by hand it is stored once', async (...row) => {
  const [name, encoding, faults, timeoutMs, status] = row;
  const exporter = exporterTo(proxy.url, encoding, timeoutMs);
  const userId = `${encoding} ${name}`;
  proxy.faults.push(...faults);
  const sent = await exporter.export({ spans: SPANS, userId });
  expect(sent.succeeded).toBe(false);
  await proxy.idle();
  expect(await statusOf(sent)).toBe(status);
  if (status === 200) await expectStoredOnce(userId, [sent]);

  const again = await exporter.export('again');
  expect(again).toEqual({ ...sent, succeeded: true });
  await expectStoredOnce(userId, [again]);
});

test('the exporter loses nothing and doubles nothing when the product is closed and started again', async () => {
  const exporter = exporterTo(product.url, 'json', PATIENT_MS);
  const userId = 'restart';
  const before = await exporter.export({ spans: SPANS, userId });
  const { port } = product;
  await product.close();
  const meanwhile = exporter.export({ spans: SPANS, userId }); // the port refuses it until a server listens again
  product = await startProduct({ PORT: String(port) });
  // The exporter gives up after five attempts: where the start took longer, the same spans are sent again.
  let late = await meanwhile;
  if (!late.succeeded) late = await exporter.export('again');
  const after = await exporter.export({ spans: SPANS, userId });
  expect([before.succeeded, late.succeeded, after.succeeded]).toEqual([true, true, true]);
  expect((await exporter.export('again')).succeeded).toBe(true);
  await expectStoredOnce(userId, [before, late, after]);
});
