import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { closeIn, eventually } from '@sluice/testbed/machine';
import { RawGrpc, framed } from '@sluice/testbed/network';
import { otlpProtobuf, retrySeconds } from '@sluice/testbed/samples';
import { closeGateways } from '../gateway.testing';
import { type SendOptions, grpcClient } from './grpc-client.testing';
import { startGrpc } from './start-grpc.testing';

afterAll(closeGateways);
const later = closeIn(afterEach);

const span = (name: string, more: object = {}) => ({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name, ...more });
const exportOf = (...spans: object[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

async function start(env: NodeJS.ProcessEnv = {}) {
  const { listener, ...others } = await startGrpc(env);
  const client = grpcClient(listener.url);
  later(async () => {
    client.close();
    await listener.close(1000);
  });
  return { ...others, listener, client };
}

describe('an export', () => {
  it.each([{}, { gzip: true }])('is stored, with its receipt in the trailers: %j', async (options) => {
    const { client, records } = await start();
    const { trailers, ...called } = await client.export(exportOf(span('a')), options);
    expect(called).toEqual({ status: 'OK', details: '', response: {} });
    expect(trailers.get('sluice-receipt')).toEqual(['stored']);
    expect(records).toHaveLength(1);
  });

  it('that is invalid in part is answered as over HTTP', async () => {
    const { client, records } = await start();
    const { status, response } = await client.export(exportOf(span('a'), span('b', { spanId: '' })));
    expect({ status, response }).toEqual({
      status: 'OK',
      response: { partialSuccess: { rejectedSpans: '1', errorMessage: expect.stringContaining('spanId') as string } },
    });
    expect(records).toHaveLength(1);
  });
});

/** Text of 3 MiB, which deflates to a thousandth. */
const LONG = 'x'.repeat(3 * 2 ** 20);

describe('a call', () => {
  it.each<[string, SendOptions, status: string, details: RegExp]>([
    ['without credentials', { metadata: {} }, 'UNAUTHENTICATED', /^valid credentials are required/],
    ['with unknown ones', { metadata: { authorization: 'Bearer no' } }, 'UNAUTHENTICATED', /^valid credentials/],
    ['without the scope', { metadata: { authorization: 'Bearer reader' } }, 'PERMISSION_DENIED', /the scope ingest/],
  ])('%s is refused before its message is read', async (_, options, status, details) => {
    const { client, entrance, records } = await start();
    expect(await client.export(exportOf(span(LONG)), options)).toMatchObject({
      status,
      details: expect.stringMatching(details) as string,
    });
    expect(entrance.access).toBeDefined();
    expect(records).toEqual([]);
  });

  it.each<[string, Buffer, SendOptions, details: RegExp]>([
    ['no span can be stored', otlp(span('a', { spanId: '' })), {}, /^no span can be stored: /],
    ['a damaged message', Buffer.from([0x0a, 0x7f]), {}, /^the body must be a protobuf ExportTraceServiceRequest/],
    ['a message above the limit of bodies', Buffer.alloc(300_000), {}, /^the body must be at most 200000 bytes$/],
    ['a message that inflates beyond its limit', otlp(span(LONG)), { gzip: true }, /must not exceed 1048577 bytes$/],
    ['a large message that is damaged', gzipSync(LONG), {}, /^the body must be a protobuf/],
  ])('%s is INVALID_ARGUMENT: nothing of it is stored', async (_, message, options, details) => {
    const { client, gateway, records } = await start({ MAX_BODY_BYTES: '200000', MAX_INFLATED_BYTES: '1048577' });
    const { status, details: text } = await client.export(message, options);
    expect({ status, text }).toEqual({ status: 'INVALID_ARGUMENT', text: expect.stringMatching(details) as string });
    expect(records).toEqual([]);
    expect(gateway.dependencies.budget.held).toBe(0);
  });

  it('with a message of just the limit is accepted, of one byte more refused', async () => {
    const { byteLength } = otlp(span('a'));
    const send = async (limit: number) => {
      const { client } = await start({ MAX_BODY_BYTES: String(limit) });
      return (await client.export(otlp(span('a')))).status;
    };
    expect(await send(byteLength)).toBe('OK');
    expect(await send(byteLength - 1)).toBe('INVALID_ARGUMENT');
  });

  it('widens the windows of its connection, once its sender is known', async () => {
    const { listener } = await start();
    const windows = async (authorization: string) => {
      const raw = new RawGrpc(listener.url, authorization);
      later(() => raw.close());
      await once(raw.session, 'remoteSettings');
      const changed = once(raw.session, 'remoteSettings');
      const { status } = await raw.call(framed(otlp(span('a'))));
      if (status === 0) await changed;
      return [raw.session.remoteSettings.initialWindowSize, (raw.session.state.remoteWindowSize ?? 0) > 2 ** 21];
    };
    expect(await windows('Bearer token')).toEqual([2 ** 20, true]);
    expect(await windows('Bearer no')).toEqual([65_535, false]);
  });

  it('that a quota refuses is RESOURCE_EXHAUSTED with RetryInfo', async () => {
    const { client } = await start();
    const spans = Array.from({ length: 20 }, (_, index) => span('a', { spanId: String(index + 1).padStart(16, '0') }));
    const limited = { metadata: { authorization: 'Bearer limited' } };
    expect(await client.export(exportOf(...spans), limited)).toMatchObject({ status: 'OK' });
    const refused = await client.export(exportOf(...spans), limited);
    expect(refused).toMatchObject({
      status: 'RESOURCE_EXHAUSTED',
      details: expect.stringContaining('itemsPerSecond') as string,
    });
    expect(retrySeconds(refused.trailers.get('grpc-status-details-bin')[0])).toBeGreaterThan(0);
  });

  it('at an outage is UNAVAILABLE with RetryInfo, and is stored when it is sent again', async () => {
    const { client, state, records } = await start();
    state.away = true;
    const refused = await client.export(exportOf(span('a')));
    expect(refused).toMatchObject({ status: 'UNAVAILABLE' });
    expect(retrySeconds(refused.trailers.get('grpc-status-details-bin')[0])).toBe(1);
    state.away = false;
    const again = () => client.export(exportOf(span('a')));
    expect(await eventually(again, ({ status }) => status !== 'UNAVAILABLE')).toMatchObject({ status: 'OK' });
    expect(records).toHaveLength(1);
  });

  it.each([10, 100_000])('of %d bytes is UNAVAILABLE while the bus is', async (length) => {
    const { client, bus } = await start();
    await bus.close();
    const { status, details } = await client.export(exportOf(span('x'.repeat(length))));
    expect({ status, details }).toEqual({
      status: 'UNAVAILABLE',
      details: expect.stringMatching(/: send again$/) as string,
    });
  });

  it('with more bytes than the budget has is UNAVAILABLE, and holds nothing afterwards', async () => {
    const { client, gateway, hold } = await start({ MAX_INFLIGHT_BYTES: '400000' });
    const { begun, release } = hold();
    const first = client.export(exportOf(span('x'.repeat(150_000))));
    await begun;
    expect(await client.export(exportOf(span('y'.repeat(150_000))))).toMatchObject({
      status: 'UNAVAILABLE',
      details: expect.stringContaining('MAX_INFLIGHT_BYTES') as string,
    });
    release();
    expect(await first).toMatchObject({ status: 'OK' });
    expect(gateway.dependencies.budget.held).toBe(0);
  });
});

function otlp(...spans: object[]): Buffer {
  return Buffer.from(otlpProtobuf(exportOf(...spans)));
}
