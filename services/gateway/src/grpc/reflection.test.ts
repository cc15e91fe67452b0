import { Client, Metadata, credentials, status } from '@grpc/grpc-js';
import { closeIn } from '@sluice/testbed/machine';
import { closeGateways } from '../gateway.testing';
import { startGrpc } from './start-grpc.testing';

afterAll(closeGateways);
const later = closeIn(afterEach);

const identity = (bytes: Buffer): Buffer => bytes;

/** `ServerReflectionRequest` that lists the services. */
const LIST = Buffer.from([0x3a, 0x01, 0x2a]);

/** Sends requests in one call. @returns the number of answers, and the name of its status */
async function reflect(
  address: string,
  requests: readonly Buffer[],
  { version = 'v1', authorization = 'Bearer reader' } = {},
) {
  const client = new Client(address, credentials.createInsecure());
  later(() => client.close());
  const metadata = new Metadata();
  if (authorization !== '') metadata.set('authorization', authorization);
  const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
  const call = client.makeBidiStreamRequest(path, identity, identity, metadata);
  let answers = 0;
  call.on('data', () => (answers += 1)).on('error', () => undefined);
  for (const request of requests) call.write(request);
  call.end();
  const code = await new Promise<status>((resolve) => call.once('status', (ended) => resolve(ended.code)));
  return { answers, status: status[code] };
}

const start = async () => {
  const { listener } = await startGrpc();
  later(() => listener.close(1000));
  return listener.url;
};

test.each(['v1', 'v1alpha'])(
  'each request of a call is answered, in %s, by credentials of any scope',
  async (version) => {
    expect(await reflect(await start(), [LIST, LIST, LIST], { version })).toEqual({ answers: 3, status: 'OK' });
  },
);

test.each(['', 'Bearer no'])('without accepted credentials nothing is answered: %j', async (authorization) => {
  expect(await reflect(await start(), [LIST], { authorization })).toEqual({ answers: 0, status: 'UNAUTHENTICATED' });
});

test.each<[string, readonly Buffer[]]>([
  ['more than 100 requests', Array.from({ length: 101 }, () => LIST)],
  ['more than 64 KiB', [Buffer.alloc(70_000)]],
  ['a damaged request', [Buffer.from([0x22, 0x7f])]],
])('a call with %s is refused', async (_, requests) => {
  expect(await reflect(await start(), requests)).toMatchObject({ status: 'INVALID_ARGUMENT' });
});
