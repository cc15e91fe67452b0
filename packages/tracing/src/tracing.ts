/**
 * What is said of a span, by the names of OpenTelemetry's conventions. Never a body, a credential, the id of a user, or a path or
 * query as it was sent.
 */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** The part that the process has in a span, as OpenTelemetry names it. */
export type Kind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

export interface SpanStart {
  /** One of few: a template, never what was sent. */
  readonly name: string;
  readonly kind?: Kind;
  readonly attributes?: Attributes;
}

/** A piece of the product's own work that is timed. */
export interface Span {
  /** Says more of it. */
  set(attributes: Attributes): void;
  /** Ends it. Later calls change nothing. @param failure the kind of failure (`error.type`) where it failed */
  end(failure?: string): void;
}

/** A whole piece of work: one request, one batch. Nothing of it is sent before it has ended. */
export interface Trace extends Span {
  /** Begins a piece of it, which ends with the whole at the latest; undefined beyond the most pieces, and after the end. */
  child(start: SpanStart): Span | undefined;
  /** Nothing of it is sent, nor timed any more. */
  discard(): void;
}

/**
 * Traces of the product's own work. A process that sends none has no such object: what it would cost, a span of a request that is
 * not traced neither, is a comparison with undefined.
 */
export interface Tracing {
  /**
   * Begins a trace; undefined where it is not sampled.
   * @param cause the header `traceparent` of who asked for the work: linked, never continued
   */
  begin(start: SpanStart, cause?: string): Trace | undefined;
  /** Does work for a trace, or for none: what a request has set in motion may be about others too. */
  within<T>(trace: Trace | undefined, work: () => T): T;
  /** The trace that the caller works for. */
  current(): Trace | undefined;
}

/** Does work as a piece of a trace. */
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

/** The `error.type` of what was thrown: a code of the system or the database, else the name of its class; never its message. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return '_OTHER';
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? code : error.name;
}
