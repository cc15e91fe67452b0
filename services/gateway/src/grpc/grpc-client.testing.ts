import { Client, Metadata, type ServiceError, compressionAlgorithms, credentials, status } from '@grpc/grpc-js';
import { otlpMessage, otlpProtobuf } from '@sluice/testbed/samples';

const SERVICES = {
  trace: 'opentelemetry.proto.collector.trace.v1.TraceService',
  metrics: 'opentelemetry.proto.collector.metrics.v1.MetricsService',
  logs: 'opentelemetry.proto.collector.logs.v1.LogsService',
} as const;

/** Result of a call. */
export interface Called {
  /** Name of its code: `OK`, `UNAVAILABLE`. */
  readonly status: string;
  readonly details: string;
  /** Response as JSON; absent if the call failed. */
  readonly response?: unknown;
  readonly trailers: Metadata;
}

/** Message to send: an export in OTLP/JSON, or bytes as they are. */
type Message = object | Buffer;

export interface SendOptions {
  readonly signal?: keyof typeof SERVICES;
  /** Metadata; without it the credentials of tests. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly gzip?: boolean;
}

/**
 * Client of OTLP/gRPC at an address `host:port`; the caller has to close it.
 * @param ca certificate that the client trusts, as PEM; absent: no TLS
 */
export function grpcClient(address: string, ca?: string) {
  const channel = ca === undefined ? credentials.createInsecure() : credentials.createSsl(Buffer.from(ca));
  const options = ca === undefined ? {} : { 'grpc.ssl_target_name_override': 'localhost' };
  const plain = new Client(address, channel, options);
  const compressing = new Client(address, channel, {
    ...options,
    'grpc.default_compression_algorithm': compressionAlgorithms.gzip,
  });
  return {
    close: () => {
      plain.close();
      compressing.close();
    },
    /** Calls `Export` of a signal. */
    export: (message: Message, { signal = 'trace', metadata, gzip = false }: SendOptions = {}): Promise<Called> => {
      const bytes = Buffer.isBuffer(message) ? message : Buffer.from(otlpProtobuf(message, signal));
      const headers = new Metadata();
      for (const [key, value] of Object.entries(metadata ?? { authorization: 'Bearer token' })) headers.set(key, value);
      const path = `/${SERVICES[signal]}/Export`;
      const response = otlpMessage(signal, 'Response');
      return new Promise((resolve) => {
        let trailers = new Metadata();
        let result: Omit<Called, 'trailers'> | undefined;
        const done = (error: ServiceError | null, answer?: Buffer) => {
          if (error !== null) {
            resolve({ status: status[error.code], details: error.details, trailers: error.metadata });
            return;
          }
          const json: unknown = answer === undefined ? undefined : response.decode(answer).toJSON();
          result = { status: 'OK', details: '', response: json };
        };
        const client = gzip ? compressing : plain;
        const call = client.makeUnaryRequest(
          path,
          (sent: Buffer) => sent,
          (read: Buffer) => read,
          bytes,
          headers,
          done,
        );
        call.on('status', (ended) => {
          trailers = ended.metadata;
          if (result !== undefined) resolve({ ...result, trailers });
        });
      });
    },
  };
}
