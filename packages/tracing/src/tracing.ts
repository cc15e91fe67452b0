/**
 * Attributes of a span, by the names of OpenTelemetry's conventions. Never a body, a credential, the id of a user, or a path or query as it
 * was sent.
 */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Kind of a span, as OpenTelemetry defines it. */
export type Kind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

export interface SpanStart {
  /** Name from a closed set: a template, never sent text. */
  readonly name: string;
  readonly kind?: Kind;
  readonly attributes?: Attributes;
}

/** Timed part of the product's own work. */
export interface Span {
  /** Adds attributes. */
  set(attributes: Attributes): void;
  /**
   * Ends the span. Later calls change nothing.
   * @param failure the kind of failure (`error.type`) if it failed
   */
  end(failure?: string): void;
}

/** Trace of one unit of work: one request, one batch. Nothing of it is sent before it has ended. */
export interface Trace extends Span {
  /** Begins a child span, which ends with the trace at the latest; undefined beyond the limit of children, and after the end. */
  child(start: SpanStart): Span | undefined;
  /** Discards the trace: nothing of it is sent or timed any more. */
  discard(): void;
}

/**
 * Traces of the product's own work. A process without tracing has no such object: its cost, and that of a span of a request that is not
 * traced, is a comparison with undefined.
 */
export interface Tracing {
  /**
   * Begins a trace; undefined if it is not sampled.
   * @param cause the header `traceparent` of the request that caused the work: linked, never continued
   */
  begin(start: SpanStart, cause?: string): Trace | undefined;
  /** Runs work in the context of a trace, or of none: work that a request has caused may concern other requests too. */
  within<T>(trace: Trace | undefined, work: () => T): T;
  /** Returns the trace of the caller's context. */
  current(): Trace | undefined;
}

/** Runs work as a child span of a trace. */
export async function timed<T>(trace: Trace | undefined, start: SpanStart, work: () => Promise<T>): Promise<T> {
  const span = trace?.child(start);
  try {
    const result = await work();
    span?.end();
    return result;
  } catch (error) {
    span?.end(failureOf(error));
    throw error;
  }
}

/** `error.type` of a thrown value: a code of the system or the database, otherwise the name of its class; never its message. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return '_OTHER';
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : error.name;
}
