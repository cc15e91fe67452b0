import type { OtlpResourceSpans, OtlpScope, OtlpSpan } from './otlp';
import type { Attributes } from './otlp';
import { NO_ATTRIBUTES } from './otlp-rules';

/** Bytes of a body whose spans are decoded together: few enough that a portion is small beside its body. */
const PORTION_BYTES = 2 * 1024 * 1024;

/** Bytes counted for a span and for a scope in addition to their text: even an empty one needs memory. */
const SPAN_BYTES = 2048;
const SCOPE_BYTES = 256;

interface Draft {
  readonly resource: { readonly attributes: Attributes };
  readonly scopeSpans: { readonly scope: OtlpScope; readonly spans: OtlpSpan[] }[];
}

/**
 * Collects spans of a request until they are a portion: what has been read of the request can then go on before the
 * rest is read. The resource and scope that are being read come again in the next portion.
 */
export class OtlpPortion {
  #resourceSpans: Draft[] = [];
  #resource: { readonly attributes: Attributes } = { attributes: NO_ATTRIBUTES };
  #spans: OtlpSpan[] | undefined;
  #scope: OtlpScope | undefined;
  #bytes = 0;

  resource(resource: { readonly attributes: Attributes }): void {
    this.#resource = resource;
    this.#scope = undefined;
    this.#spans = undefined;
    this.#resourceSpans.push({ resource: this.#resource, scopeSpans: [] });
    this.#bytes += SCOPE_BYTES;
  }

  /** A scope of the latest resource. */
  scope(scope: OtlpScope): void {
    this.#scope = scope;
    this.#spans = undefined;
    this.#bytes += SCOPE_BYTES;
    this.#openScope();
  }

  /**
   * A span of the latest scope.
   * @param bytes of the body that it was read from, where `grow` does not count them
   */
  add(span: OtlpSpan, bytes: number): void {
    (this.#spans ?? this.#openScope()).push(span);
    this.#bytes += SPAN_BYTES + bytes;
  }

  /** Counts bytes of the body that were read and are no span of `add`. */
  grow(bytes: number): void {
    this.#bytes += bytes;
  }

  get isFull(): boolean {
    return this.#bytes >= PORTION_BYTES;
  }

  /** Returns the items collected since the last call. */
  take(): readonly OtlpResourceSpans[] {
    const taken = this.#resourceSpans;
    this.#resourceSpans = [];
    this.#spans = undefined;
    this.#bytes = 0;
    return taken;
  }

  #openScope(): OtlpSpan[] {
    let latest = this.#resourceSpans.at(-1);
    if (latest === undefined) {
      latest = { resource: this.#resource, scopeSpans: [] };
      this.#resourceSpans.push(latest);
    }
    const spans: OtlpSpan[] = [];
    if (this.#scope !== undefined) latest.scopeSpans.push({ scope: this.#scope, spans });
    this.#spans = spans;
    return spans;
  }
}
