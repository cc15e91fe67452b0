import { ROOT_CONTEXT, type Span as OtelSpan, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { Attributes, Kind, Span, SpanStart, Trace } from './tracing';

export const KINDS: Readonly<Record<Kind, SpanKind>> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** Limit of a trace's children: a read of a trace of a million observations runs thousands of statements. */
const MAX_CHILDREN = 100;

/** Child of a trace. It stores its end, and ends its span of the library only with the whole trace. */
class TracedSpan implements Span {
  readonly #span: OtelSpan;
  #endedAt: number | undefined;

  constructor(span: OtelSpan) {
    this.#span = span;
  }

  set(attributes: Attributes): void {
    if (this.#endedAt === undefined) this.#span.setAttributes(attributes);
  }

  end(failure?: string): void {
    if (this.#endedAt !== undefined) return;
    this.#endedAt = performance.now();
    markFailed(this.#span, failure);
  }

  send(): void {
    this.#span.end(this.#endedAt);
  }
}

/**
 * Sampled trace. The library never sends spans without an end, so a trace can be discarded until it has ended: the contents of a request
 * are known only when it is decoded.
 */
export class SampledTrace implements Trace {
  readonly #tracer: Tracer;
  readonly #root: OtelSpan;
  readonly #pieces: TracedSpan[] = [];
  #omitted = 0;
  #isOver = false;

  constructor(tracer: Tracer, root: OtelSpan) {
    this.#tracer = tracer;
    this.#root = root;
  }

  set(attributes: Attributes): void {
    if (!this.#isOver) this.#root.setAttributes(attributes);
  }

  child({ name, kind = 'internal', attributes = {} }: SpanStart): Span | undefined {
    if (this.#isOver) return undefined;
    if (this.#pieces.length === MAX_CHILDREN) {
      this.#omitted += 1;
      return undefined;
    }
    const within = trace.setSpan(ROOT_CONTEXT, this.#root);
    const piece = new TracedSpan(this.#tracer.startSpan(name, { kind: KINDS[kind], attributes }, within));
    this.#pieces.push(piece);
    return piece;
  }

  end(failure?: string): void {
    if (this.#isOver) return;
    if (this.#omitted > 0) this.set({ 'sluice.omitted_spans': this.#omitted });
    this.#isOver = true;
    markFailed(this.#root, failure);
    for (const piece of this.#pieces) piece.send();
    this.#root.end();
  }

  discard(): void {
    this.#isOver = true;
    this.#pieces.length = 0;
  }
}

function markFailed(span: OtelSpan, failure: string | undefined): void {
  if (failure === undefined) return;
  span.setAttribute('error.type', failure);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
