import type { IncomingHttpHeaders } from 'node:http';
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';

/** Paths of the methods of OTLP/gRPC. */
export const GRPC_PATHS = {
  traces: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
  metrics: '/opentelemetry.proto.collector.metrics.v1.MetricsService/Export',
  logs: '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
} as const;

/** Length of the prefix of a message. */
const PREFIX_BYTES = 5;

/** End of a call. */
export interface RawEnd {
  /** Number of the status (`grpc-status`); undefined: the stream ended without one. */
  readonly status: number | undefined;
  /** Decoded message of the status. */
  readonly message: string;
  /** Headers of the answer. */
  readonly headers: IncomingHttpHeaders;
  /** Bytes of the answer without the prefix of its first message. */
  readonly answer: Buffer;
  /** Code of the reset of the stream; 0: none. */
  readonly reset: number;
}

/** Call whose bytes the caller chooses. */
export interface RawCall {
  readonly stream: ClientHttp2Stream;
  readonly ended: Promise<RawEnd>;
}

/** Options of a call. */
export interface RawCallOptions {
  /** Default: the export of traces. */
  readonly path?: string;
  /** Default: the credentials alone. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Connection of gRPC on which any bytes can be sent. Its errors are the ends of its calls. */
export class RawGrpc {
  readonly session: ClientHttp2Session;
  readonly #authorization: string;

  /** @param address `host:port` */
  constructor(address: string, authorization: string) {
    this.#authorization = authorization;
    // Bytes that wait to be sent count, and exclude the answer above the limit: the highest, in MB.
    this.session = connect(`http://${address}`, { maxSessionMemory: 4096 });
    this.session.on('error', () => undefined);
  }

  /** Begins a call; its stream receives the bytes. */
  begin({ path = GRPC_PATHS.traces, metadata = {} }: RawCallOptions = {}): RawCall {
    const stream = this.session.request({
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: path,
      'content-type': 'application/grpc+proto',
      te: 'trailers',
      authorization: this.#authorization,
      ...metadata,
    });
    return { stream, ended: endOf(stream) };
  }

  /** Sends a call whole. */
  call(bytes: Buffer, options: RawCallOptions = {}): Promise<RawEnd> {
    const { stream, ended } = this.begin(options);
    stream.end(bytes);
    return ended;
  }

  close(): void {
    this.session.destroy();
  }
}

/**
 * Makes the bytes of a message (gRPC over HTTP/2: Length-Prefixed-Message).
 * @param flag 1: the message is compressed
 * @param announced size in bytes that the prefix contains
 */
export function framed(message: Uint8Array, { flag = 0, announced = message.length } = {}): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES, flag);
  prefix.writeUInt32BE(announced, 1);
  return Buffer.concat([prefix, message]);
}

function endOf(stream: ClientHttp2Stream): Promise<RawEnd> {
  let status: number | undefined;
  let message = '';
  let answered: IncomingHttpHeaders = {};
  const chunks: Buffer[] = [];
  const read = (headers: IncomingHttpHeaders): void => {
    const { 'grpc-status': code, 'grpc-message': text } = headers;
    if (typeof code !== 'string') return;
    status = Number(code);
    message = typeof text === 'string' ? decodeURIComponent(text) : '';
  };
  stream
    .on('response', read)
    .on('response', (received) => (answered = received))
    .on('trailers', read);
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('error', () => undefined);
  return new Promise((resolve) => {
    const end = (): void => {
      const answer = Buffer.concat(chunks).subarray(PREFIX_BYTES);
      resolve({ status, message, headers: answered, answer, reset: stream.rstCode });
    };
    stream.once('close', end);
    // Node waits for the rest of the upload, which the server does not take.
    stream.once('end', () => {
      if (status !== undefined) end();
    });
  });
}
