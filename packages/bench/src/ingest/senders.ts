import { Client, Metadata, type ServiceError, credentials, status } from '@grpc/grpc-js';
import { GRPC_PATHS } from '@sluice/testbed/network';
import { WireConnection } from '../fuzz/wire/wire-connection';

/** Connection that sends one request after the other. */
export interface Sender {
  /** Sends a body. @returns the reason why it was not acknowledged */
  send(body: Buffer): Promise<string | undefined>;
  close(): void;
}

const TIMEOUT_MS = 60_000;

export interface HttpTarget {
  readonly baseUrl: string;
  readonly authorization: string;
  readonly path: string;
  readonly contentType: string;
}

export function httpSender({ baseUrl, authorization, path, contentType }: HttpTarget): Sender {
  const { host, port } = new URL(baseUrl);
  const connection = new WireConnection(Number(port));
  const headOf = (length: number): Buffer =>
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${authorization}\r\n` +
        `content-type: ${contentType}\r\ncontent-length: ${length}\r\n\r\n`,
      'latin1',
    );
  return {
    close: () => connection.close(),
    async send(body) {
      try {
        const limits = { timeoutMs: TIMEOUT_MS, bodiless: false, unclear: false };
        const { answers, failure } = await connection.exchange([headOf(body.length), body], limits);
        const [answer] = answers;
        if (answer === undefined) return failure ?? 'no answer';
        return answer.status === 200 ? undefined : String(answer.status);
      } catch (error) {
        return error instanceof Error && 'code' in error ? String(error.code) : String(error);
      }
    },
  };
}

const identity = (bytes: Buffer): Buffer => bytes;

/** Sends traces in protobuf by OTLP/gRPC, on a connection of its own. @param address `host:port` */
export function grpcSender(address: string, authorization: string): Sender {
  const client = new Client(address, credentials.createInsecure(), { 'grpc.use_local_subchannel_pool': 1 });
  const metadata = new Metadata();
  metadata.set('authorization', authorization);
  return {
    close: () => client.close(),
    send: (body) =>
      new Promise((resolve) => {
        const done = (error: ServiceError | null) => resolve(error === null ? undefined : status[error.code]);
        const deadline = Date.now() + TIMEOUT_MS;
        client.makeUnaryRequest(GRPC_PATHS.traces, identity, identity, body, metadata, { deadline }, done);
      }),
  };
}
