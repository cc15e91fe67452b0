/** What is fuzzed. The targets take turns: an input's target follows from its index. */
export const TARGETS = [
  'native',
  'otlp-json',
  'otlp-protobuf',
  'metrics',
  'otlp-metrics-json',
  'otlp-metrics-protobuf',
  'query',
  'headers',
] as const;
export type Target = (typeof TARGETS)[number];

export function targetOf(index: number): Target {
  return TARGETS[index % TARGETS.length] ?? 'native';
}

/** The endpoints, as the OpenAPI document has them. */
export const OPERATIONS = {
  native: ['post', '/v1/l/batch'],
  otlp: ['post', '/api/public/otel/v1/traces'],
  'otlp-metrics': ['post', '/api/public/otel/v1/metrics'],
  'otlp-logs': ['post', '/api/public/otel/v1/logs'],
  metrics: ['post', '/v1/metrics/batch'],
  traces: ['get', '/api/public/traces'],
  trace: ['get', '/api/public/traces/{traceId}'],
  daily: ['get', '/api/public/metrics/daily'],
  series: ['get', '/api/public/metrics/query'],
  names: ['get', '/api/public/metrics/names'],
  projects: ['get', '/api/public/projects'],
  health: ['get', '/healthz'],
} as const;

/** The endpoint that a request is for, and so what may be answered. */
export type Endpoint = keyof typeof OPERATIONS | 'none';

export const pathOf = (endpoint: keyof typeof OPERATIONS): string => OPERATIONS[endpoint][1];

/** A request before it has its headers. */
export interface Draft {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Path and query as they stand in the request line. */
  readonly path: string;
  readonly contentType?: string;
  readonly idempotencyKey?: string | undefined;
  /** Without any Content-Encoding. */
  readonly body?: Buffer;
  /** As `FuzzInput.twice`; without it, what has an Idempotency-Key is. */
  readonly twice?: boolean;
  /** What was mutated, for the reader of a failure. */
  readonly done: readonly string[];
}

/** One request, complete. */
export interface FuzzInput {
  readonly index: number;
  readonly target: Target;
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly path: string;
  /** In the order and spelling sent; values are Latin-1, as bytes. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** As it is on the wire. */
  readonly body: Buffer;
  /** Whether the credentials are good; undefined where that is for the product to say. */
  readonly authorized: boolean | undefined;
  /**
   * `whole`: one HTTP request, which has one answer. `unclear`: what is sent is no single request; the sender closes its
   * side after it, and every answer there is must be a right one.
   */
  readonly framing: 'whole' | 'unclear';
  /** Whether it takes so much memory that two of them at once may be refused as overload. */
  readonly heavy: boolean;
  /** Whether it is sent a second time when it was accepted, which must store nothing more. */
  readonly twice: boolean;
  /** Whether the body is read as it was sent. */
  readonly bodyIntact: boolean;
  /** The body before its framing was made odd: whatever is read of the request is a part of it. */
  readonly meant: Buffer;
  readonly done: readonly string[];
}

/** The same for all inputs of a run. */
export interface FuzzContext {
  readonly seed: number;
  /** Of the project that inputs are sent to; inputs of the same index have the same ids in each, and mostly other contents. */
  readonly place: number;
  readonly bearerToken: string;
  readonly publicKey: string;
  readonly secretKey: string;
}

const hex = (value: number, digits: number): string => (value >>> 0).toString(16).padStart(digits, '0').slice(-digits);

/** The trace ids of an input, 32 hex digits: no other input of any run has them, so that it can be told who stored what. */
export function ownTraceId(seed: number, index: number, place: number): string {
  return `${hex(seed, 8)}${hex(index, 8)}${hex(place, 4)}f022f022f022`;
}

/** How many traces many inputs speak about. */
export const SHARED_TRACES = 16;

/** One of a few traces that many inputs speak about, at the same time. */
export function sharedTraceId(seed: number, place: number): string {
  return `${hex(seed, 8)}ffffffff${hex(place, 4)}f022f022f022`;
}

/** A span id, 16 hex digits. */
export function ownSpanId(index: number, place: number): string {
  return `${hex(index, 8)}f02${hex(place, 5)}`;
}

/** The days whose times belong to one input each, in microseconds since the epoch: before those of all other times. */
const FIRST_OWN_MICROS = BigInt(Date.UTC(2026, 10, 10)) * 1000n;
const END_OF_OWN_MICROS = BigInt(Date.UTC(2026, 10, 18)) * 1000n;
const OWN_MICROS = 4096n;

/** A time that no other input of a run has, in microseconds since the epoch. @param place below 4096 */
export function ownMicros(index: number, place: number): bigint {
  return FIRST_OWN_MICROS + BigInt(index) * OWN_MICROS + BigInt(place);
}

/** The input that a time belongs to; undefined of any other time. */
export function inputOfMicros(micros: bigint): number | undefined {
  if (micros < FIRST_OWN_MICROS || micros >= END_OF_OWN_MICROS) return undefined;
  return Number((micros - FIRST_OWN_MICROS) / OWN_MICROS);
}
