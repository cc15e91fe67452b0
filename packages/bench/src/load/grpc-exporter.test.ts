import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import { closeIn } from '@sluice/testbed/machine';
import { GRPC_PATHS } from '@sluice/testbed/network';
import { GrpcExporter } from './grpc-exporter';

const later = closeIn(afterEach);
const identity = (bytes: Buffer): Buffer => bytes;

/** Starts a server that answers every export with this status. */
async function serverOf(code: status): Promise<string> {
  const server = new Server();
  const Export = {
    ...{ path: GRPC_PATHS.traces, requestStream: false, responseStream: false },
    ...{ requestSerialize: identity, requestDeserialize: identity },
    ...{ responseSerialize: identity, responseDeserialize: identity },
  } as const;
  server.addService(
    { Export },
    {
      Export: (_: unknown, respond: (error: object | null, value?: Buffer) => void) =>
        code === status.OK ? respond(null, Buffer.alloc(0)) : respond({ code, details: 'because' }),
    },
  );
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    ),
  );
  later(() => server.forceShutdown());
  return `127.0.0.1:${port}`;
}

const send = (address: string) => {
  const exporter = new GrpcExporter({ timeoutMs: 10_000 });
  later(() => exporter.close());
  return exporter.post(address, 'Bearer token', Buffer.from('x'));
};

test('the status OK alone acknowledges, with a receipt or without', async () => {
  await expect(send(await serverOf(status.OK))).resolves.toMatchObject({ status: 200, headers: {} });
});

test.each([status.UNAVAILABLE, status.DEADLINE_EXCEEDED, status.CANCELLED])(
  'the status %d without a RetryInfo is no answer of the product',
  async (code) => {
    await expect(send(await serverOf(code))).rejects.toMatchObject({ code: status[code] });
  },
);

test.each([status.INTERNAL, status.RESOURCE_EXHAUSTED, status.INVALID_ARGUMENT])(
  'the status %d, after which exporters drop, is an error of the server',
  async (code) => {
    const { body, ...answer } = await send(await serverOf(code));
    expect({ status: answer.status, text: body.toString() }).toEqual({ status: 500, text: `${status[code]}: because` });
  },
);

test('a connection that is refused has not sent anything', async () => {
  await expect(send('127.0.0.1:1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
