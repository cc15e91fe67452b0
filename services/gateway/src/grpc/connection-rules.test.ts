import { once } from 'node:events';
import { connect } from 'node:net';
import { createEntrance, createCredentials } from '@sluice/http';
import { createLogger, createMetrics } from '@sluice/runtime';
import { closeIn, eventually, patience } from '@sluice/testbed/machine';
import { GRPC_PATHS, RawGrpc, framed } from '@sluice/testbed/network';
import { otlpProtobuf } from '@sluice/testbed/samples';
import type { Trace, Tracing } from '@sluice/tracing';
import { closeGateways } from '../gateway.testing';
import { startGrpc } from './start-grpc.testing';

afterAll(closeGateways);
const later = closeIn(afterEach);

const OK = 0;
const UNAVAILABLE = 14;
const spans = [{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'a' }];
const message = framed(otlpProtobuf({ resourceSpans: [{ scopeSpans: [{ spans }] }] }));

async function start(options: Parameters<typeof startGrpc>[1] = {}) {
  const parts = await startGrpc({}, options);
  later(() => parts.listener.close(1000));
  const client = new RawGrpc(parts.listener.url, 'Bearer token');
  later(() => client.close());
  return { ...parts, client };
}

describe('a connection', () => {
  it('of its greatest age is ended by GOAWAY, and its call is answered', async () => {
    const { client, hold, records } = await start({ maxConnectionAgeMs: patience(500) });
    const { begun, release } = hold();
    const goaway = once(client.session, 'goaway');
    const call = client.call(message);
    await begun;
    expect(await goaway).toEqual([0, expect.any(Number), Buffer.from('max_age')]);
    release();
    expect((await call).status).toBe(OK);
    expect(records).toHaveLength(1);
  });
});

describe('the end of the listener', () => {
  it('answers the calls in flight, and refuses new connections', async () => {
    const { client, hold, listener, records } = await start();
    const { begun, release } = hold();
    const call = client.call(message);
    await begun;
    const closing = listener.close(patience(10_000));
    const socket = connect(listener.port, '127.0.0.1');
    const [refused] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    expect(refused.code).toBe('ECONNREFUSED');
    release();
    expect((await call).status).toBe(OK);
    await closing;
    expect(records).toHaveLength(1);
  });
});

describe('the end of the listener beyond its budget', () => {
  it('cuts the calls that are still open', async () => {
    const { client, hold, listener } = await start();
    const { begun, release } = hold();
    const call = client.call(message);
    await begun;
    await listener.close(50);
    expect((await call).status).toBeUndefined();
    release();
  });
});

describe('a call', () => {
  it('that takes longer than its limit is UNAVAILABLE, which its client retries', async () => {
    const { client, hold, gateway } = await start({ maxCallMs: 100 });
    const { release } = hold();
    const ended = await client.call(message);
    expect(ended).toMatchObject({
      status: UNAVAILABLE,
      message: 'the call took longer than 100 ms (REQUEST_TIMEOUT_MS): send again',
    });
    release();
    expect(
      await eventually(
        () => gateway.dependencies.budget.held,
        (held) => held === 0,
      ),
    ).toBe(0);
  });

  it('has its time in the metrics, by its method and status', async () => {
    const { client, metrics } = await start();
    await client.call(message);
    await client.call(message, { metadata: { authorization: 'Bearer wrong' } });
    await client.call(message, { path: '/of.a.Stranger/Call' });
    const { body } = await metrics.expose();
    const counts = body.match(/^sluice_grpc_request_duration_seconds_count.*$/gm);
    expect(counts).toEqual([
      `sluice_grpc_request_duration_seconds_count{method="${GRPC_PATHS.traces}",status="OK"} 1`,
      `sluice_grpc_request_duration_seconds_count{method="${GRPC_PATHS.traces}",status="UNAUTHENTICATED"} 1`,
    ]);
  });
});

describe('the log and the trace of a call', () => {
  const lines: string[] = [];
  const begun: { name: string; cause: string | undefined; attributes: object; end?: string }[] = [];
  const tracing: Tracing = {
    begin({ name, attributes = {} }, cause) {
      const trace: (typeof begun)[number] = { name, cause, attributes };
      begun.push(trace);
      const port: Trace = {
        set: (more) => (trace.attributes = { ...trace.attributes, ...more }),
        end: (failure) => (trace.end = failure ?? 'ok'),
        child: () => undefined,
        discard: () => undefined,
      };
      return port;
    },
    within: (_, work) => work(),
    current: () => undefined,
  };
  const entrance = createEntrance({
    logger: createLogger({ level: 'debug', pretty: false, destination: { write: (line) => void lines.push(line) } }),
    metrics: createMetrics({ processMetrics: false }),
    credentials: createCredentials({ bearerTokens: ['token'], keyPairs: [] }),
    tracing,
  });
  const logged = () => lines.map((line) => JSON.parse(line) as unknown);

  beforeEach(() => {
    lines.length = 0;
    begun.length = 0;
  });

  it('have its method, status and cause, and nothing of its content', async () => {
    const { client } = await start({ entrance });
    await client.call(message, { metadata: { traceparent: 'cause', 'user-agent': 'exporter/1' } });
    expect(logged()).toEqual([
      expect.objectContaining({
        level: 'debug',
        msg: 'a request was served',
        method: 'gRPC',
        route: GRPC_PATHS.traces,
        status: 'OK',
        client: '127.0.0.1',
        userAgent: 'exporter/1',
      }),
    ]);
    expect(begun).toEqual([
      {
        name: GRPC_PATHS.traces,
        cause: 'cause',
        attributes: { 'rpc.system': 'grpc', 'rpc.method': GRPC_PATHS.traces, 'rpc.grpc.status_code': 0 },
        end: 'ok',
      },
    ]);
  });

  it('are a failure where the server failed, and of a refused client its reason without its secret', async () => {
    const { client, state } = await start({ entrance });
    state.away = true;
    await client.call(message);
    expect(begun).toMatchObject([{ attributes: { 'rpc.grpc.status_code': UNAVAILABLE }, end: 'UNAVAILABLE' }]);
    await client.call(message, { metadata: { authorization: 'Bearer secret-of-the-client' } });
    expect(begun).toHaveLength(1);
    expect(logged()).toMatchObject([{ status: 'UNAVAILABLE' }, { status: 'UNAUTHENTICATED' }]);
    expect(lines.join('')).not.toContain('secret-of-the-client');
  });

  it('is none of a call that has self-traces', async () => {
    const { client } = await start({ entrance });
    await client.call(message, { metadata: { 'sluice-self-traces': '1' } });
    expect(begun).toEqual([]);
  });
});
