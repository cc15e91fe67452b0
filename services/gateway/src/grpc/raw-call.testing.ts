import { type ClientHttp2Session, type IncomingHttpHeaders, connect } from 'node:http2';

/** Answer to a call: its headers and trailers, and its message without a prefix. */
export interface RawAnswer {
  readonly headers: IncomingHttpHeaders;
  readonly trailers: IncomingHttpHeaders;
  readonly message: Buffer;
}

/** Makes a call without grpc-js, whose client has neither zstd nor messages of its caller. The session stays open. */
export async function callRaw(
  session: ClientHttp2Session,
  method: string,
  { headers = {}, message }: { readonly headers?: Readonly<Record<string, string>>; readonly message: Buffer },
): Promise<RawAnswer> {
  const stream = session.request({
    ':method': 'POST',
    ':path': method,
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization: 'Bearer token',
    ...headers,
  });
  const prefix = Buffer.alloc(5);
  prefix.writeUInt8('grpc-encoding' in headers ? 1 : 0);
  prefix.writeUInt32BE(message.length, 1);
  stream.end(Buffer.concat([prefix, message]));
  const chunks: Buffer[] = [];
  let answered: IncomingHttpHeaders = {};
  let trailers: IncomingHttpHeaders | undefined;
  stream.on('response', (received) => (answered = received));
  stream.on('trailers', (received: IncomingHttpHeaders) => (trailers = received));
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('error', () => undefined);
  await new Promise((resolve) => stream.once('close', resolve));
  return { headers: answered, trailers: trailers ?? answered, message: Buffer.concat(chunks).subarray(5) };
}

/** Opens a session to a listener at `host:port`; the caller has to close it. */
export const openSession = (address: string): ClientHttp2Session => connect(`http://${address}`);
