import { Client, Metadata, type ServiceError, credentials, status } from '@grpc/grpc-js';
import { GRPC_PATHS } from '@sluice/testbed/network';
import { retrySeconds } from '@sluice/testbed/samples';
import type { Answer } from './http-client';

const NOTHING = Buffer.alloc(0);

/** Limits of the pause before a client connects again: the default grows to two minutes. */
const RECONNECT = { 'grpc.initial_reconnect_backoff_ms': 100, 'grpc.max_reconnect_backoff_ms': 1_000 };

/** Statuses after which an exporter sends again, whether or not the data was stored (OTLP 1.11, "OTLP/gRPC Response"). */
const UNCLEAR: ReadonlySet<status> = new Set([
  status.CANCELLED,
  status.DEADLINE_EXCEEDED,
  status.ABORTED,
  status.OUT_OF_RANGE,
  status.UNAVAILABLE,
  status.DATA_LOSS,
]);

const identity = (bytes: Buffer): Buffer => bytes;

/** Exporter of traces by OTLP/gRPC, whose answers are those of OTLP/HTTP. Only the status OK acknowledges. */
export class GrpcExporter {
  readonly #timeoutMs: number;
  readonly #clients = new Map<string, Client>();

  constructor({ timeoutMs }: { readonly timeoutMs: number }) {
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Sends an export to `host:port`. An overload that has a `RetryInfo` is 503, or 429 of a quota, with `retry-after`.
   * @throws Error without an answer of the product; its code is ECONNREFUSED where nothing was sent
   */
  post(address: string, authorization: string, body: Buffer): Promise<Answer> {
    const metadata = new Metadata();
    metadata.set('authorization', authorization);
    const deadline = Date.now() + this.#timeoutMs;
    return new Promise((resolve, reject) => {
      let beganAt = 0;
      let response: Buffer = NOTHING;
      let failure: ServiceError | undefined;
      const call = this.#clientOf(address).makeUnaryRequest<Buffer, Buffer>(
        GRPC_PATHS.traces,
        identity,
        identity,
        body,
        metadata,
        { deadline },
        (error, message) => {
          failure = error ?? undefined;
          response = message ?? NOTHING;
        },
      );
      call.on('metadata', () => (beganAt = performance.now()));
      call.on('status', ({ code, details, metadata: trailers }) => {
        const seconds = retrySeconds(trailers.get('grpc-status-details-bin')[0]);
        const [receipt] = trailers.get('sluice-receipt');
        if (code === status.OK) {
          const headers = receipt === undefined ? {} : { 'sluice-receipt': String(receipt) };
          setImmediate(() => resolve({ status: 200, headers, body: response, beganAt }));
        } else if (seconds !== undefined) {
          const answered = code === status.RESOURCE_EXHAUSTED ? 429 : 503;
          resolve({
            status: answered,
            headers: { 'retry-after': String(seconds) },
            body: Buffer.from(details),
            beganAt,
          });
        } else if (UNCLEAR.has(code)) {
          const name = /ECONNREFUSED/.exec(details)?.[0] ?? status[code];
          reject(Object.assign(failure ?? new Error(details), { code: name }));
        } else resolve({ status: 500, headers: {}, body: Buffer.from(`${status[code]}: ${details}`), beganAt });
      });
    });
  }

  close(): void {
    for (const client of this.#clients.values()) client.close();
  }

  #clientOf(address: string): Client {
    const known = this.#clients.get(address);
    if (known !== undefined) return known;
    const client = new Client(address, credentials.createInsecure(), RECONNECT);
    this.#clients.set(address, client);
    return client;
  }
}
