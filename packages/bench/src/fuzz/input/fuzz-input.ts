/** Targets in rotation: the target of an input follows from its index. */
export const TARGETS = [
  'native',
  'events',
  'otlp-json',
  'otlp-protobuf',
  'metrics',
  'otlp-metrics-json',
  'otlp-metrics-protobuf',
  'query',
  'headers',
  'scores',
] as const;
export type Target = (typeof TARGETS)[number];

export function targetOf(index: number): Target {
  return TARGETS[index % TARGETS.length] ?? 'native';
}

/** Paths of the endpoints that store. */
export const WRITES = {
  native: '/v1/l/batch',
  events: '/api/public/ingestion',
  otlp: '/api/public/otel/v1/traces',
  'otlp-metrics': '/api/public/otel/v1/metrics',
  'otlp-logs': '/api/public/otel/v1/logs',
  metrics: '/v1/metrics/batch',
  scores: '/api/public/scores',
} as const;

export type WriteEndpoint = keyof typeof WRITES;

/** Endpoint of a request, which decides the allowed answers: a write, or the path of a GET in the OpenAPI document. */
export type Endpoint = WriteEndpoint | `/${string}` | 'none';

export const isWrite = (endpoint: Endpoint): endpoint is WriteEndpoint => Object.hasOwn(WRITES, endpoint);

/** Returns whether an answer with a status stores: each event, and each score of a list, has a result of its own. */
export function isSuccess(endpoint: Endpoint, status: number | undefined): boolean {
  if (endpoint === 'scores') return status === 200 || status === 202 || status === 207;
  return status === (endpoint === 'events' ? 207 : 200);
}

export const pathOf = (endpoint: WriteEndpoint): string => WRITES[endpoint];

/** Request without its headers. */
export interface Draft {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Path and query as in the request line. */
  readonly path: string;
  readonly contentType?: string;
  readonly idempotencyKey?: string | undefined;
  /** Headers that are added, or replace those of a usual request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Body before any Content-Encoding, apart from that of `headers`. */
  readonly body?: Buffer;
  /** Overrides `FuzzInput.twice`; default: whether the request has an Idempotency-Key. */
  readonly twice?: boolean;
  /** Mutations, for the report of a failure. */
  readonly done: readonly string[];
}

/** Complete request. */
export interface FuzzInput {
  readonly index: number;
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly path: string;
  /** Headers in the order and spelling sent; values are Latin-1, as bytes. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Body as it is on the wire. */
  readonly body: Buffer;
  /** Whether the credentials are valid; undefined where the product may decide. */
  readonly authorized: boolean | undefined;
  /**
   * `whole`: one HTTP request, which has one answer. `unclear`: bytes that are not exactly one request; the sender then closes its side,
   * and every answer must be allowed.
   */
  readonly framing: 'whole' | 'unclear';
  /** Whether it needs so much memory that two at once may be refused as overload. */
  readonly heavy: boolean;
  /** Whether an accepted input is sent a second time, which must store nothing more. */
  readonly twice: boolean;
  /** Whether the body is read as it was sent. */
  readonly bodyIntact: boolean;
  /** Body before its framing was changed: everything that the product reads is a part of this body. */
  readonly meant: Buffer;
  readonly done: readonly string[];
}

/** Parameters of all inputs of a run. */
export interface FuzzContext {
  readonly seed: number;
  /**
   * Number of the project that receives the inputs; inputs of the same index have the same ids in each project, and mostly different
   * contents.
   */
  readonly projectNo: number;
  readonly bearerToken: string;
  readonly publicKey: string;
  readonly secretKey: string;
}

const hex = (value: number, digits: number): string => (value >>> 0).toString(16).padStart(digits, '0').slice(-digits);

/** Returns the trace id of an input, 32 hex digits: no other input of any run has it, so that a stored row names its input. */
export function ownTraceId(seed: number, index: number, n: number): string {
  return `${hex(seed, 8)}${hex(index, 8)}${hex(n, 4)}f022f022f022`;
}

/** Number of traces that many inputs update. */
export const SHARED_TRACES = 16;

/** Returns the id of a trace that many inputs update at the same time. */
export function sharedTraceId(seed: number, n: number): string {
  return `${hex(seed, 8)}ffffffff${hex(n, 4)}f022f022f022`;
}

/** Returns a span id, 16 hex digits. */
export function ownSpanId(index: number, n: number): string {
  return `${hex(index, 8)}f02${hex(n, 5)}`;
}

/** First of the days whose times belong to one input each, in microseconds since the epoch; all other times are outside these days. */
const FIRST_OWN_MICROS = BigInt(Date.UTC(2026, 10, 10)) * 1000n;
const END_OF_OWN_MICROS = BigInt(Date.UTC(2026, 10, 18)) * 1000n;
const OWN_MICROS = 4096n;

/** Returns a time that no other input of a run has, in microseconds since the epoch. @param n below 4096 */
export function ownMicros(index: number, n: number): bigint {
  return FIRST_OWN_MICROS + BigInt(index) * OWN_MICROS + BigInt(n);
}

/** Returns the input that a time belongs to; undefined for any other time. */
export function inputOfMicros(micros: bigint): number | undefined {
  if (micros < FIRST_OWN_MICROS || micros >= END_OF_OWN_MICROS) return undefined;
  return Number((micros - FIRST_OWN_MICROS) / OWN_MICROS);
}
