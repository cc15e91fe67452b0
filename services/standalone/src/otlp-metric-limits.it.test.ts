import { gzipSync } from 'node:zlib';
import type { Answer } from '@sluice/contracts';
import { eventually } from '@sluice/testbed/machine';
import { otlpProtobuf } from '@sluice/testbed/samples';
import { dataPoints, tooLarge } from './limits.testing';
import { type Product, startProduct } from './product.testing';

/* Limits of the contract's table for metrics over OTLP, with default settings; `limits.it.test.ts` has the others. */

const MIB = 2 ** 20;

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

/** Repeats a request while it is not stored in time, as exporters do. */
const send = (body: Uint8Array, headers: Record<string, string>): Promise<Answer> =>
  eventually(
    () => product.call('/api/public/otel/v1/metrics', { method: 'POST', body: Uint8Array.from(body), headers }),
    ({ status }) => status !== 503,
  );

test('50,000 data points are taken, one more is 413, as JSON and as protobuf', async () => {
  const json = { 'Content-Type': 'application/json' };
  const bodyOf = (count: number) => Buffer.from(JSON.stringify(dataPoints(count)));
  expect(await send(bodyOf(50_000), json)).toEqual({ status: 200, body: {} });
  expect(await send(bodyOf(50_001), json)).toEqual(tooLarge(/50000 data points/));
  const beyond = otlpProtobuf(dataPoints(50_001), 'metrics');
  expect(await send(beyond, { 'Content-Type': 'application/x-protobuf' })).toEqual(tooLarge(/50000 data points/));
});

test('a metric of 18 MiB is taken as JSON, of one byte more it is 413', async () => {
  const metric = (bytes: number) => {
    const point = { timeUnixNano: '1795132800000000000', asInt: '1' };
    const metric = { name: 'large', gauge: { dataPoints: [point] }, description: '' };
    metric.description = 'd'.repeat(bytes - JSON.stringify(metric).length);
    return gzipSync(JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics: [metric] }] }] }));
  };
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
  expect(await send(metric(18 * MIB), headers)).toEqual({ status: 200, body: {} });
  expect(await send(metric(18 * MIB + 1), headers)).toEqual(tooLarge(/metrics\[0\] must not exceed 18874368 bytes/));
});
