import { gzipSync } from 'node:zlib';
import { closeIn, patience } from '@sluice/testbed/machine';
import { type RawCallOptions, RawGrpc, framed } from '@sluice/testbed/network';
import { closeGateways } from '../gateway.testing';
import { startGrpc } from './start-grpc.testing';

afterAll(closeGateways);
const later = closeIn(afterEach);

const CHECK = '/grpc.health.v1.Health/Check';
const SERVING = '0801';
const NOT_SERVING = '0802';

/** Check of a service, without credentials. */
const checkOf = (service: string) => {
  const name = Buffer.from(service);
  return {
    message: Buffer.concat([Buffer.from([0x0a, name.length]), name]),
    metadata: { authorization: '' },
  };
};

/** Request of a call. */
interface HealthRequest extends Pick<RawCallOptions, 'metadata'> {
  readonly message: Buffer;
  /** 1: the message is compressed. */
  readonly flag?: number;
}

async function start(options: Parameters<typeof startGrpc>[1] = {}) {
  const parts = await startGrpc({}, options);
  const client = new RawGrpc(parts.listener.url, 'Bearer token');
  later(async () => {
    client.close();
    await parts.listener.close(1000);
  });
  const call = async ({ message, flag = 0, ...options }: HealthRequest, path = CHECK) => {
    const { status, message: details, answer } = await client.call(framed(message, { flag }), { path, ...options });
    return { status, answer: answer.toString('hex') || details };
  };
  return { ...parts, call };
}

describe('the health service', () => {
  it.each([
    '',
    'opentelemetry.proto.collector.trace.v1.TraceService',
    'opentelemetry.proto.collector.metrics.v1.MetricsService',
    'opentelemetry.proto.collector.logs.v1.LogsService',
  ])('has the state of the process for %p, without credentials', async (service) => {
    let failing: string[] = [];
    const { call } = await start({ readiness: { look: () => Promise.resolve(failing) } });
    expect(await call(checkOf(service))).toEqual({ status: 0, answer: SERVING });
    failing = ['bus'];
    const { call: later } = await start({ readiness: { look: () => Promise.resolve(failing) } });
    expect(await later(checkOf(service))).toEqual({ status: 0, answer: NOT_SERVING });
  });

  it('answers an empty request, and one with unknown fields', async () => {
    const { call } = await start();
    const metadata = { authorization: '' };
    expect(await call({ message: Buffer.alloc(0), metadata })).toEqual({ status: 0, answer: SERVING });
    expect(await call({ message: Buffer.from('1001', 'hex'), metadata })).toEqual({ status: 0, answer: SERVING });
  });

  it('is NOT_SERVING while the process drains', async () => {
    let answer: (failing: string[]) => void = () => undefined;
    let begun: () => void = () => undefined;
    const looking = new Promise<void>((resolve) => (begun = resolve));
    const look = () => {
      begun();
      return new Promise<string[]>((resolve) => (answer = resolve));
    };
    const { call, listener } = await start({ readiness: { look } });
    const checking = call(checkOf(''));
    await looking;
    const closing = listener.close(patience(5000));
    answer([]);
    expect(await checking).toEqual({ status: 0, answer: NOT_SERVING });
    await closing;
  });

  it.each<[string, number, RegExp, HealthRequest]>([
    ['an unknown service is NOT_FOUND', 5, /^this service is unknown$/, checkOf('sluice.Secret')],
    ['a damaged message is INVALID_ARGUMENT', 3, /HealthCheckRequest$/, { message: Buffer.from('0aff', 'hex') }],
    ['a message above its limit is INVALID_ARGUMENT', 3, /at most 1024 bytes$/, { message: Buffer.alloc(1025) }],
    [
      'a compressed message is INVALID_ARGUMENT',
      3,
      /not be compressed$/,
      { message: gzipSync(''), flag: 1, metadata: { 'grpc-encoding': 'gzip' } },
    ],
  ])('%s', async (_, status, details, request) => {
    const { call } = await start();
    expect(await call(request)).toEqual({ status, answer: expect.stringMatching(details) as string });
  });

  it('has no watch, which would be a call without an end', async () => {
    const { call } = await start();
    expect(await call(checkOf(''), '/grpc.health.v1.Health/Watch')).toMatchObject({ status: 12 });
  });

  it('is UNAVAILABLE when the readiness never answers: at the limit of a call', async () => {
    const { call } = await start({ maxCallMs: 50, readiness: { look: () => new Promise(() => undefined) } });
    expect(await call(checkOf(''))).toEqual({ status: 14, answer: expect.stringContaining('50 ms') as string });
  });
});
