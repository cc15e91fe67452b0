import * as zlib from 'node:zlib';
import { closeIn } from '@sluice/testbed/machine';
import { RawGrpc, framed } from '@sluice/testbed/network';
import { otlpProtobuf, testUuid, zstdBomb, zstdFrame } from '@sluice/testbed/samples';
import { closeGateways, post, setUp } from './gateway.testing';
import { startGrpc } from './grpc/start-grpc.testing';

afterAll(closeGateways);
const later = closeIn(afterEach);

/** Answer to a body of zstd where Node has it; elsewhere another one is expected. */
const expected = (status: number, message: RegExp): unknown =>
  'zstdDecompress' in zlib
    ? { status, text: expect.stringMatching(message) as string }
    : { status: 400, text: expect.stringContaining('Content-Encoding must be gzip, deflate or identity') as string };

const spans = (name: string) => ({
  resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name }] }] }],
});
const LONG = 'x'.repeat(1_500_000);

const BODIES: readonly [path: string, type: string, content: Buffer | string][] = [
  ['/v1/l/batch', 'application/json', JSON.stringify({ trace: { id: testUuid(1), name: 'a' } })],
  ['/v1/l/batch', 'application/json', JSON.stringify({ trace: { id: testUuid(1), input: LONG } })],
  ['/v1/metrics/batch', 'application/json', JSON.stringify({ metrics: [{ name: 'm', value: 1 }] })],
  ['/v1/traces', 'application/json', JSON.stringify(spans('a'))],
  ['/api/public/otel/v1/traces', 'application/x-protobuf', Buffer.from(otlpProtobuf(spans('a')))],
  ['/v1/traces', 'application/x-protobuf', Buffer.concat(Array(60_000).fill(Buffer.from(otlpProtobuf(spans('a')))))],
];

describe('a body of zstd', () => {
  it.each(BODIES.map(([path, type, content]) => [path, type, content.length, content] as const))(
    'at %s as %s, of %i bytes, is read as it was',
    async (path, type, _, content) => {
      const { app, records, gateway } = await setUp({ MAX_ITEMS: '100000' });
      for (const claimed of [{}, { claimed: content.length }]) {
        const { status, text } = await post(app, path)
          .set({ 'Content-Type': type, 'Content-Encoding': 'zstd' })
          .serialize((x: unknown) => x as string)
          .send(zstdFrame(content, claimed));
        expect({ status, text }).toEqual(expected(200, /^/));
      }
      expect(records.length > 0).toBe('zstdDecompress' in zlib);
      expect(gateway.dependencies.budget.held).toBe(0);
    },
  );

  it.each([
    ['that hides its size', {}, 413],
    ['that claims 2^60 bytes', { claimed: 2 ** 60 }, 413],
    ['that claims one byte', { claimed: 1 }, 400],
  ])('%s is refused when it inflates beyond the limit, and holds nothing', async (_, claimed, status) => {
    const { app, gateway, records } = await setUp({ MAX_INFLATED_BYTES: '3000000' });
    const answer = await post(app, '/v1/l/batch')
      .set('Content-Encoding', 'zstd')
      .send(zstdBomb(5000, ' ', claimed));
    expect({ status: answer.status, text: answer.text }).toEqual(
      expected(status, status === 413 ? /must not exceed 3000000 bytes/ : /damaged or cut/),
    );
    expect(records).toEqual([]);
    expect(gateway.dependencies.budget.held).toBe(0);
  });

  it.each([2, 2 ** 40])('that is shorter than the %i bytes that it claims more is damaged', async (more) => {
    const { app, records } = await setUp();
    const content = JSON.stringify({ trace: { id: testUuid(1) } });
    const body = zstdFrame(content, { claimed: content.length + more });
    const { status, text } = await post(app, '/v1/l/batch').set('Content-Encoding', 'zstd').send(body);
    expect({ status, text }).toEqual(expected(400, /damaged or cut/));
    expect(records).toEqual([]);
  });

  it('over gRPC is named among the encodings, and read as it was', async () => {
    const { listener, records } = await startGrpc();
    const client = new RawGrpc(listener.url, 'Bearer token');
    later(async () => {
      client.close();
      await listener.close(1000);
    });
    const content = Buffer.from(otlpProtobuf(spans('a')));
    const plain = await client.call(framed(content));
    expect(plain.status).toBe(0);
    const { status } = await client.call(framed(zstdFrame(content), { flag: 1 }), {
      metadata: { 'grpc-encoding': 'zstd' },
    });
    const isThere = 'zstdDecompress' in zlib;
    expect([plain.headers['grpc-accept-encoding'], status, records.length]).toEqual(
      isThere ? ['identity,zstd,deflate,gzip', 0, 2] : ['identity,deflate,gzip', 3, 1],
    );
  });
});
