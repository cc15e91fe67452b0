/**
 * OTLP traces as the rest of the product sees them, the same whether they came as protobuf or JSON. Text is free of
 * U+0000 and lone surrogates.
 */

/**
 * The plain view of an OTLP AnyValue: bytes are base64, an integer outside +-2^53 and a double that is not finite are
 * text, an empty value is null. Objects have no prototype.
 */
export type AttributeValue =
  string | number | boolean | null | readonly AttributeValue[] | { readonly [key: string]: AttributeValue };

/** Attributes by key; if a key was sent twice, the last value is kept. */
export type Attributes = ReadonlyMap<string, AttributeValue>;

/** A time as a decoder reads it: integer microseconds since the epoch, 0 when not sent; else the text that is none. */
export type SentTime = number | string;

export interface OtlpEvent {
  readonly name: string;
  /** Integer microseconds since the epoch; 0 when not sent, or not to be read. */
  readonly time: number;
  /** Sent value of the time, if it cannot be read. */
  readonly unreadTime?: string | undefined;
  readonly attributes: Attributes;
}

export interface OtlpLink {
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: Attributes;
}

export interface OtlpSpan {
  /** 32 lower-case hex digits, not all zero. */
  readonly traceId: string;
  /** 16 lower-case hex digits, not all zero. */
  readonly spanId: string;
  /** 16 lower-case hex digits; undefined for a root (absent, empty, all zero, or the span itself). */
  readonly parentSpanId: string | undefined;
  readonly name: string;
  /** 0 to 5, as in OTLP's SpanKind. */
  readonly kind: number;
  /** Integer microseconds since the epoch; 0 when not sent, or not to be read. */
  readonly startTime: number;
  readonly endTime: number;
  /** Sent value of the start, if it cannot be read. */
  readonly unreadStart?: string | undefined;
  readonly unreadEnd?: string | undefined;
  readonly attributes: Attributes;
  readonly events: readonly OtlpEvent[];
  readonly links: readonly OtlpLink[];
  /** 0 unset, 1 ok, 2 error. */
  readonly statusCode: number;
  readonly statusMessage: string;
  /** Attributes, events and links that the sender dropped; 0 when none. */
  readonly dropped: number;
}

export interface OtlpScope {
  readonly name: string;
  readonly version: string;
  readonly attributes: Attributes;
}

export interface OtlpScopeSpans {
  readonly scope: OtlpScope;
  readonly spans: readonly OtlpSpan[];
}

export interface OtlpResourceSpans {
  readonly resource: { readonly attributes: Attributes };
  readonly scopeSpans: readonly OtlpScopeSpans[];
}

/** Counts of one request: spans or data points that can be stored, and reasons why others cannot. */
export interface OtlpCounts {
  readonly accepted: number;
  readonly rejected: number;
  /** The first few reasons, each naming the place: `resourceSpans[0].scopeSpans[0].spans[3]: traceId must be …`. */
  readonly reasons: readonly string[];
}

/** A request that is decoded in portions, so that a large one never lies decoded in memory as a whole. */
export type OtlpPortions = Generator<readonly OtlpResourceSpans[], OtlpCounts>;

/** One decoded request: the spans that can be stored, and why others cannot. */
export interface OtlpTraces extends OtlpCounts {
  readonly resourceSpans: readonly OtlpResourceSpans[];
}

/** All portions as one. */
export function wholeRequest(portions: OtlpPortions): OtlpTraces {
  const resourceSpans: OtlpResourceSpans[] = [];
  for (;;) {
    const { done, value } = portions.next();
    if (done) return { resourceSpans, ...value };
    resourceSpans.push(...value);
  }
}
